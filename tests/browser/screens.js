// What a player would miss at the table: covered, cut, off the screen, or too small to hit.
async () => {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);  // a new size is answered in the next
  const wrong = [];
  const shown = (element) => element && element.getClientRects().length > 0;
  const at = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2, box];
  };
  const check = (name, element, least) => {
    if (!shown(element)) return wrong.push(`${name} is not there`);
    const [x, y, box] = at(element);
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) wrong.push(`${name} leaves the screen`);
    const hit = document.elementFromPoint(x, y);
    if (!hit || !(element === hit || element.contains(hit) || hit.contains(element))) wrong.push(`${name} is covered by ${hit?.className?.baseVal ?? hit?.className}`);
    if (least && Math.min(box.width, box.height) < least) wrong.push(`${name} is only ${Math.round(box.width)} x ${Math.round(box.height)}`);
  };
  const q = (what) => document.querySelector(what);
  check("the board", q("axio-board .base"), 0);
  check("whose turn it is", q("#status"), 0);
  check("Place", q("#place"), 36);
  document.querySelectorAll("axio-rack button").forEach((tile, i) => check(`tile ${i + 1}`, tile, 36));
  document.querySelectorAll(".seat").forEach((seat, i) => check(`seat ${i + 1}`, seat, 0));
  document.querySelectorAll(".seat .track").forEach((track, i) => check(`track ${i + 1}`, track, 0));
  document.querySelectorAll(".tools button, .bar button, .bar a").forEach((tool) => shown(tool) && check(tool.id || tool.className, tool, 32));
  const shownGains = [...document.querySelectorAll(".gain")].filter((gain) => gain.textContent && shown(gain));
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  for (const gain of shownGains) {
    for (const other of document.querySelectorAll(".seat :is(.chip, .value, .groove, .who, .low, .marker:not(.ghostly))")) {
      if (shown(other) && meet(gain.getBoundingClientRect(), other.getBoundingClientRect())) wrong.push(`a gain lies on ${other.className.baseVal ?? other.className}`);
    }
  }
  const leads = document.querySelector(".lead:not([hidden])");
  if (leads) {
    check("who leads", leads, 13);
    for (const other of leads.closest(".seat").querySelectorAll(".lamp, .who, .low, .clock, .tracks")) {
      if (shown(other) && meet(leads.getBoundingClientRect(), other.getBoundingClientRect())) wrong.push(`the leader's star lies on ${other.className}`);
    }
  }
  const boxes = [".stage", ".scores", ".tray"].map((name) => [name, q(name).getBoundingClientRect()]);
  for (const [one, a] of boxes) for (const [other, b] of boxes) {
    if (one < other && a.left < b.right - 4 && b.left < a.right - 4 && a.top < b.bottom - 4 && b.top < a.bottom - 4) wrong.push(`${one} overlaps ${other}`);
  }
  const shortened = ({ textOverflow, display }) => textOverflow === "ellipsis" && !display.includes("flex"); // a flex box has none
  const cut = (element) => element.scrollWidth > element.clientWidth + 1 && !shortened(getComputedStyle(element));
  for (const element of document.querySelectorAll(".status, .gains-line, .seat .who, .value, .tool-name, .place")) {
    if (shown(element) && cut(element)) wrong.push(`${element.className} is cut`);
  }
  const says = q(".says");
  if (says.scrollHeight > says.clientHeight + 3) wrong.push("what is said is cut");
  if (document.documentElement.scrollHeight > innerHeight + 1 || document.documentElement.scrollWidth > innerWidth + 1) wrong.push("the page scrolls");
  return wrong;
}
