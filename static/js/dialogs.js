// The dialogs over the table: the menu, which is also the pause panel; the hand-over between two
// people. They are real dialogs, so that what lies under them can be neither
// reached nor heard, and the focus goes back to where it was.

const ARMED_MS = 500; // a late slap must not press Ready
const READABLE_MS = 700; // a collected pile is read before anybody is asked

const menu = byId("menu");
const handing = byId("handing");

let menuAsked = false; // by its button, where there is nothing to pause or others play on
let armedAt = Infinity;
let handingTimer = 0;

const paused = () => picture().table === "paused";

/** Whether a dialog lies over the table: then no key of the table's acts. */
const covered = () => [menu, handing].some((dialog) => dialog?.open);

const show = (dialog, shown) => {
  if (!dialog || dialog.open === shown) return;
  if (shown) {
    handsDown.clear(); // what was held down before it slaps nothing after it
    dialog.showModal();
    return;
  }
  dialog.close();
  // Back on Menu or Pause the next slap by key would press that button.
  if (!isOurs(document.activeElement)) table.focus({ preventScroll: true });
};

const drawMenu = () => {
  const stopped = paused() && mySeats.length > 0;
  menu.classList.toggle("paused", stopped);
  menu.classList.toggle("running", link && playing());
  const away = link && playing() && mySeats.length > 0;
  menu.classList.toggle("away", away);
  const titles = byId("menu-title").dataset;
  write(byId("menu-title"), stopped ? titles.paused : away ? titles.away : titles.menu);
  show(menu, stopped || menuAsked);
};

const arm = () => {
  if (!handing?.open) return;
  const armed = performance.now() >= armedAt;
  byId("ready").setAttribute("aria-disabled", String(!armed));
  if (!armed) setTimeout(arm, armedAt - performance.now());
};

const openHanding = () => {
  handingTimer = 0;
  if (picture().table !== "handover" || handing.open) return;
  show(handing, true);
  armedAt = performance.now() + ARMED_MS;
  arm();
};

const drawHanding = () => {
  if (!handing) return;
  if (picture().table !== "handover") {
    clearTimeout(handingTimer);
    handingTimer = 0;
    show(handing, false);
  } else if (!handingTimer && !handing.open) {
    const taken = table.querySelector("#pile .taken") !== null;
    handingTimer = setTimeout(openHanding, taken ? READABLE_MS : 0);
  }
};

const drawDialogs = () => {
  drawMenu();
  drawHanding();
};

const goOnPlaying = () => post(address("resume"), {}, { tries: 3 });

const takeOver = () => {
  if (performance.now() < armedAt) return;
  const asks = byId("ask-no-more").checked ? "no" : "yes";
  post(address("ready"), { asks }, { tries: 3 });
};

const openMenu = () => {
  if (!link && mySeats.length && (playing() || picture().table === "handover")) {
    pause();
  } else {
    menuAsked = true;
    drawMenu();
  }
};

const openKeys = () => {
  byId("keys").open = true;
  openMenu();
};

const closeMenu = () => {
  menuAsked = false;
  if (paused() && mySeats.length) goOnPlaying();
  else drawMenu();
};

/** What happened, as it stands now. */
const logNow = () => byId("log").firstElementChild?.cloneNode(true) ?? "";

const listenToDialogs = () => {
  // What unfolds in the menu is brought into view; `toggle` does not bubble.
  menu.addEventListener("toggle", ({ target }) => {
    if (target.id === "so-far") target.lastElementChild.replaceChildren(logNow());
    if (target.open && target !== menu) target.scrollIntoView({ block: "nearest" });
  }, true);
  table.addEventListener("htmx:after:request", ({ target }) => {
    if (target.closest("#sheet form")) htmx.trigger("#sheet", "ers:over");
    if (target.name === "window_ms" && byId("in-force").open) htmx.trigger("#in-force", "toggle");
  });
  byId("menu-button").addEventListener("click", openMenu);
  byId("close-menu").addEventListener("click", closeMenu);
  menu.addEventListener("cancel", (event) => {
    event.preventDefault();
    closeMenu();
  });
  // Whatever was asked before it was left is asked afresh.
  menu.addEventListener("close", () => {
    menuAsked = false;
    for (const part of menu.querySelectorAll("details")) part.open = false;
  });
  if (!handing) return;
  byId("ready").addEventListener("click", takeOver);
  // Esc pauses; the hand-over comes again after that.
  handing.addEventListener("cancel", (event) => {
    event.preventDefault();
    pause();
  });
};
