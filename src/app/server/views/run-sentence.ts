import type { Json, Run } from '#foundation/contracts';
import { fieldAt, listAt, numberAt, textAt } from '../json-fields.ts';
import type { RunFold } from './run-fold.ts';

/** A run in one sentence: what was learnt, what shows it, what it cost. Nothing where its loop says nothing of that yet. */
export function runSentence(run: Told, fold: RunFold): string | null {
  const learnt = learntOf(run, fold);
  if (learnt === null) return run.status === 'open' ? 'Nothing to tell yet: the run has not ended.' : null;
  const cost = costOf(run, fold);
  return `${[learnt, shownBy(run, fold), ...(cost === '' ? [] : [cost])].join('; ')}.${fold.simulated ? ' A simulation: no real model was asked.' : ''}`;
}

/** What a sentence needs of a run. */
type Told = Pick<Run, 'loop' | 'status' | 'summary' | 'config'>;

function learntOf({ loop, summary = null, config }: Told, { headline }: RunFold): string | null {
  switch (loop) {
    case 'train': {
      const after = tallyOf(fieldAt(headline, 'after'));
      if (after === null) return null;
      const on = textAt(headline, 'split') === 'test' ? 'sealed tasks' : 'validation tasks';
      const was = tallyOf(fieldAt(headline, 'before'));
      const before = was === null ? '' : `, was ${was.isCount ? was.right : was.text}`;
      return `Your skill ${didOn(after, on)}${before}`;
    }
    case 'evolve': {
      const templates = listAt(headline, 'templates');
      if (templates.length === 0) return null;
      const learnt = templates.filter((each) => (numberAt(each, 'after') ?? 0) > (numberAt(each, 'before') ?? 0));
      return `One machine does better than before on ${learnt.length} of ${templates.length} families of tasks`;
    }
    case 'selfplay': {
      const [before, after] = [numberAt(headline, 'before'), numberAt(headline, 'after')];
      if (before !== undefined && after !== undefined)
        return `The solver is right on ${percent(after)} of the exam, was ${percent(before)}`;
      const [judged, kept] = [numberAt(summary, 'judged'), numberAt(summary, 'kept')];
      return judged === undefined || kept === undefined
        ? null
        : `${count(kept)} of ${count(judged)} questions that the generator asked were kept`;
    }
    case 'learn': {
      const [right, rows] = [numberAt(summary, 'judged', 'right'), numberAt(summary, 'judged', 'rows')];
      if (right === undefined || rows === undefined) return null;
      const often = textAt(summary, 'commonest', 'says') ?? '';
      const before = numberAt(summary, 'commonest', 'judged', 'right') ?? 0;
      const what = textAt(config, 'answer') ?? 'the answer';
      return fieldAt(summary, 'isShown') === false
        ? `No rule for ${what} was shown: the best found is right on ${right} of ${rows} rows held out, always ${often} on ${before}`
        : `The rule for ${what} is right on ${right} of ${rows} rows held out; always ${often} is right on ${before}`;
    }
    case 'eval': {
      const [own, other] = listAt(headline, 'scores').map(tallyOf);
      if (own === undefined || own === null) return null;
      const beside =
        other === undefined || other === null ? '' : `, the other one ${other.isCount ? other.right : other.text}`;
      return `The skill ${didOn(own, `tasks of the ${textAt(config, 'split') === 'test' ? 'test' : 'validation'} split`)}${beside}`;
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

function tallyOf(measured: Json | undefined): Tally | null {
  const [score, tasks] = [numberAt(measured, 'score'), numberAt(measured, 'tasks')];
  if (score === undefined || tasks === undefined) return null;
  const right = Math.round(score * tasks);
  return { right, tasks, text: percent(score), isCount: Math.abs(right - score * tasks) < 1e-6 };
}

function didOn({ right, tasks, text, isCount }: Tally, on: string): string {
  return isCount ? `answers ${right} of ${tasks} ${on}` : `scores ${text} on ${tasks} ${on}`;
}

function shownBy({ loop, summary = null }: Told, fold: RunFold): string {
  switch (loop) {
    case 'eval':
      return shownByTasks(fold.headline);
    case 'learn':
      return shownByRows(summary);
    case 'evolve':
      return shownByProofs(summary) ?? shownByCertificates(loop, fold);
    default:
      return shownByCertificates(loop, fold);
  }
}

/** The last acceptance speaks for the run of one skill; where many things are learnt, their number does. */
function shownByCertificates(loop: string, { decisions }: RunFold): string {
  const accepted = decisions.filter(({ verdict, certificate }) => verdict === 'accepted' && certificate !== null);
  const last = accepted.at(-1);
  if (last === undefined) return 'nothing was shown to be better';
  if (loop !== 'train' || last.pairs === null || last.pValue === null)
    return `shown by ${accepted.length} certificate${accepted.length === 1 ? '' : 's'}`;
  return `shown on ${last.pairs} pairs, ${chance(last.pValue)}`;
}

function shownByProofs(summary: Json): string | undefined {
  const [tests, proofs] = [
    numberAt(summary, 'certificates', 'statistical'),
    numberAt(summary, 'certificates', 'proofs'),
  ];
  if (tests === undefined || proofs === undefined || tests + proofs === 0) return undefined;
  return `shown by ${count(tests)} paired tests and ${count(proofs)} proofs`;
}

/** The rule that stays is that of the last trial that accepted one. */
function shownByRows(summary: Json): string {
  const trial = listAt(summary, 'trials').findLast((each) => textAt(each, 'verdict') === 'accept');
  const [wins, losses, p] = ['wins', 'losses', 'pValue'].map((name) => numberAt(trial, name));
  if (wins === undefined || losses === undefined || p === undefined) return 'nothing was shown to be better';
  return `shown on the ${wins + losses} rows on which it and the rule before differ, ${chance(p)}`;
}

function shownByTasks(headline: Json): string {
  const [mean, low, high] = ['mean', 'low', 'high'].map((name) => numberAt(headline, 'difference', name));
  if (mean !== undefined && low !== undefined && high !== undefined) {
    const verdict =
      low > 0 ? 'shown to be better' : high < 0 ? 'shown to be worse' : 'neither shown to be better nor worse';
    return `${verdict}: ${signed(mean)} points, 95 % interval ${signed(low)} to ${signed(high)}`;
  }
  const [own] = listAt(headline, 'scores');
  const [from, to] = [numberAt(own, 'interval', 'low') ?? 0, numberAt(own, 'interval', 'high') ?? 1];
  return `95 % interval ${percent(from)} to ${percent(to)}`;
}

function costOf({ loop, summary = null }: Told, { used, headline }: RunFold): string {
  const tokens = used.promptTokens + used.completionTokens;
  const compact = Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });
  const told = (name: string, words: string): string[] => {
    const value = numberAt(summary, name) ?? 0;
    return value > 0 ? [`${value < 1e6 ? count(value) : compact.format(value)} ${words}`] : [];
  };
  const rollouts = loop === 'eval' ? (numberAt(headline, 'counts', 'rollouts') ?? 0) : used.rollouts;
  return [
    ...(rollouts > 0 ? [`${count(rollouts)} rollouts`] : []),
    ...(loop === 'evolve' ? [...told('lessons', 'lessons'), ...told('episodes', 'episodes')] : []),
    ...(loop === 'selfplay' ? told('judgeCalls', 'calls of the judge') : []),
    ...(loop === 'learn' ? told('effort', 'steps of search') : []),
    ...(tokens > 0 ? [`${compact.format(tokens)} tokens`] : []),
    ...(used.dollars > 0 ? [`about $${used.dollars.toFixed(2)}`] : []),
  ].join(', ');
}

function chance(pValue: number): string {
  return pValue < 1e-300 ? 'p below 1e-300' : `p = ${Number(pValue.toPrecision(1))}`;
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

function signed(share: number): string {
  return `${share >= 0 ? '+' : '−'}${Math.abs(100 * share).toFixed(1)}`;
}

function percent(score: number): string {
  return `${(100 * score).toFixed(1)} %`;
}
