// What the page shows: the table's own element, and the attributes of the newest picture.

const table = document.getElementById("table");
const byId = (id) => document.getElementById(id);
const address = (action) => `/t/${table.dataset.tableId}/${action}`;

// The seats of whoever looks at this page: classes `you-0`, `you-1` …
const mySeats = table
  ? Array.from(table.classList, (name) => /^you-(\d)$/.exec(name)?.[1]).filter(Boolean).map(Number)
  : [];

/** The newest picture's attributes; empty before the first one. */
const picture = () => byId("state")?.querySelector("[data-stage]")?.dataset ?? {};

const playing = () => picture().table === "playing";

/** A sentence for this player: information in #notice, gone with the next card. */
const notice = (sentence) => {
  const place = byId("notice");
  if (place && place.textContent !== sentence) place.textContent = sentence;
};

const say = (id, sentence) => {
  const place = byId(id);
  if (place) place.textContent = sentence;
};

const flash = (element, name, ms) => {
  if (!element) return;
  element.classList.add(name);
  clearTimeout(element[`${name}Timer`]);
  element[`${name}Timer`] = setTimeout(() => element.classList.remove(name), ms);
};
