// What a screen reader hears by itself: one polite utterance a reveal, the card's name, the same for
// every card; and at once what concerns this player: their turn, and how a slap came out. The words
// are those of the page.

let saidFor = ""; // the reveal whose card was named last

const words = (selector) => table.querySelector(selector)?.textContent.trim() ?? "";

const announceCard = () => {
  if (!painted || painted.n === saidFor) return;
  saidFor = painted.n;
  say("live", Number(picture().n) > 0 ? words("#pile .newest .vh") : "");
};

const announce = () => {
  const own = mySeats.map((seat) => words(`#status [data-for="${seat}"]`)).find(Boolean);
  const settled = table.querySelector("#bar .finish") !== null;
  say("alert", own ?? (settled ? words('#status [data-for="others"]') : ""));
};
