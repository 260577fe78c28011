// A link match before its deal: the waiting room, what its people press there, and the seats that
// this browser holds, which may change between deals.

const lobby = byId("lobby");
const mySittings = table ? table.dataset.sitting.split(" ").filter(Boolean) : [];

let hosting = table?.classList.contains("hosting");
let sitters = null; // by sitting: what was said of each last
let news = []; // what this picture gives to say
let counting = false; // the deal is counted down to
let freshening = false; // the words of changed rules are being fetched
let leaving = false; // a page that goes home must not be called back

/** Whether this was kept last in this tab; without storage: whether it has just been reloaded. */
const keptLast = (differs) => {
  try {
    const was = sessionStorage.getItem("differs");
    sessionStorage.setItem("differs", differs);
    return was === differs;
  } catch {
    return performance.getEntriesByType("navigation")[0].type === "reload";
  }
};

/** The page is for other seats than this browser's: once for each way to differ, or it goes round. */
const reloadPage = () => {
  const { holders, coming } = picture();
  const { sitting, seats } = table.dataset;
  const differs = [table.dataset.tableId, sitting, seats, holders, coming].join("/");
  if (leaving || keptLast(differs)) return;
  const here = [...holders.split(" "), ...coming.split(" ")];
  // Whoever has lost their seat reads so on the page that comes.
  if (mySittings.length && !mySittings.some((each) => here.includes(each))) location.hash = "unseated";
  location.reload();
};

/** Whether the seats that this browser's sittings hold are those for which the page was made. */
const isMine = () => {
  const { holders, coming } = picture();
  const held = holders.split(" ");
  const seats = held.flatMap((sitting, seat) => (mySittings.includes(sitting) ? [seat] : []));
  const here = [...held, ...coming.split(" ")];
  const seated = mySeats.length > 0 || !stream; // only a seat's stream has a name
  return seated && String(seats) === String(mySeats) && mySittings.every((each) => here.includes(each));
};

/** Who came, became ready, or has gone: once, and not what this browser did itself. */
const announceRoom = () => {
  const now = new Map();
  for (const { dataset } of table.querySelectorAll("#here [data-sitting]")) {
    if (!mySeats.includes(Number(dataset.seat))) now.set(dataset.sitting, { ...dataset });
  }
  const { starts } = picture();
  if (starts && !counting) news.push(toldIn(byId("status")));
  for (const [sitting, { told }] of now) {
    if (sitters && sitters.get(sitting)?.told !== told) news.push(told);
  }
  for (const [sitting, { gone }] of sitters ?? []) {
    if (!now.has(sitting) && !starts && !counting) news.push(gone);
  }
  sitters = now;
  counting = Boolean(starts);
  if (news.length) say("live", news.join(" "));
  news = [];
};

/** Rules that the host has changed: their words come from a page as it would be drawn now. */
const freshTerms = async () => {
  const { changes } = picture();
  if (freshening || changes === (table.dataset.changes ?? "0")) return;
  freshening = true;
  try {
    const answer = await fetch(location.pathname);
    if (!answer.ok) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const what of [".terms", "#again-here"]) {
      const fresh = page.querySelectorAll(what);
      document.querySelectorAll(what).forEach((old, i) => old.replaceChildren(...fresh[i].childNodes));
    }
    table.dataset.changes = changes;
    say("live", toldIn(table.querySelector("#room .news")));
    freshening = false;
    freshTerms();
  } catch {
    // Nobody is to say that they are ready for rules that were never shown.
    setTimeout(() => {
      freshening = false;
      freshTerms();
    }, 1000);
  }
};

const drawHosting = () => {
  const { host } = picture();
  const was = hosting;
  hosting = host !== "" && mySeats.includes(Number(host));
  table.classList.toggle("hosting", hosting);
  if (hosting && !was) {
    byId("invite-others").open = true;
    news.push(byId("start").dataset.hosting);
    notice(byId("start").dataset.hosting);
  }
  const { why } = table.querySelector("#room > *")?.dataset ?? {};
  write(byId("start-why"), why || byId("start-why").dataset.now);
  byId("start").setAttribute("aria-disabled", String(Boolean(why)));
};

const drawReady = () => {
  const ready = table.querySelector(`#sitter-${mySeats[0]}`)?.classList.contains("ready");
  const button = byId("ready-up");
  button.setAttribute("aria-disabled", String(Boolean(ready)));
  write(button, ready ? button.dataset.is : button.dataset.not);
};

/** Whom the host was about to remove may have gone by then. */
const drawRemoving = () => {
  const dialog = byId("removing");
  if (dialog.open && !table.querySelector(`#here [data-sitting="${dialog.dataset.whom}"] .remove`)) {
    dialog.close();
  }
};

const drawRoom = () => {
  if (!lobby) return;
  if (!isMine()) return reloadPage();
  if (mySeats.length) {
    drawHosting();
    drawReady();
    drawRemoving();
  }
  announceRoom();
  freshTerms();
};

const ask = async (action, fields) => {
  notice("");
  const { status, sentence } = await post(address(action), fields, { tries: 3 });
  if (status !== 204) notice(sentence || byId("notice").dataset.unsent);
};

const begin = ({ target }) => {
  if (target.getAttribute("aria-disabled") !== "true") {
    ask(target.id === "start" ? "start" : "ready", { seed: hex(16) });
  }
};

const askToRemove = (button) => {
  const { sitting, seat } = button.closest("[data-sitting]").dataset;
  say("removing-title", button.dataset.sure);
  say("removing-what", button.dataset.what);
  Object.assign(byId("removing").dataset, { whom: sitting, seat });
  byId("removing").showModal();
};

const listenToRoom = () => {
  if (!lobby) return;
  if (location.hash === "#unseated") {
    history.replaceState(null, "", location.pathname);
    if (!mySeats.length) notice(lobby.dataset.unseated);
  }
  // Out of the browser's cache it would show somebody else's past.
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
  if (!mySeats.length) return;
  const removing = byId("removing");
  byId("leave-form").addEventListener("submit", () => (leaving = true));
  byId("start").addEventListener("click", begin);
  byId("ready-up").addEventListener("click", begin);
  byId("here").addEventListener("click", ({ target }) => {
    const button = target.closest(".remove");
    if (button) askToRemove(button);
  });
  byId("keep-seat").addEventListener("click", () => removing.close());
  byId("remove-seat").addEventListener("click", () => {
    removing.close();
    ask("remove", { seat: removing.dataset.seat, sitting: removing.dataset.whom });
  });
};
