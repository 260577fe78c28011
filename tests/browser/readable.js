// What of a page's words cannot be read, and which of its targets a finger cannot hit: an
// expression, {lostWords, smallTargets, buriedTargets}.
(() => {
  // The photo finish lies over the labels for a moment, and skip links come with focus.
  const APART = ".vh, .skip, .finish, [inert], noscript";
  // These lie over the page on purpose, and go away or can be scrolled out of the way.
  const OVER = ".foot, #banner, #notice";
  // A hand-over takes no finger at first, on purpose.
  const UNARMED = "#handing:has(#ready[aria-disabled='true']) .row";
  const TARGETS =
    "a[href], button, summary, select, input:not([type=hidden]), [tabindex='0'], [role=switch]";

  // Under an open dialog nothing can be reached.
  const dialog = document.querySelector("dialog:modal");

  const seen = (element) =>
    (!dialog || dialog.contains(element)) &&
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest(APART) &&
    // As .vh does, where there is no room for what is still said.
    getComputedStyle(element).clipPath !== "inset(50%)";

  const named = (element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} in #` +
    `${element.closest("[id]")?.id ?? ""}`;

  const shared = (one, other) => ({
    across: Math.min(one.right, other.right) - Math.max(one.left, other.left),
    down: Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  });

  const scrolls = (element) =>
    element.scrollHeight > element.clientHeight + 1 &&
    getComputedStyle(element).overflowY === "auto";

  /** Every line of visible text: {box, holder, said}. */
  const linesOf = (body) => {
    const lines = [];
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const said = walker.currentNode.data.trim();
      const holder = walker.currentNode.parentElement;
      if (!said || !seen(holder)) continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      for (const box of range.getClientRects()) if (box.width >= 1) lines.push({ box, holder, said });
    }
    return lines;
  };

  /** Does this line lie in a place that is scrolled sideways by itself, as a wide table is? */
  const aside = ({ box, holder }) => {
    const wide = holder.closest(".wide");
    if (!wide || getComputedStyle(wide).overflowX !== "auto") return false;
    const from = box.left - wide.getBoundingClientRect().left + wide.scrollLeft;
    return from >= -1 && from + box.width <= wide.scrollWidth + 1;
  };

  /** The element that hides a part of this line, if one does. */
  const cutBy = ({ box, holder }) => {
    for (let around = holder; around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (scrolls(around)) {
        // What scrolls down must not scroll sideways as well, but where it is made for that.
        const sideways = around.scrollWidth > around.clientWidth + 1;
        return sideways && !around.closest(".wide") ? around : null;
      }
      if (style.overflowX === "visible" || style.display === "inline") continue;
      const edge = around.getBoundingClientRect();
      // A line's box is taller than its letters.
      const short = shared(box, edge).down < box.height * 0.7;
      if (short || box.left < edge.left - 1 || box.right > edge.right + 1) return around;
    }
    return null;
  };

  const collide = (one, other) => {
    if (one.holder === other.holder) return false;
    if (one.holder.closest(OVER) || other.holder.closest(OVER)) return false;
    const { across, down } = shared(one.box, other.box);
    return across > 1 && down > Math.min(one.box.height, other.box.height) * 0.4;
  };

  /** Does this line leave its own button, or lie on one that it is no part of? */
  const misses = ({ box, holder }) =>
    !holder.closest(`.key, .chip, ${OVER}`) &&
    [...document.querySelectorAll("button, .button")].some((button) => {
      if (!seen(button) || button.closest(OVER)) return false;
      const edge = button.getBoundingClientRect();
      const { across, down } = shared(box, edge);
      if (!button.contains(holder)) return across > 1 && down > box.height * 0.4;
      return across < box.width - 1 || down < box.height * 0.7;
    });

  const lostWords = () => {
    const lines = linesOf(document.body);
    const { clientWidth, scrollWidth } = document.documentElement;
    const lost = scrollWidth > clientWidth ? ["the page scrolls sideways"] : [];
    for (const [i, line] of lines.entries()) {
      const { box, holder, said } = line;
      // Nobody can scroll beyond the page's edges.
      const beyond = box.left < -1 || box.right > clientWidth + 1;
      if (beyond && !aside(line)) lost.push(`off: ${said} (${named(holder)})`);
      if (misses(line)) lost.push(`beside its button: ${said} (${named(holder)})`);
      const cutter = cutBy(line);
      if (cutter && !(cutter.matches(".wide") && aside(line))) lost.push(`cut: ${said} (by ${named(cutter)})`);
      for (const other of lines.slice(i + 1)) {
        if (collide(line, other)) lost.push(`over each other: ${said} / ${other.said}`);
      }
    }
    return [...new Set(lost)];
  };

  // A link in a sentence is as large as its words, and a hidden control as what it lies in.
  const smallTargets = (least) => {
    const small = [];
    for (const target of document.querySelectorAll(TARGETS)) {
      if (!seen(target) && getComputedStyle(target).opacity !== "0") continue;
      if (target.closest("[inert], .skip") || target.matches("p a")) continue;
      const { width, height } = (target.closest("label") ?? target).getBoundingClientRect();
      if (width && (width < least - 0.5 || height < least - 0.5)) {
        small.push(`${named(target)} ${width.toFixed(0)}x${height.toFixed(0)}`);
      }
    }
    return small;
  };

  // What a finger on the middle of a control would press instead.
  const buriedTargets = () => {
    const buried = [];
    for (const target of document.querySelectorAll(TARGETS)) {
      if (!seen(target) || target.closest(".skip") || target.disabled) continue;
      if (target.closest(UNARMED)) continue;
      target.scrollIntoView({ block: "center" });
      const box = target.getBoundingClientRect();
      const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      const reached = found && (target.contains(found) || found.closest("label")?.contains(target));
      if (!reached) buried.push(`${named(target)} under ${found ? named(found) : "nothing"}`);
    }
    return buried;
  };

  return { lostWords, smallTargets, buriedTargets };
})();
