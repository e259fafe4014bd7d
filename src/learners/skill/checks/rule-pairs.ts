import { jaccard, wordsOf } from '../rule-similarity/words.ts';

/** Two rules, by place, that say the same or seem to contradict each other. */
export interface RulePair {
  readonly kind: 'duplicate' | 'contradiction';
  readonly first: number;
  readonly second: number;
}

/** Who has so many will not read more; and a skill made to be slow to check is not. */
const MOST_PAIRS = 200;
const MOST_COMPARED = 1_000_000;

/** Least share of words in common: of the weaker of the two relations. */
const LEAST_ALIKE = 0.8;

const negative =
  /^(?:not|never|no|avoid|without|cannot|don['’]t|doesn['’]t|won['’]t|can['’]t|mustn['’]t|shouldn['’]t)$/;
const polar = /^(?:always|do|does|must|should|ever|please)$/;

/** A rule as the subject it speaks of, its negations modulo 2 (one forbids, two take each other back), and its numbers. */
interface Statement {
  readonly subject: ReadonlySet<string>;
  readonly negations: number;
  readonly numbers: string;
}

function statementOf(text: string): Statement {
  const words = wordsOf(text);
  return {
    subject: new Set(words.filter((word) => !negative.test(word) && !polar.test(word) && !/^\p{N}/u.test(word))),
    negations: words.filter((word) => negative.test(word)).length % 2,
    numbers: words.filter((word) => /^\p{N}/u.test(word)).join(' '),
  };
}

/**
 * The pairs among rules that say the same (at least 9 of 10 words shared, the same sense, the same numbers) or seem to contradict
 * each other: a heuristic that knows two patterns and no meaning (nearly the same words, 4 of 5, and one forbids what the
 * other asks for, or they name different numbers).
 *
 * Only rules that share one of their rarest words are compared: sets A, B with |A ∩ B| / |A ∪ B| ≥ t share one of the first
 * |A| − ⌈t |A|⌉ + 1 words of A and of B in any common order.
 *
 * @source prefix filtering: Chaudhuri, Ganti & Kaushik 2006
 */
export function findPairs(rules: readonly string[]): readonly RulePair[] {
  const statements = rules.map(statementOf);
  const prefixes = prefixesOf(statements);
  const places = new Map<string, number[]>();
  for (const [at, prefix] of prefixes.entries()) {
    for (const word of prefix) {
      const known = places.get(word);
      if (known === undefined) places.set(word, [at]);
      else known.push(at);
    }
  }
  const found: RulePair[] = [];
  let compared = 0;
  for (const [first, statement] of statements.entries()) {
    const near = new Set(prefixes[first]!.flatMap((word) => places.get(word)!.filter((at) => at > first)));
    for (const second of [...near].sort((a, b) => a - b)) {
      compared += 1;
      if (compared > MOST_COMPARED || found.length === MOST_PAIRS) return found;
      const kind = relationOf(statement, statements[second]!);
      if (kind !== undefined) found.push({ kind, first, second });
    }
  }
  return found;
}

/** The rarest words of each subject, as many as prefix filtering needs. */
function prefixesOf(statements: readonly Statement[]): readonly (readonly string[])[] {
  const counts = new Map<string, number>();
  for (const { subject } of statements) for (const word of subject) counts.set(word, (counts.get(word) ?? 0) + 1);
  return statements.map(({ subject }) =>
    [...subject]
      .sort((a, b) => counts.get(a)! - counts.get(b)! || (a < b ? -1 : 1))
      .slice(0, subject.size - Math.ceil(LEAST_ALIKE * subject.size) + 1),
  );
}

function relationOf(left: Statement, right: Statement): RulePair['kind'] | undefined {
  const alike = jaccard(left.subject, right.subject);
  if (alike >= 0.9 && left.negations === right.negations && left.numbers === right.numbers) return 'duplicate';
  if (left.subject.size < 2 || alike < LEAST_ALIKE) return undefined;
  const areNumbersApart = left.numbers !== right.numbers && left.numbers !== '' && right.numbers !== '';
  return left.negations !== right.negations || areNumbersApart ? 'contradiction' : undefined;
}
