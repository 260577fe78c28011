// What a screen reader hears: politely one utterance a reveal, at once what concerns this player,
// and answers to the query keys. Every sentence is the server's, from the picture's #spoken.

let saidFor = ""; // the reveal whose card was named last

const spokenOf = (listener) => byId("spoken").querySelector(`[data-for="${listener}"]`)?.dataset;

/** What this page's one seat hears. Two at one device, and spectators, hear names instead of "you". */
const heard = () => (!pair && spokenOf(mySeats[0])) || spokenOf("others") || {};

/** The newest card as a sentence: `rank`, or `card` with its suit; empty where none lies there. */
const newest = (what) => byId("spoken").querySelector("[data-rank]")?.dataset[what] ?? "";

/** The sentence of a region that is meant for this page, whether style shows the region or not. */
const toldIn = (place) => {
  const own = !pair && place?.querySelector(`[data-for="${mySeats[0]}"]`);
  return (own || place?.querySelector('[data-for="others"]') || place)?.textContent.trim() ?? "";
};

/** The rank alone, by the browser's own voice: the next card's stops it. Calls `spoken` at its end. */
const speakRank = (spoken = () => {}) => {
  const voice = window.speechSynthesis;
  // A table that listens speaks, however low the voice was set elsewhere.
  const volume = (Number(settings.spoken ?? 0) || (listens() ? 100 : 0)) / 100;
  if (!voice || !volume || !newest("rank")) return spoken();
  voice.cancel();
  const word = new SpeechSynthesisUtterance(newest("rank"));
  word.lang = document.documentElement.lang;
  word.volume = volume;
  word.onend = word.onerror = spoken;
  voice.speak(word);
};

/** A reveal is on the screen: name its card once, the same way for every card. */
const announceCard = () => {
  if (!painted || painted.n === saidFor) return;
  saidFor = painted.n;
  const card = newest(settings.verbosity === "suits" ? "card" : "rank");
  const sentences = settings.verbosity === "outcomes" ? [] : [card, heard().asks];
  say("live", sentences.filter(Boolean).join(" "));
  if (!listens()) speakRank();
};

const turnOfTwo = () => {
  const { phase, turn } = picture();
  return pair && phase === "ready" && mySeats.includes(Number(turn || NaN));
};

/** A new card: what was said of the one before goes first, or a card like it would be silent. */
const hush = () => {
  const { deal, n, table: state } = picture();
  if (state === "waiting") return; // what is said there is of people (room.js)
  if (`${deal}/${n}` !== saidFor) say("live", "");
};

/** What must be heard at once: the turn, how a slap came out, the end. A lost line is the banner's. */
const announce = () => {
  hush();
  const { alert, turn } = heard();
  say("alert", alert ?? (turnOfTwo() ? turn : "") ?? "");
};

/** An answer in the polite region; the same one again is made different, or it would be silent. */
const answer = (sentence) => {
  const same = byId("live").textContent === sentence;
  say("live", same ? `${sentence}\u00a0` : sentence);
  notice(sentence);
};

const pileNow = () => {
  const places = Array.from(table.querySelectorAll("#pile .place .vh"), (place) => place.textContent);
  const label = table.querySelector("#pile [aria-label]").getAttribute("aria-label");
  return `${[label, ...places.reverse()].join(". ")}.`;
};

const lastEvent = () => {
  const missed = settings.missed === "yes" ? table.querySelector("#status .missed")?.textContent : "";
  return [toldIn(table.querySelector("#log li")), missed].filter(Boolean).join(" ");
};

/** Keys that ask. They answer where letters are on, and the focus is on the page or its buttons. */
const listenToQuestions = () => {
  const questions = {
    p: pileNow,
    t: () => [heard().turn, toldIn(byId("challenge"))].filter(Boolean).join(" "),
    c: () => heard().counts,
    l: lastEvent,
  };
  for (const [key, sentence] of Object.entries(questions)) {
    letterKeys[key] = () => answer(sentence() ?? "");
  }
  letterKeys.m = toggleSound;
  letterKeys.z = () => choose("zen", settings.zen === "yes" ? "no" : "yes");
};
