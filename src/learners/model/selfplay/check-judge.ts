import type { ScoreItem } from '#foundation/contracts/self-play';
import { type AgreementReport, type Comparison, judgeAgreement } from '#learners/model/judge';
import { type ControlReport, type DriftReport, measureDrift, readControls } from '#learners/model/judge/guards';
import { positionBias, type PositionReport } from '#learners/model/judge/reliability';
import type { MeasuredQuestion } from './measure-questions.ts';
import type { Play } from './play.ts';

/** Answers judged at the start, to be judged again: has the judge changed? */
export interface Calibration {
  readonly items: readonly Omit<ScoreItem, 'pass'>[];
  readonly scores: readonly (readonly number[])[];
}

/** How a judge stands. */
export interface JudgeHealth {
  readonly position: PositionReport | undefined;
  readonly controls: ControlReport | undefined;
  readonly drift: DriftReport | undefined;
  /** How far several judges agree about the calibration set. */
  readonly agreement: AgreementReport | undefined;
  /** Why the judge cannot be trusted now; absent where it can. */
  readonly distrust: string | undefined;
}

const CALIBRATION_ITEMS = 24;
const CONTROLS = 16;
const PASSES = 2;
/** The calibration set takes questions whose answers differ with a p-value below this. */
const SURE = 0.001;

/**
 * Keeps judged answers of the first batch as the calibration set, of questions that were judged consistently: noise has nothing to drift
 * from.
 */
export function calibrate(measured: readonly MeasuredQuestion[], least: number): Calibration {
  const items: Omit<ScoreItem, 'pass'>[] = [];
  const scores: (readonly number[])[] = [];
  for (const { question, judged, reliability } of measured) {
    if (reliability.cons.value < least || reliability.pValue > SURE) continue;
    for (const answer of judged.judgements.answers.slice(0, 2)) {
      if (items.length >= CALIBRATION_ITEMS || answer.scores.length === 0) continue;
      items.push({ question, answer: answer.text });
      scores.push(answer.scores);
    }
  }
  return { items, scores };
}

/**
 * Judges the calibration set again, and answers that cannot be right: an answer to another question. Only kinds that count as judgeable
 * have controls, because a judge that is known to see nothing there need not be asked.
 */
export async function checkJudge(
  play: Play,
  calibration: Calibration,
  batch: readonly MeasuredQuestion[],
  iteration: number,
): Promise<JudgeHealth> {
  const offset = 1_000_000 + 1000 * iteration;
  const again = await passesOver(play, calibration.items, offset);
  const kept = batch.filter(({ refusal }) => refusal === undefined).slice(0, CONTROLS);
  const foreign = kept.flatMap(({ question, judged, pairs }, i) => {
    const other = kept[(i + 1) % kept.length]!;
    const own = judged.judgements.answers[pairs[0]!.chosen]!;
    const text = other.judged.judgements.answers[other.pairs[0]!.chosen]!.text;
    return text === own.text ? [] : [{ question, answer: text, own: own.scores }];
  });
  const control = await passesOver(
    play,
    foreign.map(({ question, answer }) => ({ question, answer })),
    offset,
  );
  const controls = readControls(foreign.map(({ own }, i) => ({ control: control[i]!, own })));
  const drift = measureDrift(calibration.scores, again);
  const comparisons: Comparison[] = batch.flatMap(({ judged }) => judged.judgements.comparisons);
  const position = positionBias(comparisons);
  const distrust =
    controls?.hasFailed === true
      ? 'it does not refuse answers to other questions'
      : drift?.hasDrifted === true
        ? 'it no longer says what it said of the calibration set'
        : undefined;
  const agreement = await agreementOn(play, calibration.items, offset);
  return { position, controls, drift, agreement, distrust };
}

/** One pass of each judge over the calibration set, where several take turns. */
async function agreementOn(
  play: Play,
  items: readonly Omit<ScoreItem, 'pass'>[],
  offset: number,
): Promise<AgreementReport | undefined> {
  const { members = [] } = play.ports.judge;
  if (members.length < 2 || items.length === 0) return undefined;
  // A pass that is the first judge's turn.
  const first = members.length * Math.ceil((offset + PASSES) / members.length);
  const asked = members.flatMap((_, turn) => items.map((item) => ({ ...item, pass: first + turn })));
  const scores = await play.score(asked);
  return judgeAgreement(
    Object.fromEntries(
      members.map((name, turn) => [name, scores.slice(turn * items.length, (turn + 1) * items.length)]),
    ),
  );
}

async function passesOver(play: Play, items: readonly Omit<ScoreItem, 'pass'>[], offset: number): Promise<number[][]> {
  const asked = items.flatMap((item) =>
    Array.from({ length: PASSES }, (_, pass) => ({ ...item, pass: offset + pass })),
  );
  const scores = await play.score(asked);
  return items.map((_, i) => scores.slice(i * PASSES, (i + 1) * PASSES).filter((score) => score !== null));
}
