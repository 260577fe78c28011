// This browser's settings: attributes of <html>, changed at once, and kept on the server.

let keeping = Promise.resolve(); // one after the other: the last choice is the one that is kept

/** Change a setting here and on the server. Resolves to whether it was kept. */
const choose = (name, value) => {
  // What one button had turned for them, a hand with two turns itself again.
  if (table && name === "hand" && settings.hand === "one" && value !== "one") post(address("auto"), { on: "no" });
  settings[name] = value;
  // Wherever it is offered on this page, it says what was chosen.
  for (const control of document.querySelectorAll(`form[action="/settings"] [name="${name}"]`)) {
    if (control.type === "radio") control.checked = control.value === value;
    else control.value = value;
  }
  keeping = keeping.then(async () => {
    const { status } = await post("/settings", { [name]: value }, { keepalive: true, tries: 4 });
    return status === 204;
  });
  return keeping;
};

// The page of all settings, and the few of them in a table's menu.
for (const form of document.querySelectorAll('form[action="/settings"]')) {
  form.classList.add("at-once");
  form.addEventListener("input", ({ target }) => {
    const output = target.parentElement.querySelector("output");
    if (output) output.textContent = target.value;
  });
  form.addEventListener("change", async ({ target }) => {
    const kept = await choose(target.name, target.value);
    const { saved, unsaved } = byId("kept")?.dataset ?? {};
    say("kept", "");
    say("kept", kept ? saved : unsaved);
  });
}
