// The set-up form: steps of its numbers, choices that cannot be taken now, and its link. What the
// rules mean comes from the server at every change; without this script the form works as it stands.

const setupForm = byId("setup");

const chosen = (name, value) => setupForm.elements[name].value === value;

/** The boxes of what can be slapped; `slap_until_covered` is another rule's. */
const conditions = () => [...setupForm.querySelectorAll('.slaps [type="checkbox"]')];

const slappable = () =>
  conditions().filter((box) => box.checked).length + Number(chosen("jokers", "slap"));

/** What `data-needs` names: a box that is ticked, `any` condition, or `name=value`. */
const met = (need) => {
  const [name, value] = need.split("=");
  if (need === "any") return slappable() > 0;
  return value ? chosen(name, value) : setupForm.elements[name].checked;
};

/** The last condition stays while no honour asks: a game needs something to do. */
const isLast = (box) => box.checked && !setupForm.elements.challenges.checked && slappable() === 1;

const hold = (control, held) => {
  const part = control.matches("input") ? control : control.querySelector(".options, .stepper");
  if (part === control) control.setAttribute("aria-disabled", String(held));
  else part.inert = held;
  control.classList.toggle("held", held);
  const reason = byId(control.getAttribute("aria-describedby") ?? "");
  if (reason) reason.hidden = !held;
};

/**
 * Hold back what cannot be chosen, its reason beside it. What lost its ground by a change of `by` a
 * hand goes; what the server has refused stays as it was typed.
 */
const holdBack = (by) => {
  for (const control of setupForm.querySelectorAll("[data-needs]")) {
    const { needs } = control.dataset;
    const held = !met(needs);
    if (needs === "any") hold(control, held && control.checked); // unticked, it is the cause
    else {
      if (held && by === "hand" && control.checked) control.checked = false;
      hold(control, held && !control.checked);
    }
  }
  for (const box of conditions()) if (!box.dataset.needs) hold(box, isLast(box));
};

const stepBy = (button) => {
  const number = button.parentElement.querySelector("input");
  if (button.dataset.step > 0) number.stepUp();
  else number.stepDown();
  number.dispatchEvent(new Event("input", { bubbles: true }));
};

const copyLink = async () => {
  const link = byId("rules-link");
  const { copied, byHand } = byId("copy-link").dataset;
  if (!link) return;
  try {
    await navigator.clipboard.writeText(link.href);
    say("copied", copied);
  } catch {
    link.textContent = link.href;
    getSelection().selectAllChildren(link);
    say("copied", byHand);
  }
};

/** Beside the form the summary is always open; a bar at the foot begins closed. */
const wide = window.matchMedia("(min-width: 900px)");

const openSide = () => {
  byId("side").open = wide.matches;
};

let newer = false; // something was changed after the answer that comes was asked for

if (setupForm) {
  setupForm.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (step) stepBy(step);
    if (event.target.getAttribute("aria-disabled") === "true") event.preventDefault();
  });
  setupForm.addEventListener("input", () => {
    newer = true;
    say("copied", "");
    holdBack("hand");
  });
  byId("copy-link").addEventListener("click", copyLink);
  setupForm.addEventListener("htmx:before:request", () => (newer = false));
  // What was chosen meanwhile is not taken back: the next answer knows of it.
  setupForm.addEventListener("htmx:before:swap", (event) => newer && event.preventDefault());
  document.addEventListener("htmx:after:swap", () => holdBack("server"));
  holdBack("server");
  wide.addEventListener("change", openSide);
  openSide();
}
