// The reaction bar: linear, from the moment of painting to the end of the window. It only shows
// time; the server's clock alone decides. With less motion it empties in ten steps.

const lessMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

let barAnimation = null;

const clearBar = () => {
  barAnimation?.cancel();
  barAnimation = null;
};

/** After a new picture: an empty track, unless the window of the painted stage is still open. */
const checkBar = () => {
  if (!playing() || picture().phase !== "window" || unpainted) clearBar();
};

/** A stage was painted: its window begins now, or, where we came in late, has begun before. */
const startBar = () => {
  clearBar();
  const windowMs = Number(picture().window);
  const gone = leftMs === null ? 0 : Math.max(0, windowMs - leftMs);
  leftMs = null; // it was said of the stage that we came into
  if (!playing() || picture().phase !== "window" || !windowMs) return;
  const [frames, easing] = lessMotion.matches
    ? [{ width: ["100%", "0%"] }, "steps(10, end)"]
    : [{ transform: ["scaleX(1)", "scaleX(0)"] }, "linear"];
  barAnimation = byId("bar-fill").animate(frames, { duration: windowMs, easing, fill: "forwards" });
  barAnimation.currentTime = gone;
};
