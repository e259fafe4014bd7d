const thing = '((?:red|blue|green|gold) (?:key|door|coin|lamp))';
const inOrder = [
  new RegExp(`visit the ${thing} before the ${thing}`),
  new RegExp(`only after the ${thing} go to the ${thing}`),
];
const reversed = [
  new RegExp(`go to the ${thing} once the ${thing} is done`),
  new RegExp(`stay away from the ${thing} until you saw the ${thing}`),
];
const alone = new RegExp(`the ${thing}$`);

/** What a text demands, by name. */
export interface ReadPlan {
  readonly visit: ReadonlySet<string>;
  /** For each thing, what must be visited before it. */
  readonly needs: ReadonlyMap<string, string>;
  readonly avoid: ReadonlySet<string>;
}

/** Reads an instruction back from its sentences: the verifier's own reading, which knows nothing of how texts are made. */
export function readPlan(text: string): ReadPlan {
  const visit = new Set<string>();
  const needs = new Map<string, string>();
  const avoid = new Set<string>();
  for (const sentence of text.split('.').map((part) => part.trim())) {
    const mark = /marked (\w)/.exec(sentence)?.[1];
    if (mark !== undefined) avoid.add(mark);
    const forward = inOrder.map((pattern) => pattern.exec(sentence)).find((match) => match !== null);
    const backward = reversed.map((pattern) => pattern.exec(sentence)).find((match) => match !== null);
    const [first, second] = forward ? [forward[1], forward[2]] : [backward?.[2], backward?.[1]];
    if (first !== undefined && second !== undefined) {
      needs.set(second, first);
      visit.add(first).add(second);
      continue;
    }
    const only = alone.exec(sentence)?.[1];
    if (only !== undefined) visit.add(only);
  }
  return { visit, needs, avoid };
}
