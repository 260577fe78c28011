// What the controls say: Reveal's words and count, the names on two people's Slap, and where the
// focus goes when a game ends. Texts are the server's; they are copied from attributes.

const reveal = byId("reveal");
const slapButtons = table ? Array.from(table.querySelectorAll(".slap")) : [];
const revealWords = byId("reveal-label")?.textContent;

let wasOver = picture().table === "over";

/** A window that waits for a hand: Reveal begins it. */
const held = () => playing() && picture().held === "yes";

/** A press names the stage that it saw, so there is none before the stage is painted. */
const canReveal = () => {
  if (!playing() || !mySeats.length || painted === null || unpainted !== null) return false;
  const { phase, turner } = picture();
  return held() || (phase === "ready" && turner !== "" && mySeats.includes(Number(turner)));
};

const write = (element, text) => {
  if (element && element.textContent !== text) element.textContent = text;
};

const drawReveal = () => {
  const { counts, label, turn, turner } = picture();
  reveal.setAttribute("aria-disabled", String(!canReveal()));
  write(byId("reveal-label"), (canReveal() && label) || revealWords);
  const whose = pair && turner !== "" ? Number(turner) : mySeats[0];
  write(byId("reveal-count"), counts.split(",")[whose] ?? "");
  // Whose card is turned stands in the label; the count is this player's own.
  const { left, yours } = byId("reveal-left").dataset;
  const another = !pair && canReveal() && !held() && Number(turn) !== mySeats[0];
  write(byId("reveal-left"), another ? yours : left);
  for (const button of pair ? slapButtons : []) {
    write(button.querySelector(".whose"), picture()[`name-${button.dataset.seat}`]);
  }
};

/** What depends on who looks is no part of the picture: a link of the result says what and where. */
const drawParts = () => {
  for (const link of table.querySelectorAll("[data-into]")) {
    htmx.ajax("GET", link.getAttribute("href"), { target: link.dataset.into, swap: "innerHTML" });
  }
};

const askForParts = () => {
  byId("plots").replaceChildren(); // what is shown is another game's
  const sheet = byId("sheet"); // it stands above them, and comes first
  if (sheet) sheet.addEventListener("htmx:after:swap", drawParts, { once: true });
  else drawParts();
};

const endGame = () => {
  byId("result-title")?.focus();
  askForParts();
  if (byId("sheet")) htmx.trigger("#sheet", "ers:over");
};

const drawResult = () => {
  const over = picture().table === "over";
  if (over && !wasOver) endGame();
  if (over && link) {
    const asked = (picture().offers ?? "").split(" ").includes(String(mySeats[0]));
    byId("again")?.setAttribute("aria-disabled", String(asked));
  }
  if (over) showShared();
  wasOver = over;
};

let timeTicks = 0;
let timeEnds = { key: "", at: 0 };

/** The time left is said of the beginning of a stage; from there on the page counts by itself. */
const drawTime = () => {
  clearInterval(timeTicks);
  const place = table.querySelector("#progress [data-rest-s]");
  if (!place) return;
  const { deal, stage } = picture();
  const key = `${deal}/${stage}`;
  if (timeEnds.key !== key) {
    timeEnds = { key, at: performance.now() + Number(place.dataset.restS) * 1000 };
  }
  const { minutes, seconds } = byId("progress").dataset;
  const draw = () => {
    const s = Math.max(0, Math.ceil((timeEnds.at - performance.now()) / 1000));
    write(place, s < 120 ? seconds.replace("#", s) : minutes.replace("#", Math.floor(s / 60)));
  };
  draw();
  timeTicks = setInterval(draw, 1000);
};
