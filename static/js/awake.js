// The screen stays on while a game runs, where the browser allows it; it forgets that when hidden.

let lock = null;
let asking = false; // the browser's answer may come after the next picture

const stayAwake = async () => {
  if (!navigator.wakeLock || document.hidden || asking) return;
  if (!playing()) {
    await lock?.release();
    lock = null;
  } else if (!lock || lock.released) {
    asking = true;
    // A low battery refuses it, which is nobody's error.
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    asking = false;
    if (!playing()) stayAwake();
  }
};
