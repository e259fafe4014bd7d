const MARK = /(?:final\s+)?answer\s*(?:is\s*)?[:=]\s*/gi;
const DECORATION = /^[\s*_`"'“”‘’$([{]+|[\s*_`"'“”‘’$)\]}.!,;]+$/g;
const LONGEST = 100_000;

/**
 * The part of a reply that holds the answer: what follows the last "answer:" up to the end of its line, else all of it.
 * `marked` says which. Replies past 100,000 characters are cut from the front, as an answer stands at the end.
 */
export function answerPart(reply: string): { readonly text: string; readonly marked: boolean } {
  const tail = reply.length > LONGEST ? reply.slice(-LONGEST) : reply;
  let end = -1;
  for (const match of tail.matchAll(MARK)) end = match.index + match[0].length;
  if (end < 0) return { text: strip(tail), marked: false };
  const rest = tail.slice(end).trimStart();
  const line = rest.indexOf('\n');
  return { text: strip(line < 0 ? rest : rest.slice(0, line)), marked: true };
}

/** Without the quotes, brackets, markup and full stops that surround an answer; `\boxed{x}` is x. */
function strip(text: string): string {
  const boxed = /\\boxed\{([^{}]*)\}/.exec(text);
  return (boxed?.[1] ?? text).replaceAll(DECORATION, '');
}

/** The one word of `words` that the reply says, whatever its case; a reply that says two different ones says none. */
export function parseWord<W extends string>(reply: string, words: readonly W[]): W | undefined {
  const { text } = answerPart(reply);
  const lower = text.toLowerCase();
  const exact = words.find((word) => word.toLowerCase() === lower);
  if (exact !== undefined) return exact;
  const said = new Set(lower.match(/[a-z0-9_+-]+/g) ?? []);
  const found = words.filter((word) => said.has(word.toLowerCase()));
  return found.length === 1 ? found[0] : undefined;
}

/** The one whole number in [low, high] that the reply says; two different ones are none. */
export function parseInteger(reply: string, low: number, high: number): number | undefined {
  const found = wholeNumbers(answerPart(reply).text);
  const first = found[0];
  if (first === undefined || found.some((value) => value !== first)) return undefined;
  return first >= low && first <= high ? first : undefined;
}

/** Exactly `count` whole numbers in [low, high], in order. */
export function parseIntegers(reply: string, count: number, low: number, high: number): number[] | undefined {
  const found = wholeNumbers(answerPart(reply).text);
  return found.length === count && found.every((value) => value >= low && value <= high) ? found : undefined;
}

/** Whole numbers with an optional sign; digits inside a word or a decimal fraction are not one. */
function wholeNumbers(text: string): number[] {
  const found = text.replaceAll('−', '-').match(/(?<![\w.])[-+]?\d+(?![\w]|\.\d)/g) ?? [];
  return found.map(Number).map((value) => value + 0);
}

/** A number in [low, high] such as 0.75, .5 or 75%. */
export function parseNumber(reply: string, low: number, high: number): number | undefined {
  const found = answerPart(reply).text.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?%?/gi) ?? [];
  const values = found.map((text) => (text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text)));
  const first = values[0];
  if (first === undefined || values.some((value) => value !== first)) return undefined;
  return first >= low && first <= high ? first : undefined;
}

/** A string of `length` symbols out of `symbols`, spaces and commas between them ignored. */
export function parseSymbols(reply: string, length: number, symbols: string): string | undefined {
  const text = answerPart(reply).text.replaceAll(/[\s,]+/g, '');
  if (text.length !== length) return undefined;
  for (const symbol of text) if (!symbols.includes(symbol)) return undefined;
  return text;
}
