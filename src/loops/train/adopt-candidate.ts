import type { SkillVersion } from './skill-version.ts';
import type { TrainRun } from './train-run.ts';
import type { Tried } from './trial.ts';

/** Books a verdict: counts it, and lets an accepted candidate replace the incumbent. Returns whether it did. */
export function bookVerdict(run: TrainRun, candidate: SkillVersion, tried: Tried, step: number): boolean {
  const { state } = run;
  if (tried.incumbentScore !== null) {
    state.currentScore = tried.incumbentScore;
    state.baselineScore ??= tried.incumbentScore;
    state.bestScore ??= tried.incumbentScore;
  }
  if (tried.verdict !== 'accept') {
    if (tried.verdict === 'undecided') state.open.add(candidate.hash);
    state[tried.verdict === 'reject' ? 'refused' : 'undecided'] += 1;
    return false;
  }
  state.accepted += 1;
  state.open.clear();
  state.current = candidate;
  state.currentScore = tried.candidateScore;
  // Without a test, the best is what measured best, as in the original; with one, what is accepted is the best.
  const isBest = run.gate.kind === 'sequential' || (tried.candidateScore ?? 0) > (state.bestScore ?? -1);
  if (isBest) {
    state.best = candidate;
    state.bestScore = tried.candidateScore;
    state.bestSeen = tried.evidence.outcomes.map((outcome) => outcome.candidate);
    state.bestStep = step;
  }
  return true;
}
