// The reaction bar: linear, from the moment of painting to the end of the window, in one of three
// forms. It only shows time; the server's clock alone decides. With less motion, smooth is in steps.

const TICK_MS = 100; // a number is said anew as often as its last digit changes

let barAnimation = null;
let barTicks = 0;

/** Whether things may move: the style sheet knows, from the settings and from the system. */
const moves = () => getComputedStyle(document.documentElement).getPropertyValue("--move") === "1";

const clearBar = () => {
  barAnimation?.cancel();
  barAnimation = null;
  clearInterval(barTicks);
  say("bar-fill", "");
};

/** After a new picture: an empty track, unless the window of the painted stage is still open. */
const checkBar = () => {
  if (!playing() || picture().phase !== "window" || unpainted) clearBar();
};

const countDown = () => {
  const left = barAnimation.effect.getTiming().duration - barAnimation.currentTime;
  say("bar-fill", (Math.max(0, left) / 1000).toFixed(1));
};

/** A stage was painted: its window begins now, or, where we came in late, has begun before. */
const startBar = () => {
  clearBar();
  const windowMs = Number(picture().window);
  const gone = leftMs === null ? 0 : Math.max(0, windowMs - leftMs);
  leftMs = null; // it was said of the stage that we came into
  if (!playing() || picture().phase !== "window" || !windowMs) return;
  const smooth = settings.bar === "smooth" && moves();
  // In steps it is no transform: under reduced motion nothing has one that moves.
  const [frames, easing] = smooth
    ? [{ transform: ["scaleX(1)", "scaleX(0)"] }, "linear"]
    : [{ width: ["100%", "0%"], transform: ["none", "none"] }, "steps(10, end)"];
  barAnimation = byId("bar-fill").animate(frames, { duration: windowMs, easing, fill: "forwards" });
  barAnimation.currentTime = gone;
  if (settings.bar !== "seconds") return;
  countDown();
  barTicks = setInterval(countDown, TICK_MS);
};
