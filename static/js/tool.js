// What a hand pressed with, and how coarse the clock is that timed it: told with every slap, because
// statistics must not compare what cannot be compared.

const TOOLS = { mouse: "mouse", touch: "touch", pen: "touch" };
const COARSE_MS = 16; // as long as a frame; finer steps spoil no comparison
const READS = 40;
const CHANGES = 3;
const READS_MOST = 500;

let clockStep = 0; // whole ms, of a coarse clock; 0 for a fine one, and until it was watched

/** A click that no pointer made comes from a key, or from a reader's own way of pressing. */
const toolOf = ({ pointerType }) => TOOLS[pointerType] ?? "key";

const pressedWith = (event) => ({ by: toolOf(event), ...(clockStep && { step: clockStep }) });

/**
 * Watch the clock once, between other things: of a coarse one the least step is its own, of a fine
 * one it is a timer's few ms. A hidden page's timers are slow, so it learns nothing.
 */
const watchClock = async () => {
  let before = performance.now();
  let least = Infinity;
  let changes = 0;
  for (let reads = 0; reads < READS || (changes < CHANGES && reads < READS_MOST); reads += 1) {
    await later(0);
    if (document.hidden) return;
    const now = performance.now();
    if (now > before) {
      changes += 1;
      least = Math.min(least, now - before);
    }
    before = now;
  }
  if (changes && least >= COARSE_MS) clockStep = Math.round(least);
};
