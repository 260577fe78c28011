// The screen stays on while a game runs, where the browser allows it; it forgets that when hidden.

let lock = null;

const stayAwake = async () => {
  if (!navigator.wakeLock || document.hidden) return;
  if (!playing()) {
    await lock?.release();
    lock = null;
  } else if (!lock || lock.released) {
    // A low battery refuses it, which is nobody's error.
    lock = await navigator.wakeLock.request("screen").catch(() => null);
  }
};
