/** Brackets within brackets that a stored text may have: whoever reads JSON is recursive, and a stack has an end. */
export const MOST_DEPTH = 256;

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Counts brackets outside of strings, before any parser goes down into them. */
export function nestsDeeper(text: string, most = MOST_DEPTH): boolean {
  let depth = 0;
  let isInside = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (isInside) {
      if (code === BACKSLASH) i += 1;
      else if (code === QUOTE) isInside = false;
    } else if (code === QUOTE) isInside = true;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      if (depth > most) return true;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}
