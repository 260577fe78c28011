// Posts: what the page tells the server, and the one sentence that comes back.

const hex = (bytes) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

const later = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Send a form, several times where the line fails: what a repetition must not do twice carries a
 * `cmd`. Plain fetch, because htmx would queue a press behind the one before it.
 * Returns {status, sentence}; status 0 means that nothing was heard.
 */
const post = async (path, fields, { keepalive = false, tries = 1 } = {}) => {
  for (let attempt = 1; ; attempt += 1) {
    const last = attempt === tries;
    try {
      const answer = await fetch(path, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers: { "HX-Request": "true" },
        keepalive,
        signal: AbortSignal.timeout(4000),
      });
      if (answer.status !== 503 || last) {
        return { status: answer.status, sentence: answer.ok ? "" : await answer.text() };
      }
    } catch {
      if (last) return { status: 0, sentence: "" };
    }
    await later(150 * attempt);
  }
};
