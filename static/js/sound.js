// What is heard and felt, made here: no files. Each also shows and is said, so nothing is lost
// without it. A card sounds the same whatever it is, and nothing sounds before its picture is there.

// Of each event: its tones as [wave, Hz from, Hz to, begins at ms, lasts ms, loudness], and its
// vibration as ms on, off, on. Never a vibration for a card.
const EFFECTS = {
  card: { tones: [["triangle", 1500, 900, 0, 30, 0.35]], pattern: [] },
  slap: { tones: [["sine", 150, 55, 0, 90, 1]], pattern: [20] },
  won: {
    tones: [["triangle", 392, 392, 0, 80, 0.5], ["triangle", 523, 523, 80, 80, 0.5],
      ["triangle", 659, 659, 160, 80, 0.5]],
    pattern: [15, 40, 15],
  },
  wrong: {
    tones: [["triangle", 196, 196, 0, 80, 0.7], ["triangle", 147, 147, 80, 80, 0.7]],
    pattern: [60],
  },
  turn: { tones: [["sine", 660, 660, 0, 80, 0.3]], pattern: [10] },
};

const RAMP_S = 0.004; // no click at either end of a tone

let audio = null; // begun by the first press: browsers allow no sound before
let handWasHere = false;
let newsOf = ""; // the reveal whose news was heard
let newsHeard = new Set();
let tickedFor = "";

/** A hand is on the page: sound and vibration may begin. */
const wakeSound = () => {
  handWasHere = true;
  audio ??= window.AudioContext ? new AudioContext() : null;
  if (audio?.state === "suspended") audio.resume();
};

const play = ([wave, from, to, begins, lasts, loudness], volume) => {
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  const start = audio.currentTime + begins / 1000;
  const end = start + lasts / 1000;
  tone.type = wave;
  tone.frequency.setValueAtTime(from, start);
  tone.frequency.linearRampToValueAtTime(to, end);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loudness * volume, start + RAMP_S);
  gain.gain.linearRampToValueAtTime(0, end);
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(end);
};

const hear = (name) => {
  const { tones, pattern } = EFFECTS[name];
  const volume = Number(settings.volume ?? 50) / 100;
  if (audio?.state === "running" && volume && settings.sound !== "no") {
    for (const tone of tones) play(tone, volume);
  }
  // Before a press has come up a browser refuses it, and says so.
  const allowed = handWasHere && (navigator.userActivation?.hasBeenActive ?? true);
  if (pattern.length && allowed && settings.vibration !== "no") {
    navigator.vibrate?.(pattern);
  }
};

/** A new card is on the screen. */
const hearCard = () => {
  if (!painted || painted.n === tickedFor) return;
  tickedFor = painted.n;
  if (newest("rank")) hear("card");
};

/** What has come out in this picture, each once: a pile won, a false slap, the turn. */
const hearNews = () => {
  const { deal, n } = picture();
  if (newsOf !== `${deal}/${n}`) {
    newsOf = `${deal}/${n}`;
    newsHeard = new Set();
  }
  const news = (heard().heard ?? "").split(" ").filter(Boolean);
  if (turnOfTwo() && !news.includes("won")) news.push("turn");
  for (const each of news) {
    if (!newsHeard.has(each)) hear(each.replace(/\d+$/, ""));
    newsHeard.add(each);
  }
};

const drawSound = () => byId("sound").setAttribute("aria-pressed", String(settings.sound !== "no"));

/** One key, or one tap: sound off and on. It is shown and said as well. */
const toggleSound = () => {
  const sound = settings.sound === "no" ? "yes" : "no";
  choose("sound", sound);
  drawSound();
  const sentence = byId("live").getAttribute(`data-sound-${sound}`);
  answer(sentence);
};

// A finger's press allows it only when it comes up.
for (const kind of ["pointerdown", "pointerup", "keydown"]) {
  document.addEventListener(kind, wakeSound, true);
}
