import type { Json, Run } from '#foundation/contracts';
import { listAt, numberAt, textAt } from '../json-fields.ts';
import type { RunFold } from './run-fold.ts';

/** A run in one sentence: what was learnt, what shows it, what it cost. Nothing where its loop says nothing of that yet. */
export function runSentence({ loop, status }: Pick<Run, 'loop' | 'status'>, fold: RunFold): string | null {
  const learnt = learntOf(loop, fold);
  if (learnt === null) return status === 'open' ? 'Nothing to tell yet: the run has not ended.' : null;
  const cost = costOf(fold);
  return `${[learnt, shownBy(loop, fold), ...(cost === '' ? [] : [cost])].join('; ')}.${fold.simulated ? ' A simulation: no real model was asked.' : ''}`;
}

function learntOf(loop: string, { headline }: RunFold): string | null {
  switch (loop) {
    case 'train': {
      const after = tallyOf(headline, 'after');
      if (after === null) return null;
      const on = textAt(headline, 'split') === 'test' ? 'sealed tasks' : 'validation tasks';
      const was = tallyOf(headline, 'before');
      const before = was === null ? '' : `, was ${was.isCount ? was.right : was.text}`;
      return after.isCount
        ? `Your skill answers ${after.right} of ${after.tasks} ${on}${before}`
        : `Your skill scores ${after.text} on ${after.tasks} ${on}${before}`;
    }
    case 'evolve': {
      const templates = listAt(headline, 'templates');
      if (templates.length === 0) return null;
      const learnt = templates.filter((each) => (numberAt(each, 'after') ?? 0) > (numberAt(each, 'before') ?? 0));
      return `One machine does better than before on ${learnt.length} of ${templates.length} families of tasks`;
    }
    case 'selfplay': {
      const [before, after] = [numberAt(headline, 'before'), numberAt(headline, 'after')];
      if (before === undefined || after === undefined) return null;
      return `The solver is right on ${percent(after)} of the exam, was ${percent(before)}`;
    }
    default:
      return null;
  }
}

interface Tally {
  readonly right: number;
  readonly tasks: number;
  readonly text: string;
  /** Whether the score is a number of tasks that were right. */
  readonly isCount: boolean;
}

function tallyOf(headline: Json, side: 'before' | 'after'): Tally | null {
  const [score, tasks] = [numberAt(headline, side, 'score'), numberAt(headline, side, 'tasks')];
  if (score === undefined || tasks === undefined) return null;
  const right = Math.round(score * tasks);
  return { right, tasks, text: percent(score), isCount: Math.abs(right - score * tasks) < 1e-6 };
}

/** The last acceptance speaks for the run of one skill; where many things are learnt, their number does. */
function shownBy(loop: string, { decisions }: RunFold): string {
  const accepted = decisions.filter(({ verdict, certificate }) => verdict === 'accepted' && certificate !== null);
  const last = accepted.at(-1);
  if (last === undefined) return 'nothing was shown to be better';
  if (loop !== 'train' || last.pairs === null || last.pValue === null)
    return `shown by ${accepted.length} certificate${accepted.length === 1 ? '' : 's'}`;
  return `shown on ${last.pairs} pairs, p = ${Number(last.pValue.toPrecision(1))}`;
}

function costOf({ used }: RunFold): string {
  const tokens = used.promptTokens + used.completionTokens;
  const compact = Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });
  return [
    ...(used.rollouts > 0 ? [`${used.rollouts.toLocaleString('en-US')} rollouts`] : []),
    ...(tokens > 0 ? [`${compact.format(tokens)} tokens`] : []),
    ...(used.dollars > 0 ? [`about $${used.dollars.toFixed(2)}`] : []),
  ].join(', ');
}

function percent(score: number): string {
  return `${(100 * score).toFixed(1)} %`;
}
