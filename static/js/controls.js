// What the controls say: Reveal's words and count, the cover over a paused table, and where the
// focus goes when something opens or ends. Texts are the server's; they are copied from attributes.

const reveal = byId("reveal");
const slapButton = byId("slap");
const revealWords = byId("reveal-label")?.textContent;

let covered = false;
let wasOver = picture().table === "over";

/** A press names the stage that it saw, so there is none before the stage is painted. */
const canReveal = () => {
  const { phase, turner } = picture();
  const mine = turner !== "" && mySeats.includes(Number(turner));
  return playing() && phase === "ready" && mine && painted !== null && unpainted === null;
};

const drawReveal = () => {
  const { counts, label } = picture();
  reveal.setAttribute("aria-disabled", String(!canReveal()));
  const words = (canReveal() && label) || revealWords;
  if (byId("reveal-label").textContent !== words) byId("reveal-label").textContent = words;
  const count = counts.split(",")[mySeats[0]] ?? "";
  if (byId("reveal-count").textContent !== count) byId("reveal-count").textContent = count;
};

/** While the cover is open nothing under it can be reached; then the focus is on the page again. */
const drawCover = () => {
  const paused = picture().table === "paused";
  if (paused === covered) return;
  covered = paused;
  for (const part of table.children) {
    if (part.id !== "cover" && part.tagName !== "FORM") part.inert = paused;
  }
  byId("pause").inert = paused;
  const resume = byId("resume");
  const first = resume?.checkVisibility() ? resume : byId("paused-title");
  (paused ? first : table)?.focus({ preventScroll: true });
};

const drawResult = () => {
  const over = picture().table === "over";
  if (over && !wasOver) byId("result-title")?.focus();
  wasOver = over;
};
