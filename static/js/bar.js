// The reaction bar: linear, from the moment of painting to the end of the window. It only shows
// time; the server's clock alone decides. With less motion it empties in ten steps.

const lessMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

let barKey = ""; // the stage that it runs for
let barStart = 0;
let barAnimation = null;

const drawBar = () => {
  const fill = byId("bar-fill");
  const { phase, window: windowMs } = picture();
  const open = playing() && phase === "window" && Number(windowMs) > 0 && painted?.key === barKey;
  if (!fill || !open) {
    barAnimation?.cancel();
    barAnimation = null;
    return;
  }
  // The same element goes on; one that the newest picture brought in starts where the other was.
  if (barAnimation?.effect.target === fill && barAnimation.playState !== "idle") return;
  barAnimation?.cancel();
  const [frames, easing] = lessMotion.matches
    ? [{ width: ["100%", "0%"] }, "steps(10, end)"]
    : [{ transform: ["scaleX(1)", "scaleX(0)"] }, "linear"];
  barAnimation = fill.animate(frames, { duration: Number(windowMs), easing, fill: "forwards" });
  barAnimation.currentTime = performance.now() - barStart;
};

/** A stage was painted: its window begins now, or, where we came in late, has begun before. */
const startBar = () => {
  const windowMs = Number(picture().window);
  const gone = leftMs === null ? 0 : Math.max(0, windowMs - leftMs);
  leftMs = null; // it was said of the stage that we came into
  barKey = painted.key;
  barStart = painted.at - gone;
  barAnimation?.cancel();
  barAnimation = null;
  drawBar();
};
