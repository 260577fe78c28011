// What is to be handed on: copied, or selected where it cannot be, or given to the system's own
// sheet. A link stands in a field, a text that is shared in a paragraph.

const selectAll = (place) => {
  if (!place.select) return getSelection().selectAllChildren(place);
  place.focus();
  place.select();
};

const copyFrom = async (place, told, { copied, byHand }) => {
  told.textContent = "";
  try {
    await navigator.clipboard.writeText(place.value ?? place.textContent);
    told.textContent = copied;
  } catch {
    selectAll(place);
    told.textContent = byHand;
  }
};

const handOn = (link) => {
  const field = link.querySelector(".address");
  const copy = link.querySelector(".copy");
  const share = link.querySelector(".share");
  copy.hidden = false;
  copy.addEventListener("click", () => copyFrom(field, link.querySelector(".told"), copy.dataset));
  field.addEventListener("focus", () => field.select());
  share.hidden = !navigator.share;
  share.addEventListener("click", () => {
    // Whoever closes the sheet has changed their mind: nothing to tell.
    navigator.share({ url: field.value }).catch(() => {});
  });
};

/** A text comes with its button, at a table only once the game is over. */
const showShared = () => {
  for (const box of document.querySelectorAll(".hand-on.text")) {
    const where = box.querySelector(".where");
    if (where.textContent.startsWith("/")) where.prepend(location.origin);
    box.querySelector(".send").hidden = false;
  }
};

const send = async (button) => {
  const box = button.closest(".hand-on");
  const text = box.querySelector(".shared");
  try {
    await navigator.share({ text: text.textContent });
  } catch (error) {
    // No such sheet here; whoever has closed one has changed their mind.
    if (error.name !== "AbortError") copyFrom(text, box.querySelector(".told"), button.dataset);
  }
};

for (const link of document.querySelectorAll(".hand-on:not(.text)")) handOn(link);
showShared();
document.addEventListener("click", ({ target }) => {
  const button = target.closest(".send");
  if (button) send(button);
});
