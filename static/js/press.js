// Presses. A slap counts when the hand comes down (pointerdown, keydown), a card is turned when it
// comes up (click) or by its key. A press names the stage that was on the screen and how long after
// its painting the input event happened; whether it counts, the server decides.

let slapped = ""; // the reveal slapped last: a second hand on it would change nothing
let revealed = ""; // the stage whose next card was asked for

const press = async (action, event, { key, stage, at }) => {
  const fields = { seen: stage, stream, rt: (event.timeStamp - at).toFixed(2), cmd: hex(16) };
  const { status, sentence } = await post(address(action), fields, { tries: 4 });
  if (status === 204) return true;
  if (sentence && painted?.key === key) notice(sentence);
  return false;
};

const slap = async (event) => {
  flash(slapButton, "pressed", 140);
  const seen = painted;
  if (!playing() || !mySeats.length || !seen || slapped === seen.n) return;
  slapped = seen.n;
  if (!(await press("slap", event, seen)) && slapped === seen.n) slapped = "";
};

const turn = async (event) => {
  const seen = painted;
  // While a window is open, or it is for somebody else, a press does nothing and is not queued.
  if (!canReveal() || revealed === seen.key) return;
  flash(reveal, "pressed", 140);
  revealed = seen.key;
  if (!(await press("reveal", event, seen)) && revealed === seen.key) revealed = "";
};

const pause = () => {
  if (playing() && mySeats.length) post(address("pause"), {}, { tries: 3 });
};

// Any pointer's first button: a second finger is not the primary one, and a thumb that rests on
// Reveal must not keep the other from slapping. A click is only heard where no pointer came before
// it, from the keyboard's or a reader's own way of pressing.
const onSlapPointer = (event) => {
  if (event.button !== 0) return;
  event.preventDefault();
  slap(event);
};

// Keys act only where the focus is on the page, Reveal or Slap; elsewhere the browser's own
// behaviour wins. The button's own reaction to a key is prevented, or the press would count twice.
const isOurs = (target) =>
  target === document.body ||
  target === document.documentElement ||
  target === table ||
  target === reveal ||
  target === slapButton;

const keyAction = ({ key }) => {
  if (key === " ") return slap;
  if (key === "Enter" || key === "f" || key === "F") return turn;
  return null;
};

const onKeyDown = (event) => {
  document.documentElement.classList.add("keyboard");
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.isComposing) return;
  if (!isOurs(event.target) || covered || wasOver) return;
  const act = keyAction(event);
  if (act) {
    event.preventDefault();
    if (!event.repeat) act(event);
  } else if (event.key === "Escape" && !event.repeat) {
    pause();
  }
};

const onKeyUp = (event) => {
  if ((event.target === reveal || event.target === slapButton) && event.key === " ") {
    event.preventDefault();
  }
};

const listenToHands = () => {
  slapButton.addEventListener("pointerdown", onSlapPointer);
  slapButton.addEventListener("click", (event) => {
    if (event.detail === 0) slap(event);
  });
  byId("pile").addEventListener("pointerdown", onSlapPointer);
  reveal.addEventListener("click", turn);
  document.addEventListener("keydown", onKeyDown);
  document.addEventListener("keyup", onKeyUp);
  byId("pause").addEventListener("submit", (event) => {
    event.preventDefault();
    pause();
  });
};
