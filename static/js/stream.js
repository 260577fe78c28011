// The life of the stream. hx-sse swaps what comes; here is what it leaves open: a first connection
// that fails is tried again, a line that died silently is dropped, and older pictures are not shown.

const SILENCE_MS = 35000; // the server says something every 15 s
const BANNER_MS = 2000;

let connection = null; // hx-sse's, from its public event
let connected = false; // `hello` has come on it
let ended = false; // `bye`, or no such table: never to be tried again
let heardAt = 0;
let leftMs = null; // of the window that was open when `hello` was sent
let retryTimer = 0;
let retries = 0;
let bannerTimer = 0;
let shownVersion = { epoch: "", version: -1 };

const showBanner = (shown) => {
  const banner = byId("banner");
  if (!banner) return;
  banner.hidden = !shown;
  if (shown) say("alert", byId("banner-says").textContent);
};

const lost = () => {
  connected = false;
  stream = "";
  if (!bannerTimer && !ended) bannerTimer = setTimeout(() => showBanner(true), BANNER_MS);
};

const found = () => {
  clearTimeout(bannerTimer);
  bannerTimer = retries = 0;
  connected = true;
  showBanner(false);
};

const connectAgain = () => {
  if (ended || retryTimer || table._htmx?.sse) return;
  lost();
  const delay = Math.min(300 * 2 ** retries, 2000);
  retries += 1;
  retryTimer = setTimeout(() => {
    retryTimer = 0;
    if (!table._htmx?.sse) htmx.trigger(table, "ers:retry");
  }, delay);
};

/** Whether a picture is newer than the one shown. A restarted server counts from the beginning. */
const isNewer = (id) => {
  const dash = id.lastIndexOf("-");
  const epoch = id.slice(0, dash);
  const version = Number(id.slice(dash + 1));
  if (epoch === shownVersion.epoch && version <= shownVersion.version) return false;
  shownVersion = { epoch, version };
  return true;
};

const dropConnection = () => {
  lost();
  if (connection?.reader) connection.reader.cancel();
  else connectAgain();
};

const followStream = (onPicture) => {
  table.addEventListener("hello", (event) => {
    const hello = JSON.parse(event.detail.data);
    stream = hello.stream ?? "";
    leftMs = hello.left_ms ?? null;
    // What comes next is the present picture, whatever was shown before.
    shownVersion = { epoch: "", version: -1 };
    found();
  });
  table.addEventListener("probe", (event) => ack(`p${event.detail.data}`));
  table.addEventListener("bye", (event) => {
    ended = true;
    lost();
    const banner = byId("banner");
    const said = banner?.dataset[event.detail.data];
    if (said) say("banner-says", said);
    byId("play-here").hidden = event.detail.data !== "replaced";
    banner.classList.add("last"); // nothing of the table is of any use behind it
    showBanner(true);
  });

  table.addEventListener("htmx:sse:before:connection", (event) => {
    if (ended) event.preventDefault();
    else lost();
  });
  table.addEventListener("htmx:sse:after:connection", (event) => {
    connection = event.detail.connection;
    heardAt = performance.now();
  });
  table.addEventListener("htmx:sse:before:message", (event) => {
    heardAt = performance.now();
    const { id, event: name } = event.detail.message;
    if (!name && !isNewer(id)) event.preventDefault();
  });
  table.addEventListener("htmx:sse:after:message", (event) => {
    if (!event.detail.message.event) onPicture();
  });

  table.addEventListener("htmx:response:error", (event) => {
    if (event.target === table && event.detail.ctx.response.status === 404) ended = true;
  });
  for (const name of ["htmx:error", "htmx:response:error", "htmx:sse:close"]) {
    table.addEventListener(name, (event) => {
      if (event.target === table) connectAgain();
    });
  }

  byId("play-here").addEventListener("click", () => location.reload());

  setInterval(() => {
    const silent = performance.now() - heardAt > SILENCE_MS;
    if (table._htmx?.sse && connection?.reader && silent) {
      heardAt = performance.now();
      dropConnection();
    }
  }, 5000);

  // What the system knows by now the stream itself would find out only by a long silence.
  window.addEventListener("offline", dropConnection);

  // A page out of the browser's cache shows the past: its stream begins anew with the present.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) dropConnection();
  });
  document.addEventListener("visibilitychange", () => {
    clearTimeout(bannerTimer);
    bannerTimer = 0;
    if (document.hidden) {
      // The clock of a game that nobody races in stops before the stream ends.
      pause({ keepalive: true });
    } else if (!connected) {
      lost();
    }
  });
  lost();
};
