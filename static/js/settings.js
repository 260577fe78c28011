// This browser's settings: attributes of <html>, changed at once, and kept on the server.

let keeping = Promise.resolve(); // one after the other: the last choice is the one that is kept

/** Change a setting here and on the server. Resolves to whether it was kept. */
const choose = (name, value) => {
  settings[name] = value;
  keeping = keeping.then(async () => {
    const { status } = await post("/settings", { [name]: value }, { keepalive: true, tries: 4 });
    return status === 204;
  });
  return keeping;
};

const settingsForm = byId("settings");

if (settingsForm) {
  settingsForm.classList.add("at-once");
  settingsForm.addEventListener("input", ({ target }) => {
    const output = target.parentElement.querySelector("output");
    if (output) output.textContent = target.value;
  });
  settingsForm.addEventListener("change", async ({ target }) => {
    const { saved, unsaved } = byId("kept").dataset;
    say("kept", "");
    say("kept", (await choose(target.name, target.value)) ? saved : unsaved);
  });
}
