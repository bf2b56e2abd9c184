// Polygons: the outline of several cells as one shape, drawn in from its edges, with round corners.

/** @typedef {[x: number, y: number]} Point */

/** @param {number} value */
const n = (value) => String(Math.round(value * 100) / 100);

/**
 * The outline around polygons that share whole sides and all run clockwise; no holes.
 * @param {Point[][]} polygons
 * @returns {Point[]}
 */
export function union(polygons) {
  /** @param {Point} p */
  const key = (p) => `${Math.round(p[0] * 100)} ${Math.round(p[1] * 100)}`;
  /** @type {Map<string, [Point, Point]>} */
  const sides = new Map();
  for (const polygon of polygons) {
    polygon.forEach((start, i) => {
      const end = polygon[(i + 1) % polygon.length];
      if (!sides.delete(`${key(end)}>${key(start)}`)) sides.set(`${key(start)}>${key(end)}`, [start, end]);
    });
  }
  const ways = new Map([...sides.values()].map((side) => [key(side[0]), side]));
  const first = ways.values().next().value;
  if (!first) return [];
  /** @type {Point[]} */
  const outline = [first[0]];
  for (let end = first[1]; key(end) !== key(first[0]) && outline.length < 999; ) {
    outline.push(end);
    end = (ways.get(key(end)) ?? first)[1];
  }
  return outline.filter((at, i) => {
    const a = outline[(i + outline.length - 1) % outline.length];
    const b = outline[(i + 1) % outline.length];
    return Math.abs((at[0] - a[0]) * (b[1] - at[1]) - (at[1] - a[1]) * (b[0] - at[0])) > 0.01;
  });
}

/**
 * @param {Point} start
 * @param {Point} end
 * @returns {Point}
 */
function inward(start, end) {
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const length = Math.hypot(dx, dy);
  return [-dy / length, dx / length];
}

/**
 * Every side moved inwards by `depth`; outwards if it is negative.
 * @param {Point[]} polygon
 * @param {number} depth
 * @returns {Point[]}
 */
export function inset(polygon, depth) {
  const { length } = polygon;
  return polygon.map((at, i) => {
    const a = inward(polygon[(i + length - 1) % length], at);
    const b = inward(at, polygon[(i + 1) % length]);
    const reach = depth / (1 + a[0] * b[0] + a[1] * b[1]);
    return [at[0] + (a[0] + b[0]) * reach, at[1] + (a[1] + b[1]) * reach];
  });
}

/**
 * Path data of a polygon whose corners are rounded, the inward ones too.
 * @param {Point[]} polygon
 * @param {number} radius
 */
export function rounded(polygon, radius) {
  const { length } = polygon;
  const pieces = polygon.map((at, i) => {
    const enter = towards(at, polygon[(i + length - 1) % length], radius);
    const leave = towards(at, polygon[(i + 1) % length], radius);
    return `${n(enter[0])} ${n(enter[1])}Q${n(at[0])} ${n(at[1])} ${n(leave[0])} ${n(leave[1])}`;
  });
  return `M${pieces.join("L")}Z`;
}

/**
 * @param {Point} start
 * @param {Point} end
 * @param {number} distance
 * @returns {Point}
 */
function towards(start, end, distance) {
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]);
  const share = length ? Math.min(distance, length / 2) / length : 0;
  return [start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share];
}

/**
 * A regular polygon, clockwise; its first corner lies `turn` degrees from the right.
 * @param {number} sides
 * @param {number} radius
 * @param {number} turn
 * @param {Point} centre
 * @returns {Point[]}
 */
export function regular(sides, radius, turn, centre = [0, 0]) {
  return Array.from({ length: sides }, (_, i) => {
    const angle = ((turn + (360 / sides) * i) * Math.PI) / 180;
    return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)];
  });
}

/**
 * @param {number} left @param {number} top @param {number} right @param {number} bottom
 * @returns {Point[]}
 */
export const box = (left, top, right, bottom) => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];

/** @param {Point[]} points */
export function bounds(points) {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
