// What a reader would miss on a page outside the table: too wide, cut, covered, or laid over something else.
async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  const wrong = [];
  const name = (element) => `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ""} "${element.textContent.trim().slice(0, 30)}"`;
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".visually-hidden, .live, [aria-hidden=true], axio-board, svg, details:not([open]) > :not(summary)");
  const far = document.documentElement.scrollWidth - innerWidth;
  if (far > 1) wrong.push(`the page is ${far} pixels too wide`);
  const inside = (inner, outer) => inner.left >= outer.left - 1.5 && inner.right <= outer.right + 1.5 && inner.top >= outer.top - 4 && inner.bottom <= outer.bottom + 4;
  const words = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const shortened = (element) => !!element.closest("*") && [element, ...element.querySelectorAll("*")].some((each) => getComputedStyle(each).textOverflow === "ellipsis");
  const controls = [...document.querySelectorAll("main a, main button, main select, main input, main label, .bar a, .bar button, dialog[open] button, dialog[open] a")].filter(seen)
    .filter((each) => !each.matches("input[type=radio], input[type=checkbox], input[type=file]"));
  for (const each of controls) {
    const box = each.getBoundingClientRect();
    if (box.left < -1 || box.right > innerWidth + 1) wrong.push(`${name(each)} leaves the screen`);
    const boxed = each.matches(".button, .bot-card, .table-link, .counts label");
    if (boxed && each.textContent && !shortened(each) && !inside(words(each), box)) wrong.push(`${name(each)} does not hold its words`);
    if (each.matches(".button, .icon, select, input") && Math.min(box.width, box.height) < 24) wrong.push(`${name(each)} is only ${Math.round(box.width)} x ${Math.round(box.height)}`);
  }
  const lying = controls.filter((each) => each.matches(".button, select, input, .icon, .quiet-link, .table-link") && getComputedStyle(each).position === "static");
  for (const [i, one] of lying.entries()) for (const other of lying.slice(i + 1)) {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    if (one.contains(other) || a.left >= b.right - 2 || b.left >= a.right - 2 || a.top >= b.bottom - 2 || b.top >= a.bottom - 2) continue;
    wrong.push(`${name(one)} lies over ${name(other)}`);
  }
  for (const each of document.querySelectorAll("main h1, main h2, main h3, main p, main li, main td, main th, main dd, main legend, main figcaption, .bar h1")) {
    const { fontSize, lineHeight } = getComputedStyle(each);
    if (seen(each) && each.textContent.trim() && parseFloat(lineHeight) < parseFloat(fontSize)) wrong.push(`${name(each)} has lines that lie over each other`);
    if (!seen(each) || !each.textContent.trim() || each.scrollWidth <= each.clientWidth + 1 || !each.clientWidth) continue;
    const { overflowX } = getComputedStyle(each);
    if (overflowX === "hidden" && !shortened(each)) wrong.push(`${name(each)} is cut`);
    if (overflowX === "visible" && words(each).right > innerWidth + 1 && !each.closest("[class*=scroll]")) wrong.push(`${name(each)} runs off the screen`);
  }
  return wrong;
}
