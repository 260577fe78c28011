// Watches a page from outside its own script: what was painted when, what moved, and how quick it
// felt. Times are performance.now(); `epoch` is the same on the clock that every page shares.
(() => {
  const probe = { shift: 0, lcp: 0, slow: {}, presses: [], verdicts: [], usable: null, window: null };
  window.probe = probe;
  const epoch = (ms) => performance.timeOrigin + ms;
  const picture = () => document.querySelector("#state [data-stage]")?.dataset ?? {};

  // On the screen is what was there when the second frame began (FAIRNESS 1.2).
  const onceSeen = (act) =>
    requestAnimationFrame(() => requestAnimationFrame(() => act(performance.now())));

  const observe = (type, see, more) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({
      type,
      buffered: true,
      ...more,
    });
  observe("layout-shift", (entry) => {
    if (!entry.hadRecentInput) probe.shift += entry.value;
  });
  observe("largest-contentful-paint", (entry) => (probe.lcp = entry.startTime));
  observe(
    "event",
    ({ interactionId, duration }) => {
      if (interactionId) {
        probe.slow[interactionId] = Math.max(duration, probe.slow[interactionId] ?? 0);
      }
    },
    { durationThreshold: 16 },
  );

  /** Every interaction's duration; the browser tells none below 16 ms. */
  probe.interactions = () => {
    const told = Object.values(probe.slow);
    const rest = Math.max(0, performance.interactionCount - told.length);
    return [...told, ...Array(rest).fill(16)];
  };

  // A tap's moment outlives the page that it leaves.
  addEventListener("pointerdown", (event) => sessionStorage.setItem("tap", epoch(event.timeStamp)), true);
  probe.tap = () => Number(sessionStorage.getItem("tap"));

  const ring = () => getComputedStyle(document.querySelector("#slap"), "::before").borderTopColor;
  let atRest = null;
  let judged = null; // the slap that waits for its verdict: {at, own, n}

  const pressed = (event) => {
    const mine = document.querySelector("#table")?.className.match(/you-(\d)/)?.[1];
    judged = { at: event.timeStamp, seat: Number(mine), counts: picture().counts, n: picture().n };
    const look = (tries) =>
      requestAnimationFrame(() => {
        if (ring() !== atRest) {
          requestAnimationFrame(() => probe.presses.push(performance.now() - event.timeStamp));
        } else if (tries) look(tries - 1);
      });
    look(30);
  };
  addEventListener("pointerdown", (event) => event.target.closest("#slap") && pressed(event), true);
  addEventListener("keydown", (event) => event.key === " " && !event.repeat && pressed(event), true);

  /** A verdict is the picture in which the slapper's own cards have become more, or fewer. */
  const settle = () => {
    const { counts, n, phase } = picture();
    const { at, seat, counts: before } = judged;
    if (n !== judged.n) judged = null;
    else if (counts.split(",")[seat] !== before.split(",")[seat]) {
      judged = null;
      onceSeen((now) => probe.verdicts.push(now - at));
    } else if (phase !== "window") judged = null;
  };

  let told = null; // whoever waits for the next window
  /** The next window, as {n, epoch}, once its card has been painted; null when the game is over. */
  probe.nextWindow = () => new Promise((tell) => ((told = tell), changed()));

  let seen = ""; // the newest card that has been painted or is about to be
  const changed = () => {
    const { deal, n, phase, table } = picture();
    if (judged) settle();
    if (table === "over" && told) {
      told(null);
      told = null;
    }
    const key = `${deal}/${n}`;
    if (table !== "playing" || phase !== "window" || key === seen) return;
    seen = key;
    onceSeen((now) => {
      told?.({ n, epoch: epoch(now) });
      told = null;
    });
  };

  addEventListener("DOMContentLoaded", () => {
    const reveal = document.querySelector("#reveal");
    if (!reveal) return;
    atRest = ring();
    const usable = () => {
      if (probe.usable !== null || reveal.ariaDisabled !== "false") return;
      onceSeen((now) => (probe.usable ??= epoch(now)));
    };
    new MutationObserver(usable).observe(reveal, { attributes: true });
    usable();
    new MutationObserver(changed).observe(document.querySelector("#state"), {
      attributes: true,
      childList: true,
      subtree: true,
    });
  });
})();
