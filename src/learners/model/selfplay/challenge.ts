import type { Hash } from '#foundation/kernel';
import type { Tried } from '#ratchet/trial';
import { checkJudge } from './check-judge.ts';
import type { Memory } from './draw-questions.ts';
import { keep } from './keep-checkpoint.ts';
import type { MeasuredQuestion } from './measure-questions.ts';
import type { Play } from './play.ts';
import { isJudgeable, type State, withCheckpoint } from './state.ts';
import { tryCheckpoint } from './try-checkpoint.ts';

/** How the solver that learns did beside the one in force. */
export interface Challenged {
  readonly tried: Tried & { readonly memory: Memory };
  readonly candidate: Hash;
}

/** Looks at the judge, then lets the learning solver challenge the one in force; both roles are kept as files. Nothing where they are the same. */
export async function challenge(
  play: Play,
  state: State,
  measured: readonly MeasuredQuestion[],
  iteration: number,
): Promise<Challenged | undefined> {
  const health =
    state.calibration === undefined || measured.length === 0
      ? undefined
      : await checkJudge(play, state.calibration, measured, iteration);
  if (health !== undefined) {
    play.emit('judge-checked', {
      iteration,
      firstPlace: health.position?.firstRate ?? null,
      isPositionBiased: health.position?.isBiased ?? null,
      controlsRefused: health.controls?.refused ?? null,
      drift: health.drift?.shift ?? null,
      agreement: health.agreement?.alpha ?? null,
      outlier: health.agreement?.outlier ?? null,
      distrust: health.distrust ?? null,
    });
  }
  await keep(play, 'generator', state.generator);
  if (state.solver.id === state.incumbent.id) return undefined;
  const candidate = await keep(play, 'solver', state.solver);
  const tried = await tryCheckpoint(play, {
    incumbent: state.incumbent,
    candidate: state.solver,
    kept: { incumbent: state.incumbentHash, candidate },
    generator: state.firstGenerator,
    memory: state.memory,
    isJudgeable: (kind) => isJudgeable(kind, state, play.settings),
    look: state.looks + 1,
    acceptances: state.counts.accepted,
    distrust: health?.distrust,
  });
  if (tried.verdict === 'reject')
    play.emit('solver-rolled-back', { iteration, from: state.solver.id, to: state.incumbent.id });
  return { tried, candidate };
}

const counted = { accept: 'accepted', reject: 'rejected', undecided: 'undecided' } as const;

/** Books a trial: what is accepted is in force, what is worse beyond doubt is given up, and what is undecided goes on learning. */
export function bookChallenge(play: Play, state: State, { tried, candidate }: Challenged): State {
  const { verdict, evidence, incumbentScore, candidateScore, memory } = tried;
  const word = counted[verdict];
  const next: State = {
    ...state,
    memory,
    looks: state.looks + 1,
    tried: state.solver.id,
    counts: { ...state.counts, [word]: state.counts[word] + 1 },
    heldOut: { incumbent: incumbentScore ?? 0, candidate: candidateScore ?? 0, questions: evidence.pairs },
  };
  if (verdict === 'accept') return { ...next, incumbent: state.solver, incumbentHash: candidate };
  if (verdict === 'undecided') return next;
  const counts = { ...next.counts, rolledBack: next.counts.rolledBack + 1 };
  const lagging = [...next.lagging, state.incumbent];
  return withCheckpoint(play, { ...next, counts, lagging }, 'solver', state.incumbent);
}
