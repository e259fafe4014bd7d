import type { Score } from '#foundation/contracts';
import { type ControlReport, readControls } from '#learners/model/judge/guards';
import { consistency, type Estimate } from '#learners/model/judge/reliability';
import { type Interval, mean, wilsonInterval } from '#foundation/statistics';
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
  /** Tasks that it cannot judge, by id, and why. */
  readonly unjudgeable: Readonly<Record<string, string>>;
  /** Why it is not to be trusted at all; nothing where it is. */
  readonly distrust: string | undefined;
}

/** Below this share of agreement with labels, a judge is not to be trusted; its upper bound must lie below. */
const LEAST_AGREEMENT = 0.7;
/** With fewer judgeable tasks than this share, what it judges is a matter of chance. */
const LEAST_JUDGEABLE = 0.5;

/** Reads what a judge said: a task is judgeable where all looks at one reply agree and a reply to another task does not pass. */
export function readJudge(judged: readonly JudgedLook[]): JudgeMeasure {
  const seen = judged.filter(({ scores }) => scores.length > 0);
  const byTask = new Map<string, JudgedLook[]>();
  for (const look of seen) byTask.set(look.task.id, [...(byTask.get(look.task.id) ?? []), look]);
  const unjudgeable: Record<string, string> = {};
  for (const [id, looks] of byTask) {
    const why = whyNot(looks);
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
  };
  return { ...measure, distrust: distrustOf(measure) };
}

function whyNot(looks: readonly JudgedLook[]): string | undefined {
  for (const { kind, scores } of looks) {
    const passes = scores.filter(({ hard }) => hard === 1).length;
    if (passes > 0 && passes < scores.length) return `of ${scores.length} looks at one reply ${passes} passed it`;
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

function distrustOf({ tasks, controls, labels, unjudgeable }: Measured): string | undefined {
  if (labels !== undefined && labels.interval.high < LEAST_AGREEMENT)
    return `it agrees with ${labels.agreed} of ${labels.count} labels`;
  const lost = Object.keys(unjudgeable).length;
  if (tasks > 0 && lost > (1 - LEAST_JUDGEABLE) * tasks) return `it cannot judge ${lost} of ${tasks} tasks`;
  if (controls?.hasFailed === true && controls.meanOwn - controls.meanControl < 0.05)
    return `it scores replies to other tasks ${controls.meanControl.toFixed(2)}, and replies to the task itself ${controls.meanOwn.toFixed(2)}`;
  return undefined;
}
