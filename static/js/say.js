// What a screen reader hears: politely one utterance a reveal, at once what concerns this player,
// and answers to the query keys. Every sentence is the server's, from the picture's #spoken.

let saidFor = ""; // the reveal whose card was named last

/** A setting of this browser, kept as an attribute of <html>; `usual` where there is none. */
const preference = (name, usual) => document.documentElement.dataset[name] ?? usual;

const spokenOf = (listener) => byId("spoken").querySelector(`[data-for="${listener}"]`)?.dataset;

/** What this page's one seat hears. Two at one device, and spectators, hear names instead of "you". */
const heard = () => (mySeats.length === 1 && spokenOf(mySeats[0])) || spokenOf("others") || {};

/** The newest card as a sentence: `rank`, or `card` with its suit; empty where none lies there. */
const newest = (what) => byId("spoken").querySelector("[data-rank]")?.dataset[what] ?? "";

/** The sentence of a region that is meant for this page, whether style shows the region or not. */
const toldIn = (place) => {
  const own = mySeats.length === 1 && place?.querySelector(`[data-for="${mySeats[0]}"]`);
  return (own || place?.querySelector('[data-for="others"]') || place)?.textContent.trim() ?? "";
};

/** The rank alone, by the browser's own voice: the next card's stops it. Calls `spoken` at its end. */
const speakRank = (spoken = () => {}) => {
  const voice = window.speechSynthesis;
  const volume = Number(preference("spoken", 0)) / 100;
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
  const verbosity = preference("verbosity", "ranks");
  const card = newest(verbosity === "suits" ? "card" : "rank");
  const sentences = verbosity === "outcomes" ? [] : [card, heard().asks];
  say("live", sentences.filter(Boolean).join(" "));
  speakRank();
};

const turnOfTwo = () => {
  const { phase, turn } = picture();
  return mySeats.length > 1 && phase === "ready" && mySeats.includes(Number(turn || NaN));
};

/** A new card: what was said of the one before goes first, or a card like it would be silent. */
const hush = () => {
  const { deal, n } = picture();
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
};

const pileNow = () => {
  const places = Array.from(table.querySelectorAll("#pile .place .vh"), (place) => place.textContent);
  const label = table.querySelector("#pile [aria-label]").getAttribute("aria-label");
  return `${[label, ...places.reverse()].join(". ")}.`;
};

const lastEvent = () => {
  const wanted = preference("missed", "no") === "yes";
  const missed = wanted ? table.querySelector("#status .missed")?.textContent : "";
  return [toldIn(table.querySelector("#log li")), missed].filter(Boolean).join(" ");
};

const QUERIES = {
  p: pileNow,
  t: () => [heard().turn, toldIn(byId("challenge"))].filter(Boolean).join(" "),
  c: () => heard().counts,
  l: lastEvent,
};

/** Letters act on the page, Reveal and Slap only, without a modifier, and can be switched off. */
const onLetter = (event) => {
  const { key, ctrlKey, altKey, metaKey, shiftKey, isComposing, repeat } = event;
  if (ctrlKey || altKey || metaKey || shiftKey || isComposing || repeat) return;
  if (preference("letters", "yes") === "no" || !isOurs(event.target) || covered || wasOver) return;
  const letter = key.toLowerCase();
  if (letter === "m") toggleSound();
  if (Object.hasOwn(QUERIES, letter)) answer(QUERIES[letter]() ?? "");
};

const listenToQuestions = () => document.addEventListener("keydown", onLetter);
