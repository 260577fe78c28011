// A replay without reloading: steps come in blocks, drawn by the server, and the address follows the
// step that is shown. Without this script every way on is a link, and the slider a form.

const replay = document.getElementById("replay");
const byId = (id) => document.getElementById(id);
const slider = byId("at");
const status = byId("status");
const play = byId("play");
const address = document.querySelector(".hand-on .address");
const last = Number(replay.dataset.last);
const size = Number(replay.dataset.block);

const BLOCKS_KEPT = 12;
const AHEAD = 12; // steps before a block's end at which the next one is fetched
const SETTLED_MS = 120; // a slider on its way asks for nothing that it only passes
const SHORTEST_MS = 350; // at any speed: more than three cards a second would be flashes

const blocks = new Map(); // by number: a promise of its steps, and the steps once they are there

const fetched = async (number) => {
  const answer = await fetch(`/replay/${replay.dataset.game}/steps/${number}`);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
};

/** A block that is there or on its way. */
const block = (number) => {
  let found = blocks.get(number);
  if (!found) {
    found = { coming: fetched(number), steps: null };
    blocks.set(number, found);
    found.coming
      .then((steps) => (found.steps = steps))
      .catch(() => blocks.delete(number)); // asked for again when it is wanted again
    if (blocks.size > BLOCKS_KEPT) blocks.delete(blocks.keys().next().value);
  }
  return found;
};

const blockOf = (n) => block(Math.floor(n / size));
const within = (n) => Math.max(0, Math.min(last, n));

let wanted = Number(slider.value);
let shown = null; // the step that is drawn; null until the first block is there
const drawn = new Map(); // by region: its HTML as it came

const lead = (id, n) => {
  const link = byId(`to-${id}`); // the cards' back has the other name
  link.setAttribute("href", `?at=${n ?? wanted}`);
  // It stays where it is and keeps the focus: it only leads nowhere else.
  link.toggleAttribute("aria-disabled", n === null || n === wanted);
  if (link.hasAttribute("aria-disabled")) link.setAttribute("aria-disabled", "true");
};

const draw = (step) => {
  shown = step;
  for (const [name, html] of Object.entries(step.regions)) {
    // What stays the same is not read out again.
    if (drawn.get(name) !== html) byId(name).innerHTML = html;
    drawn.set(name, html);
  }
  slider.value = step.n;
  slider.setAttribute("aria-valuetext", step.where);
  lead("first", 0);
  lead("back", within(step.n - 1));
  lead("on", within(step.n + 1));
  lead("last", last);
  lead("chance", step.chance);
  address.value = address.value.replace(/\d+$/, step.n);
  byId("unloaded").textContent = "";
};

/** Show a step; a later wish while its block is on its way takes its place. */
const go = async (n) => {
  wanted = within(n);
  const found = blockOf(wanted);
  const here = wanted;
  try {
    const steps = found.steps ?? (await found.coming);
    if (here !== wanted) return;
    draw(steps[here % size]);
    blockOf(within(here + AHEAD));
    blockOf(within(here - AHEAD));
    if (!timer) keepAddress();
  } catch {
    if (here !== wanted) return;
    stop();
    wanted = shown?.n ?? wanted;
    slider.value = wanted;
    byId("unloaded").textContent = replay.dataset.unloaded;
  }
};

let keeping = 0;

/** The address of what is shown, for reloading and for other tabs; browsers count such changes. */
const keepAddress = () => {
  clearTimeout(keeping);
  keeping = setTimeout(() => history.replaceState(null, "", `?at=${wanted}`), 300);
};

// Playing

let timer = 0;

const lies = () =>
  Math.max(SHORTEST_MS, (shown?.ms ?? 0) * document.querySelector("[name=speed]:checked").value);

const drawPlay = () => {
  play.setAttribute("aria-label", timer ? play.dataset.pause : play.dataset.play);
  play.classList.toggle("playing", Boolean(timer));
  // Whoever lets it run hears it only where it stops.
  status.setAttribute("aria-live", timer ? "off" : "polite");
};

const stop = () => {
  if (!timer) return;
  clearTimeout(timer);
  timer = 0;
  drawPlay();
  keepAddress();
};

const playOn = async () => {
  const mine = timer;
  await go(wanted + 1);
  if (timer !== mine) return; // stopped meanwhile
  if (wanted >= last) stop();
  else timer = setTimeout(playOn, lies());
};

const toggle = () => {
  if (timer) {
    stop();
    return;
  }
  if (wanted >= last) go(0);
  timer = setTimeout(playOn, lies());
  drawPlay();
};

/** Somebody goes by themselves: that ends the playing. */
const step = (n) => {
  stop();
  return go(n);
};

// Hands and keys

let sliding = 0;

slider.addEventListener("input", () => {
  const n = Number(slider.value);
  clearTimeout(sliding);
  const there = blocks.get(Math.floor(n / size))?.steps;
  if (!there) slider.removeAttribute("aria-valuetext"); // its number, until the card is known
  sliding = setTimeout(() => step(n), there ? 0 : SETTLED_MS);
});

replay.addEventListener("click", (event) => {
  const link = event.target.closest(".steps a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  step(Number(new URL(link.href).searchParams.get("at")));
});

play.addEventListener("click", toggle);

const KEYS = {
  ArrowLeft: () => step(wanted - 1),
  ArrowRight: () => step(wanted + 1),
  Home: () => step(0),
  End: () => step(last),
  " ": toggle,
};
const SHIFTED = {
  ArrowLeft: () => step(shown?.pileBack ?? wanted),
  ArrowRight: () => step(shown?.pileOn ?? wanted),
};

/** On any other control the browser's own behaviour wins: a button is pressed by Space. */
const forUs = ({ target, key }) =>
  target === document.body ||
  target.id === "page" ||
  target.matches("#at, .steps a") ||
  (target === play && key !== " ");

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const does = (event.shiftKey ? SHIFTED : KEYS)[event.key];
  if (!does || !forUs(event)) return;
  event.preventDefault();
  does();
});

const began = wanted; // what the server has drawn; somebody may have gone on by the time it comes
blockOf(began)
  .coming.then((steps) => {
    if (drawn.size) return;
    shown = steps[began % size];
    for (const region of Object.entries(shown.regions)) drawn.set(...region);
  })
  .catch(() => {}); // the page stands without it
