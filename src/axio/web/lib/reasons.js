// Why the better move is better, in words: a template in each language, filled with facts that were computed.

import { colourNames, t } from "./i18n.js";

/** @param {{key: string, facts: Record<string, string | number>}} reason */
export function reasonText({ key, facts }) {
  const words = { ...facts };
  for (const name of ["colour", "colours"]) if (name in words) words[name] = colourNames(String(words[name]));
  return t(`because.${key}`, words);
}
