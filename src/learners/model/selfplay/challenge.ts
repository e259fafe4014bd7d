import type { Hash } from '#foundation/kernel';
import type { Tried } from '#ratchet/trial';
import { checkJudge } from './check-judge.ts';
import type { Memory } from './draw-questions.ts';
import { keep } from './keep-checkpoint.ts';
import type { MeasuredQuestion } from './measure-questions.ts';
import type { Play } from './play.ts';
import { isJudgeable, type State } from './state.ts';
import { tryCheckpoint } from './try-checkpoint.ts';

/** How the solver that learns did beside the one in force. */
export interface Challenged {
  readonly tried: Tried & { readonly memory: Memory };
  readonly candidate: Hash;
}

/** Checks the judge, then tries the learning solver against the one in force, and keeps both as files. Does nothing where they are the same. */
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
    await play.report('judge-checked', {
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
    await play.report('solver-rolled-back', { iteration, from: state.solver.id, to: state.incumbent.id });
  return { tried, candidate };
}
