/** Brackets within brackets that a stored text may have: whoever reads JSON is recursive, and a stack has an end. */
export const MOST_DEPTH = 256;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** How deep the brackets of a JSON text go, and about how many values it holds, before any parser goes down into it. */
export function shapeOfText(text: string): { readonly depth: number; readonly values: number } {
  let [open, depth, values] = [0, 0, 0];
  let isInside = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (isInside) {
      if (code === BACKSLASH) i += 1;
      else if (code === QUOTE) isInside = false;
    } else if (code === QUOTE) isInside = true;
    else if (code === COMMA) values += 1;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values += 1;
      open += 1;
      if (open > depth) depth = open;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) open -= 1;
  }
  return { depth, values };
}
