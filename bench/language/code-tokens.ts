/** Kinds of tokens that a vocabulary may not have; each stands for all tokens of its kind that are rare. */
const rareKinds = ['<name>', '<number>', '<string>', '<comment>', '<other>'] as const;

const pattern =
  /(?<line>\r?\n\s*)|(?<blank>[^\S\n]+)|(?<comment>\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))|(?<string>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[^])*`)|(?<number>\d[\w.]*)|(?<name>[\p{ID_Start}$_#@][\p{ID_Continue}$]*)|(?<operator>=>|===|!==|\?\.|\?\?|&&|\|\||\.\.\.|[^])/gu;

/** A token and the kind it falls back to when it is rare. */
export interface CodeToken {
  readonly text: string;
  readonly kind: number;
}

/**
 * The tokens of a source file: names, numbers, whole strings and comments, operators, ends of lines. Blanks and indentation
 * are left out, so that bits per token tell of the code and not of its layout.
 */
export function codeTokens(source: string): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  for (const { 0: text, groups = {} } of source.matchAll(pattern)) {
    if (groups['blank'] !== undefined) continue;
    if (groups['line'] !== undefined) tokens.push({ text: '\n', kind: 4 });
    else if (groups['comment'] !== undefined) tokens.push({ text, kind: 3 });
    else if (groups['string'] !== undefined) tokens.push({ text, kind: 2 });
    else if (groups['number'] !== undefined) tokens.push({ text, kind: 1 });
    else tokens.push({ text, kind: groups['name'] === undefined ? 4 : 0 });
  }
  return tokens;
}

/** Numbers for tokens: the rare kinds first, then the commonest, most frequent first and ties by text. */
export class Vocabulary {
  private readonly numbers = new Map<string, number>();
  private readonly texts: string[] = [];

  /** Keeps tokens that came at least twice, `size` in all at most. */
  constructor(tokens: Iterable<CodeToken>, size: number) {
    const counts = new Map<string, number>();
    for (const { text } of tokens) counts.set(text, (counts.get(text) ?? 0) + 1);
    const common = [...counts]
      .filter(([, count]) => count >= 2)
      .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
      .slice(0, size - rareKinds.length);
    for (const text of [...rareKinds, ...common.map(([each]) => each)]) {
      this.numbers.set(text, this.texts.length);
      this.texts.push(text);
    }
  }

  get size(): number {
    return this.texts.length;
  }

  numberOf({ text, kind }: CodeToken): number {
    return this.numbers.get(text) ?? kind;
  }

  /** The number of a text, or −1 when it is not there. */
  find(text: string): number {
    return this.numbers.get(text) ?? -1;
  }
}
