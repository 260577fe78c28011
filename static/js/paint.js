// When a card was seen: a stage counts as painted in the second animation frame after its picture
// was put in (FAIRNESS 1.2). Reaction times are measured from there, never from a clock's time.

const SPOKEN_MS = 2500; // longer than any rank's name

let painted = null; // {key, stage, n, at}: the stage on the screen, `at` in ms of performance.now()
let unpainted = null; // the stage that was put in and is not on the screen yet
let stream = ""; // the name of this connection, from `hello`

const ack = (seen) => {
  if (stream && mySeats.length) post(address("ack"), { seen, stream });
};

const secondFrame = (act) => requestAnimationFrame(() => requestAnimationFrame(act));

/** After a new picture: begin the stage that it shows, once it is painted. A covered pile shows none. */
const paint = (onPainted) => {
  const { deal, stage, n } = picture(); // copied: the attributes change with the next picture
  const key = `${deal}/${stage}`;
  if (!playing() || document.hidden || key === painted?.key || key === unpainted) return;
  unpainted = key;
  const begin = () => {
    if (unpainted !== key || document.hidden) return;
    unpainted = null;
    painted = { key, stage, n: `${deal}/${n}`, at: performance.now() };
    ack(stage);
    onPainted();
  };
  secondFrame(() => {
    if (!listens()) return begin();
    // The window waits for our word, so a voice that fails must not keep it waiting for ever.
    setTimeout(begin, SPOKEN_MS);
    speakRank(begin);
  });
};

// A hidden page paints nothing: what it had not shown yet begins afresh when it comes back.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) unpainted = null;
});
