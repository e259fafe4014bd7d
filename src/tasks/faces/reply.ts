const MARK = /(?:final\s+)?answer\s*(?:is\s*)?[:=]\s*/gi;
const BEFORE = new Set(' \t\r\n*_`"\'“”‘’$([{');
const AFTER = new Set(' \t\r\n*_`"\'“”‘’$)]}.!,;');
const LONGEST = 100_000;

/** What follows the last "answer:" up to the end of its line; `undefined` where nothing is marked so. */
export function markedLine(reply: string): string | undefined {
  const tail = cut(reply);
  let end = -1;
  for (const match of tail.matchAll(MARK)) end = match.index + match[0].length;
  if (end < 0) return undefined;
  const rest = tail.slice(end).replace(/^[\s*_`]+/, '');
  const line = rest.indexOf('\n');
  return line < 0 ? rest : rest.slice(0, line);
}

/** The part of a reply that holds the answer, without what surrounds it: the marked line, else all of it. */
export function answerPart(reply: string): string {
  return strip(markedLine(reply) ?? cut(reply));
}

/** An answer stands at the end, so a reply past 100,000 characters loses its front. */
function cut(reply: string): string {
  return reply.length > LONGEST ? reply.slice(-LONGEST) : reply;
}

/** Without the quotes, brackets, markup and full stops that surround an answer; `\boxed{x}` is x. */
function strip(text: string): string {
  const inner = /\\boxed\{([^{}]*)\}/.exec(text)?.[1] ?? text;
  let low = 0;
  let high = inner.length;
  // By hand: a regular expression for the trailing run is quadratic on long runs elsewhere in the text.
  while (low < high && BEFORE.has(inner[low]!)) low += 1;
  while (high > low && AFTER.has(inner[high - 1]!)) high -= 1;
  return inner.slice(low, high);
}

/** The one word of `words` that the reply says, whatever its case; a reply that says two different ones says none. */
export function parseWord<W extends string>(reply: string, words: readonly W[]): W | undefined {
  const text = answerPart(reply);
  const lower = text.toLowerCase();
  const exact = words.find((word) => word.toLowerCase() === lower);
  if (exact !== undefined) return exact;
  const said = new Set(lower.match(/[a-z0-9_+-]+/g) ?? []);
  const found = words.filter((word) => said.has(word.toLowerCase()));
  return found.length === 1 ? found[0] : undefined;
}

/** The one whole number in [low, high] that the reply says; two different ones are none. */
export function parseInteger(reply: string, low: number, high: number): number | undefined {
  const found = wholeNumbers(answerPart(reply));
  const first = found[0];
  if (first === undefined || found.some((value) => value !== first)) return undefined;
  return first >= low && first <= high ? first : undefined;
}

/** Exactly `count` whole numbers in [low, high], in order. */
export function parseIntegers(reply: string, count: number, low: number, high: number): number[] | undefined {
  const found = wholeNumbers(answerPart(reply));
  return found.length === count && found.every((value) => value >= low && value <= high) ? found : undefined;
}

/** Whole numbers with an optional sign; digits inside a word or a decimal fraction are not one. */
function wholeNumbers(text: string): number[] {
  const found = text.replaceAll('−', '-').match(/(?<![\w.])[-+]?\d+(?![\w]|\.\d)/g) ?? [];
  return found.map(Number).map((value) => value + 0);
}

/** A number in [low, high] such as 0.75, .5 or 75%. */
export function parseNumber(reply: string, low: number, high: number): number | undefined {
  const found = answerPart(reply).match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?%?/gi) ?? [];
  const values = found.map((text) => (text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text)));
  const first = values[0];
  if (first === undefined || values.some((value) => value !== first)) return undefined;
  return first >= low && first <= high ? first : undefined;
}

/** A string of `length` symbols out of `symbols`, spaces and commas between them ignored. */
export function parseSymbols(reply: string, length: number, symbols: string): string | undefined {
  const text = answerPart(reply).replaceAll(/[\s,]+/g, '');
  if (text.length !== length) return undefined;
  for (const symbol of text) if (!symbols.includes(symbol)) return undefined;
  return text;
}
