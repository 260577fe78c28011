// What the page shows: the table's own element, and the attributes of the newest picture.

const table = document.getElementById("table");
const byId = (id) => document.getElementById(id);
const address = (action) => `/t/${table.dataset.tableId}/${action}`;

// The seats of whoever looks at this page: none for a spectator, two where two people share it.
const mySeats = table ? table.dataset.seats.split(" ").filter(Boolean).map(Number) : [];
const pair = mySeats.length > 1;
const link = table?.dataset.mode === "link"; // nobody stops the clock that others play by

/** What this browser chose (its settings): attributes of the page, which the server wrote. */
const settings = document.documentElement.dataset;

/** The newest picture's attributes; empty before the first one. */
const picture = () => byId("state")?.querySelector("[data-stage]")?.dataset ?? {};

/** At a table that listens a window begins when its card was spoken. */
const listens = () => table.dataset.listening === "yes" && picture().phase === "window";

const playing = () => picture().table === "playing";

/** Information for this player, not an error; gone with the next card. */
const notice = (sentence) => {
  say("notice", sentence);
  if (sentence) say("alert", sentence);
};

/** Text of an element, replaced only where it differs: what stays must not be read out again. */
const say = (id, sentence) => {
  const place = byId(id);
  if (place && place.textContent !== sentence) place.textContent = sentence;
};

const flashes = new WeakMap();

/** A class for a moment, begun afresh where it is on already. */
const flash = (element, name, ms) => {
  element.classList.add(name);
  clearTimeout(flashes.get(element));
  flashes.set(element, setTimeout(() => element.classList.remove(name), ms));
};
