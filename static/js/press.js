// Presses. A slap counts when the hand comes down (pointerdown, keydown), a card is turned when it
// comes up (click) or by its key. A press names the stage that was on the screen and how long after
// its painting the input event happened; whether it counts, the server decides.

let revealed = ""; // the stage whose next card was asked for

const press = async (action, event, { key, stage, at }, more = {}) => {
  const rt = (event.timeStamp - at).toFixed(2);
  const fields = { seen: stage, stream, rt, cmd: hex(16), ...more };
  const { status, sentence } = await post(address(action), fields, { tries: 4 });
  if (status === 204) return true;
  const said = status === 0 ? byId("notice").dataset.unsent : sentence;
  const whose = more.seat === undefined ? "" : `${picture()[`name-${more.seat}`]}: `;
  if (said && painted?.key === key) notice(whose + said);
  return false;
};

/** A hand comes down. Every one is sent: that it counts once a card is the server's to say. */
const slap = (event, button = slapButtons[0]) => {
  flash(button, "pressed", 140);
  if (!playing() || !mySeats.length || !painted) return;
  hear("slap");
  const whose = pair ? { seat: button.dataset.seat } : {};
  press("slap", event, painted, { ...pressedWith(event), ...whose });
};

const turn = async (event) => {
  const seen = painted;
  // While a window is open, or it is for somebody else, a press does nothing and is not queued.
  if (!canReveal() || revealed === seen.key) return;
  flash(reveal, "pressed", 140);
  revealed = seen.key;
  const asked = held()
    ? (await post(address("next"), {}, { tries: 3 })).status === 204
    : await press("reveal", event, seen);
  if (!asked && revealed === seen.key) revealed = "";
};

const pause = (how = { tries: 3 }) => {
  const { table: state } = picture();
  if (link || !mySeats.length || (state !== "playing" && state !== "handover")) return;
  post(address("pause"), {}, how);
};

// Any pointer's first button: a second finger is not the primary one, and a thumb that rests on
// Reveal must not keep the other from slapping. A click is only heard where no pointer came before
// it, from the keyboard's or a reader's own way of pressing.
const isFirstButton = (event) => event.button === 0;

const handsDown = new Map(); // what pressed, and where: a hand that comes up slaps where it came down

/** Whether a pointer slaps now: when it comes down, or where that was chosen, up again. */
const pointerSlaps = (event) => {
  if (!isFirstButton(event)) return false;
  const { pointerId, currentTarget } = event;
  if (event.type === "pointerdown") {
    event.preventDefault();
    handsDown.set(pointerId, currentTarget);
    return settings.slap !== "release";
  }
  const wasHere = handsDown.get(pointerId) === currentTarget;
  handsDown.delete(pointerId);
  return wasHere && settings.slap === "release";
};

const onSlapPointer = (event) => {
  if (pointerSlaps(event)) slap(event, event.currentTarget);
};

const onPilePointer = (event) => {
  if (!pair && settings.tap !== "no" && pointerSlaps(event)) slap(event);
};

// Keys act only where the focus is on the page, Reveal or Slap; elsewhere the browser's own
// behaviour wins, and only Esc and ?, which mean nothing to a button, are still heard. The button's
// own reaction to a key is prevented, or the press would count twice.
const isOurs = (target) =>
  target === document.body ||
  target === document.documentElement ||
  target === table ||
  target === reveal ||
  slapButtons.includes(target);

const slapByKey = (event) => slap(event);

const letterKeys = {}; // what other scripts do at a letter: M, Z and the keys that say things

/** What a key does here, if anything: two people have one each, and Space turns for both. */
const keyAction = ({ key }) => {
  if (settings.keys === "off") return null;
  const name = key === " " ? "space" : key.toLowerCase();
  if (name.length === 1 && settings.letters === "no") return null;
  if (pair || settings.keys === "same") {
    if (name === settings.left_key) return (event) => slap(event, slapButtons[0]);
    if (name === settings.right_key) return (event) => slap(event, slapButtons.at(-1));
    if (name === "space") return turn;
  } else {
    if (name === settings.slap_key) return slapByKey;
    if (name === "enter" || name === settings.reveal_key) return turn;
  }
  return letterKeys[name] ?? null;
};

const slapsByKey = (action) => action !== null && action !== turn && settings.slap === "release";

const onKeyDown = (event) => {
  document.documentElement.classList.add("keyboard");
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || covered()) return;
  if (event.target.closest?.("input, select, textarea") || wasOver) return;
  if (event.key === "Escape" && !event.repeat) {
    if (link) event.preventDefault(); // or the same press would close what it opens
    (link ? openMenu : pause)();
  }
  if (event.key === "?") openKeys();
  if (event.shiftKey || !isOurs(event.target)) return;
  const act = keyAction(event);
  if (act) {
    event.preventDefault();
    if (event.repeat) return;
    if (slapsByKey(act)) handsDown.set(event.code, picture().stage);
    else act(event);
  }
};

const onKeyUp = (event) => {
  const cameDown = handsDown.has(event.code);
  handsDown.delete(event.code);
  const act = covered() || !isOurs(event.target) ? null : keyAction(event);
  if (act && event.target !== document.body) event.preventDefault();
  if (cameDown && slapsByKey(act)) act(event);
};

const listenToHands = () => {
  for (const button of slapButtons) {
    button.addEventListener("click", (event) => {
      if (event.detail === 0) slap(event, button);
    });
  }
  document.addEventListener("pointercancel", (event) => handsDown.delete(event.pointerId));
  for (const kind of ["pointerdown", "pointerup"]) {
    for (const button of slapButtons) button.addEventListener(kind, onSlapPointer);
    byId("pile").addEventListener(kind, onPilePointer);
  }
  reveal.addEventListener("click", turn);
  document.addEventListener("keydown", onKeyDown);
  document.addEventListener("keyup", onKeyUp);
  byId("pause")?.addEventListener("submit", (event) => {
    event.preventDefault();
    pause();
  });
};
