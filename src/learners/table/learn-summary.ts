import type { Hash } from '#foundation/kernel';
import type { Rule } from '#learners/machine/terms';
import type { Held } from './hold-out.ts';
import { type Judged, judgeRule, rowsThatDiffer } from './judge-rule.ts';
import { findRivals } from './rivals.ts';
import { showDiffers, type ShownDiffers, showRow, type ShownRow } from './shown-row.ts';
import { showCell, type Table } from './table.ts';
import type { LearnState, Trialled } from './learn-state.ts';
import { sayRule } from './words/say-rule.ts';

/** What a run of `learn` has come to: data for `--json`, and for the lines that a person reads. */
export interface LearnSummary {
  /** The rule in force at the end: the one that was learnt where it was shown to be better, else the commonest answer. */
  readonly snapshot: Hash;
  readonly isShown: boolean;
  /** The rule that was learnt, shown to be better or not. */
  readonly rule: Rule;
  readonly says: readonly string[];
  readonly commonest: { readonly says: string; readonly judged: Judged };
  readonly judged: Judged;
  readonly training: Judged;
  readonly trials: readonly Trialled[];
  readonly contradictions: {
    readonly count: number;
    readonly rows: readonly ShownDiffers[];
  };
  readonly rivals: readonly {
    readonly says: readonly string[];
    readonly agreement: number;
    readonly contradicts: number;
  }[];
  readonly ask: {
    readonly cells: ShownRow;
    readonly says: readonly { readonly answer: string; readonly rules: number }[];
  } | null;
  readonly effort: number;
  readonly isStopped: boolean;
}

const MOST_ROWS = 20;
const MOST_RIVALS = 5;

export function summarise(
  state: LearnState,
  { table, seed, training, heldOut }: Held & { readonly table: Table; readonly seed: number },
): LearnSummary {
  const { columns, answer } = table;
  const isShown = state.accepted > 0;
  // Not shown to be better, the rule with the fewest contradictions is still what was found.
  const learnt = isShown ? state.rule : (state.candidates.at(-1)?.rule ?? state.rule);
  const others = [...state.committee, ...state.candidates.flatMap(({ rule, alternatives }) => [rule, ...alternatives])];
  const { rivals, question } = findRivals(learnt, others, table, seed);
  const differing = rowsThatDiffer(learnt, table.rows);
  const constant = state.commonest;
  return {
    snapshot: state.hash,
    isShown,
    rule: learnt,
    says: sayRule(learnt, columns, answer),
    commonest: { says: sayRule(constant, columns, answer).join(''), judged: judgeRule(constant, heldOut) },
    judged: judgeRule(learnt, heldOut),
    training: judgeRule(learnt, training),
    trials: state.trials,
    contradictions: {
      count: differing.length,
      rows: differing.slice(0, MOST_ROWS).map((one) => showDiffers(one, table)),
    },
    rivals: rivals
      .slice(0, MOST_RIVALS)
      .map(({ rule, ...rest }) => ({ says: sayRule(rule, columns, answer), ...rest })),
    ask:
      question === undefined
        ? null
        : {
            cells: showRow(table, question.cells),
            says: question.says.map(({ answer: said, rules }) => ({ answer: showCell(answer, said), rules })),
          },
    effort: state.effort,
    isStopped: state.isStopped,
  };
}
