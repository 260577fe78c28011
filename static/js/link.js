// A link to hand on: copied, or selected where it cannot be, or given to the system's own sheet.

const handOn = (link) => {
  const field = link.querySelector(".address");
  const copy = link.querySelector(".copy");
  const share = link.querySelector(".share");
  const told = link.querySelector(".told");
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    told.textContent = "";
    try {
      await navigator.clipboard.writeText(field.value);
      told.textContent = copy.dataset.copied;
    } catch {
      field.focus();
      field.select();
      told.textContent = copy.dataset.byHand;
    }
  });
  field.addEventListener("focus", () => field.select());
  share.hidden = !navigator.share;
  share.addEventListener("click", () => {
    // Whoever closes the sheet has changed their mind: nothing to tell.
    navigator.share({ url: field.value }).catch(() => {});
  });
};

for (const link of document.querySelectorAll(".hand-on")) handOn(link);
