/**
 * The JSON object in a reply: a fenced block marked as JSON first, then everything from the first `{` to the last `}`, then the
 * only balanced object in the text. Several objects and no rule to choose means none: to guess would be to invent.
 */
export function extractJson(text: string): Readonly<Record<string, unknown>> | undefined {
  const fenced = /```json\s*\n([\s\S]*?)\n\s*```/i.exec(text)?.[1];
  const first = text.indexOf('{');
  const last = text.lastIndexOf('}');
  const greedy = first !== -1 && last > first ? text.slice(first, last + 1) : undefined;
  const objects = balancedObjects(text);
  for (const candidate of [fenced, greedy, objects.length === 1 ? objects[0] : undefined]) {
    const value =
      candidate === undefined ? undefined : (parseObject(candidate) ?? parseObject(withoutTrailingCommas(candidate)));
    if (value !== undefined) return value;
  }
  return undefined;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The commonest slip of models, mended outside of strings. */
function withoutTrailingCommas(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (piece) => (piece === ',' ? '' : piece));
}

/** Every balanced top-level `{…}`, braces in strings aside. */
function balancedObjects(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"|[{}]/g)) {
    if (token === '{') {
      if (depth === 0) start = index;
      depth += 1;
    } else if (token === '}' && depth > 0) {
      depth -= 1;
      if (depth === 0) found.push(text.slice(start, index + 1));
    }
  }
  return found;
}
