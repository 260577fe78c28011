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

const drawResult = () => {
  const over = picture().table === "over";
  if (over && !wasOver) {
    byId("result-title")?.focus();
    if (byId("sheet")) htmx.trigger("#sheet", "ers:over");
  }
  wasOver = over;
};
