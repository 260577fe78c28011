// How long the day still lasts: counted on from what the server has said, by how much time has
// passed here, so that it does not matter what a device takes the time of day for.

const came = Date.now();
const MINUTE_MS = 60_000;
const twoDigits = (number) => String(number).padStart(2, "0");

/** Hours, minutes and seconds, "4:59:12". */
const lasts = (ms) => {
  const s = Math.ceil(ms / 1000);
  return [Math.floor(s / 3600), twoDigits(Math.floor(s / 60) % 60), twoDigits(s % 60)].join(":");
};

/** When that is by this person's clock on the wall. */
const wallTime = (ms) => {
  const at = new Date(Math.round((came + ms) / MINUTE_MS) * MINUTE_MS);
  return at.toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
};

/** The day is over: what began its try does so no more, and there is a way to the next one. */
const changeDays = (place) => {
  const { over, leads } = place.dataset;
  if (!leads) return place.replaceChildren(over);
  if (place.querySelector("a")) return;
  const link = document.createElement("a");
  link.href = leads;
  link.textContent = over;
  place.replaceChildren(link);
  const start = document.querySelector("button[data-ends]");
  if (start && document.activeElement === start) link.focus();
  if (start) start.disabled = true;
};

const countDown = (place) => {
  const { left, at } = place.dataset;
  const rest = Number(left) - (Date.now() - came);
  if (rest <= 0) return changeDays(place);
  place.textContent = at.replace("{time}", wallTime(Number(left))).replace("{left}", lasts(rest));
};

const countAllDown = () => document.querySelectorAll("[data-left]").forEach(countDown);

countAllDown();
setInterval(countAllDown, 1000);
