// Posts: what the page tells the server, and the one sentence that comes back.

const hex = (bytes) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

const later = (ms) => new Promise((done) => setTimeout(done, ms));

const TOO_MANY = 429;
const LONGEST_WAIT_MS = 10000;

/** For how long a server that is asked too often wants to be left alone. */
const waitOf = ({ headers }) =>
  Math.min(Number(headers.get("Retry-After")) * 1000 || 1000, LONGEST_WAIT_MS);

/**
 * Send a form, several times where the line fails: what a repetition must not do twice carries a
 * `cmd`. Plain fetch, because htmx would queue a press behind the one before it.
 * Returns {status, sentence}; status 0 means that nothing was heard.
 */
const post = async (path, fields, { keepalive = false, tries = 1 } = {}) => {
  for (let attempt = 1; ; attempt += 1) {
    const last = attempt === tries;
    let wait = 150 * attempt;
    try {
      const answer = await fetch(path, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers: { "HX-Request": "true" },
        keepalive,
        signal: AbortSignal.timeout(4000),
      });
      const sentence = answer.ok ? "" : await answer.text();
      if (last || ![TOO_MANY, 503].includes(answer.status)) {
        return { status: answer.status, sentence };
      }
      if (answer.status === TOO_MANY) {
        notice(sentence);
        wait = waitOf(answer);
      }
    } catch {
      if (last) return { status: 0, sentence: "" };
    }
    await later(wait);
  }
};

// htmx's own forms go out again by themselves too; start.js shows the sentence meanwhile.
document.addEventListener("htmx:response:error", ({ target, detail: { ctx } }) => {
  if (ctx.response.status !== TOO_MANY || !(target instanceof HTMLFormElement)) return;
  setTimeout(() => {
    if (target.isConnected) target.requestSubmit(ctx.request.submitter);
  }, waitOf(ctx.response));
});
