import { checkJudge } from './check-judge.ts';
import { keep } from './keep-checkpoint.ts';
import type { MeasuredQuestion } from './measure-questions.ts';
import type { Play } from './play.ts';
import { isJudgeable, setCheckpoint, type State } from './state.ts';
import { tryCheckpoint } from './try-checkpoint.ts';

/** Looks at the judge, then lets the learning solver challenge the one in force; both roles are kept as files. */
export async function challenge(
  play: Play,
  state: State,
  measured: readonly MeasuredQuestion[],
  iteration: number,
): Promise<void> {
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
  if (state.solver.id === state.incumbent.id) return;
  state.look += 1;
  const candidateHash = await keep(play, 'solver', state.solver);
  const { verdict, evidence, incumbentScore, candidateScore } = await tryCheckpoint(play, {
    incumbent: state.incumbent,
    candidate: state.solver,
    kept: { incumbent: state.incumbentHash, candidate: candidateHash },
    generator: state.firstGenerator,
    memory: state.memory,
    isJudgeable: (kind) => isJudgeable(kind, state, play.settings),
    look: state.look,
    acceptances: state.counts.accepted,
    distrust: health?.distrust,
  });
  state.tried = state.solver.id;
  state.counts[({ accept: 'accepted', reject: 'rejected', undecided: 'undecided' } as const)[verdict]] += 1;
  state.heldOut = { incumbent: incumbentScore ?? 0, candidate: candidateScore ?? 0, questions: evidence.pairs };
  if (verdict === 'accept') {
    state.incumbent = state.solver;
    state.incumbentHash = candidateHash;
  } else if (verdict === 'reject') {
    play.emit('solver-rolled-back', { iteration, from: state.solver.id, to: state.incumbent.id });
    state.counts.rolledBack += 1;
    setCheckpoint(play, state, 'solver', state.incumbent);
    state.lagging.push(state.solver);
  }
}
