// Making elements. Nothing here ever parses markup: text from outside stays text.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | EventListener | ((event: any) => unknown)>} Attributes */

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function assign(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else if (value === false || value === null || value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  assign(element, attributes);
  append(element, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  assign(element, attributes);
  append(element, children);
  return element;
}

/**
 * @param {Node} parent
 * @param {Child[]} children
 */
function append(parent, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/**
 * Custom properties through the CSSOM, which a strict policy allows.
 * @template {HTMLElement | SVGElement} E
 * @param {E} element
 * @param {Record<string, string | number>} values
 * @returns {E}
 */
export function vars(element, values) {
  for (const [name, value] of Object.entries(values)) element.style.setProperty(name, String(value));
  return element;
}

/** Whether the reader wants no motion. @returns {boolean} */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
