import { z } from 'zod';
import { Json } from '#foundation/contracts';
import type { Journal, Progress } from '#foundation/contracts/ports';
import { createRng, hashOf } from '#foundation/kernel';
import { type Stopwatch, untilSpent } from '#ratchet/budget';
import { turnRuleKnobs } from '#learners/machine';
import { learnRule, partsOf, type Rule, type Term } from '#learners/machine/terms';
import type { LearnConfig } from './learn-config.ts';
import { rowsThatDiffer } from './judge-rule.ts';
import { RuleData } from './rule-data.ts';
import { casesOf } from './words/rule-cases.ts';
import { specOfColumn, type Table, type TableRow } from './table.ts';

/** A rule that a search found. */
const Found = z.strictObject({
  rule: RuleData,
  /** Parts of the rule as it is said, and entries of its tables: what makes it long. */
  size: z.int(),
  /** Description length of the rule without its errors, and bits that a row costs which it contradicts. */
  bits: z.number(),
  errorBits: z.number(),
  /** Rows that it was learnt from and contradicts. */
  errors: z.int(),
  alternatives: z.array(RuleData),
  effort: z.number(),
});
export type Found = z.infer<typeof Found>;

export interface SearchPorts {
  readonly journal: Journal;
  readonly progress: Progress;
  /** Asked between searches: it may end them. */
  readonly stopwatch: Stopwatch;
}

interface Ask {
  readonly name: string;
  readonly effort: number;
  /** Bits that a contradicting row costs; what the learner thinks fit unless told. */
  readonly errorBits?: number;
  /** The share of the rows that is learnt from. */
  readonly share?: number;
}

/** Searches with less effort come first: most rules need little, and a stop in between leaves a rule. */
const STAGES = [1 / 64, 1 / 8, 1] as const;
/** Rules that hold on fewer rows are asked for where the rows contradict what was found: shorter ones. */
const CHEAP_ERRORS = [6, 3] as const;
const RESAMPLES = 3;
/** Effort of all searches where rows contradict what was found, as a multiple of what was asked for. */
const PLANNED = 1 / 64 + 1 / 8 + 1 + CHEAP_ERRORS.length / 8 + RESAMPLES / 32;
/** A table of more entries, or more cases of numbers, may stand for arithmetic that more effort finds. */
const FEW_ENTRIES = 4;

/**
 * Rules for the rows, the shortest first, and others learnt from parts of the rows. Each search is a step of the journal, so that a run that was
 * cut off goes on with the next.
 */
export async function searchRules(
  table: Table,
  training: readonly TableRow[],
  { seed, effort, search }: { readonly seed: number } & Pick<LearnConfig, 'effort' | 'search'>,
  ports: SearchPorts,
): Promise<{
  readonly candidates: readonly Found[];
  readonly committee: readonly Rule[];
  readonly effort: number;
  readonly isStopped: boolean;
}> {
  const found: Found[] = [];
  const committee: Rule[] = [];
  let spent = 0;
  let isStopped = false;
  const ask = async (wanted: Ask): Promise<Found | undefined> => {
    // No search is left out before there is a rule.
    isStopped ||= found.length > 0 && (await stops(wanted.name, ports));
    if (isStopped) return undefined;
    ports.progress(spent, Math.max(spent, PLANNED * effort), wanted.name);
    const one = await searchOnce(table, training, { ...wanted, seed, search }, ports.journal);
    spent += one.effort;
    return one;
  };
  for (const stage of STAGES) {
    const one = await ask({ name: `search ${stage}`, effort: Math.ceil(effort * stage) });
    if (one === undefined) break;
    found.push(one);
    if (one.errors === 0 && listedIn(one.rule) <= FEW_ENTRIES) break;
  }
  const isNoisy = found.at(-1)!.errors > 0;
  for (const errorBits of isNoisy ? CHEAP_ERRORS : []) {
    const one = await ask({ name: `search shorter, ${errorBits}`, effort: Math.ceil(effort / 8), errorBits });
    if (one !== undefined) found.push(one);
  }
  for (let i = 0; i < RESAMPLES; i += 1) {
    const one = await ask({ name: `search part ${i}`, effort: Math.ceil(effort / 32), share: 0.8 });
    if (one === undefined) break;
    committee.push(one.rule, ...one.alternatives);
    found.push({ ...one, errors: rowsThatDiffer(one.rule, training).length });
  }
  return { candidates: distinct(found), committee, effort: spent, isStopped };
}

async function stops(before: string, { journal, stopwatch }: SearchPorts): Promise<boolean> {
  return (await untilSpent(journal, {}, () => stopwatch.goOn(before))) !== null;
}

async function searchOnce(
  table: Table,
  training: readonly TableRow[],
  { name, effort, errorBits, share = 1, seed, search }: Ask & Pick<LearnConfig, 'search'> & { readonly seed: number },
  journal: Journal,
): Promise<Found> {
  const inputs = {
    name,
    effort,
    errorBits: errorBits ?? null,
    share,
    rows: hashOf(training),
    ...(search && { search }),
  };
  const stored = await journal.step('search-rules', inputs, () => {
    const rng = createRng(`learn/${seed}/${name}`);
    const part = share === 1 ? training : training.filter(() => rng.chance(share));
    const rows = part.length === 0 ? training : part;
    const { name: _name, ...answerSpec } = specOfColumn(table.answer);
    const learnt = learnRule({
      columns: table.columns.map(specOfColumn),
      rows: rows.map(({ cells }) => cells),
      answer: rows.map(({ answer }) => answer),
      answerSpec,
      effort,
      rng,
      knobs: turnRuleKnobs(search),
      ...(errorBits !== undefined && { errorBits }),
    });
    const others = learnt.alternatives.map((one) => one.rule);
    return Json.parse({
      rule: learnt.rule,
      size: sizeOf(learnt.rule),
      bits: learnt.bits - learnt.errorBits * learnt.errors.length,
      errorBits: learnt.errorBits,
      errors: learnt.errors.length,
      alternatives: others,
      effort: learnt.effort,
    });
  });
  return Found.parse(stored);
}

/** How long a rule is as it is said: the parts of its cases, and the entries of its tables. */
function sizeOf({ term }: Rule): number {
  return (JSON.stringify(casesOf(term)).match(/"is":/g)?.length ?? 1) + entriesIn(term);
}

/** What a rule lists: entries of tables, and cases of numbers. */
function listedIn({ term, answer }: Rule): number {
  return entriesIn(term) + (answer.type === 'word' ? casesOf(term).length : 0);
}

function entriesIn(term: Term): number {
  const own = term.is === 'table' ? term.entries.length : 0;
  return partsOf(term).reduce((sum, part) => sum + entriesIn(part), own);
}

/**
 * First the rule of the shortest description, rows that it contradicts included, at what such a row costs where nothing is known of noise. Then the
 * others, the shortest first; of rules as long, the one with fewer errors; a longer one stays only if it contradicts fewer rows.
 */
function distinct(found: readonly Found[]): readonly Found[] {
  const { errorBits } = found[0]!;
  const length = ({ bits, errors }: Found): number => bits + errorBits * errors;
  const shortest = found.reduce((best, one) => (length(one) < length(best) ? one : best));
  const sorted = [...found].sort((a, b) => a.size - b.size || a.errors - b.errors);
  const others = sorted.filter((one, i) => sorted.slice(0, i).every((shorter) => one.errors < shorter.errors));
  return [shortest, ...others.filter((one) => one !== shortest)];
}
