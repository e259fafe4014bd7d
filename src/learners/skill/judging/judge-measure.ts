import type { Score } from '#foundation/contracts';
import { type ControlReport, readControls } from '#learners/model/judge/guards';
import { consistency, type Estimate } from '#learners/model/judge/reliability';
import { type Interval, mean, wilsonInterval } from '#foundation/statistics';
import { binomialTail } from '#foundation/statistics/distributions';
import type { Look } from './judging-world.ts';

/** A reply with what the judge said of it, look by look. */
export interface JudgedLook extends Look {
  readonly scores: readonly Score[];
}

/** How far a judge can be trusted with these tasks. */
export interface JudgeMeasure {
  readonly tasks: number;
  readonly looks: number;
  /** Whether repeated looks agree, beside how far replies differ. */
  readonly consistency: Estimate;
  /** Whether replies to other tasks are refused. */
  readonly controls: ControlReport | undefined;
  /** Agreement with the user's labels, where there are any. */
  readonly labels: { readonly count: number; readonly agreed: number; readonly interval: Interval } | undefined;
  /** Chance of one look to say otherwise than most looks at the same reply. */
  readonly noise: number;
  /** Tasks that it cannot judge, by id, and why. */
  readonly unjudgeable: Readonly<Record<string, string>>;
  /** Why it is not to be trusted at all; nothing where it is. */
  readonly distrust: string | undefined;
}

/** How likely general noise may be to make looks differ as much as they do on a task that is left out. */
const NOISE = 0.02;
/** Looks at one reply contradict each other so often at most. */
const MOST_NOISE = 0.25;

/** Below this share of agreement with labels, a judge is not to be trusted; its upper bound must lie below. */
const LEAST_AGREEMENT = 0.7;
/** With fewer judgeable tasks than this share, what it judges is a matter of chance. */
const LEAST_JUDGEABLE = 0.5;

/** Reads what a judge said: a task is left out where looks at one reply differ more than its noise on the others explains, or a reply to another task passes. */
export function readJudge(judged: readonly JudgedLook[]): JudgeMeasure {
  const seen = judged.filter(({ scores }) => scores.length > 0);
  const byTask = new Map<string, JudgedLook[]>();
  for (const look of seen) byTask.set(look.task.id, [...(byTask.get(look.task.id) ?? []), look]);
  const unjudgeable: Record<string, string> = {};
  const all = contraryOf(seen);
  for (const [id, looks] of byTask) {
    const own = contraryOf(looks);
    const others = { contrary: all.contrary - own.contrary, looks: all.looks - own.looks };
    const why = whyNot(looks, noiseOf(others));
    if (why !== undefined) unjudgeable[id] = why;
  }
  const softs = ({ scores }: JudgedLook): readonly number[] => scores.map(({ soft }) => soft);
  const answers = seen.map((one) => ({ text: one.reply, strong: 1, weak: 0, scores: softs(one) }));
  const controls = readControls(
    [...byTask.values()].flatMap((looks) => {
      const own = looks.find(({ kind }) => kind === 'own');
      const foreign = looks.find(({ kind }) => kind === 'foreign');
      return own === undefined || foreign === undefined ? [] : [{ own: softs(own), control: softs(foreign) }];
    }),
  );
  const labels = agreementWith(seen.filter(({ kind }) => kind === 'label'));
  const tasks = byTask.size;
  const measure = {
    tasks,
    looks: seen.reduce((sum, { scores }) => sum + scores.length, 0),
    consistency: consistency(answers, { mode: 'icc', confidence: 0.9 }),
    controls,
    labels,
    unjudgeable,
    noise: noiseOf(all),
  };
  return { ...measure, distrust: distrustOf(measure) };
}

interface Contrary {
  /** Looks that said otherwise than most looks at the same reply. */
  readonly contrary: number;
  readonly looks: number;
}

function contraryOf(looks: readonly JudgedLook[]): Contrary {
  const sum = { contrary: 0, looks: 0 };
  for (const { scores } of looks) {
    sum.contrary += minorityOf(scores);
    sum.looks += scores.length;
  }
  return sum;
}

function minorityOf(scores: readonly Score[]): number {
  const passes = scores.filter(({ hard }) => hard === 1).length;
  return Math.min(passes, scores.length - passes);
}

export function isDiffering({ scores }: JudgedLook): boolean {
  return minorityOf(scores) > 0;
}

/** (contrary + ½) / (looks + 1): the chance of one look to say the contrary, with a prior of half a look. */
function noiseOf({ contrary, looks }: Contrary): number {
  return Math.min(0.5, (contrary + 0.5) / (looks + 1));
}

function whyNot(looks: readonly JudgedLook[], noise: number): string | undefined {
  for (const { kind, scores } of looks) {
    const passes = scores.filter(({ hard }) => hard === 1).length;
    const minority = minorityOf(scores);
    const isNoise = binomialTail(minority, scores.length, noise) >= NOISE;
    if (minority > 0 && !isNoise) return `of ${scores.length} looks at one reply ${passes} passed it`;
    if (kind === 'foreign' && passes === scores.length) return 'a reply to another task passes';
  }
  return undefined;
}

function agreementWith(labelled: readonly JudgedLook[]): JudgeMeasure['labels'] {
  if (labelled.length === 0) return undefined;
  const isAgreed = ({ label = 0, scores }: JudgedLook): boolean =>
    mean(scores.map(({ hard }) => hard)) >= 0.5 === label >= 0.5;
  const agreed = labelled.filter(isAgreed).length;
  return { count: labelled.length, agreed, interval: wilsonInterval(agreed, labelled.length, 0.95) };
}

type Measured = Omit<JudgeMeasure, 'distrust'>;

function distrustOf({ tasks, controls, labels, unjudgeable, noise }: Measured): string | undefined {
  if (tasks > 0 && noise > MOST_NOISE)
    return `looks at one reply contradict each other in ${Math.round(100 * noise)} % of looks`;
  if (labels !== undefined && labels.interval.high < LEAST_AGREEMENT)
    return `it agrees with ${labels.agreed} of ${labels.count} labels`;
  const lost = Object.keys(unjudgeable).length;
  if (tasks > 0 && lost > (1 - LEAST_JUDGEABLE) * tasks) return `it cannot judge ${lost} of ${tasks} tasks`;
  if (controls?.hasFailed === true && controls.meanOwn - controls.meanControl < 0.05)
    return `it scores replies to other tasks ${controls.meanControl.toFixed(2)}, and replies to the task itself ${controls.meanOwn.toFixed(2)}`;
  return undefined;
}
