import type { SkillVersion } from '../skill-version.ts';
import type { Tried } from './tried.ts';
import type { Pages } from './pages.ts';

/** Books a verdict: counts it, and lets an accepted candidate replace the incumbent. Returns whether it did. */
export function bookVerdict(state: Pages, candidate: SkillVersion, tried: Tried, step: number): boolean {
  if (tried.incumbentScore !== null) {
    state.currentScore = tried.incumbentScore;
    state.baselineScore ??= tried.incumbentScore;
    state.bestScore ??= tried.incumbentScore;
  }
  if (tried.verdict !== 'accept') {
    if (tried.verdict === 'undecided') {
      state.left = { version: candidate, evidence: tried.evidence };
      state.open = new Set([...state.open, candidate.hash]);
    }
    state[tried.verdict === 'reject' ? 'refused' : 'undecided'] += 1;
    return false;
  }
  state.accepted += 1;
  state.left = undefined;
  state.open = new Set();
  state.current = candidate;
  state.currentScore = tried.candidateScore;
  // Without a test, the best is what measured best, as in the original; with one, what is accepted is the best.
  if (tried.isTested || (tried.candidateScore ?? 0) > (state.bestScore ?? -1)) {
    state.best = candidate;
    state.bestScore = tried.candidateScore;
    state.bestSeen = tried.evidence.outcomes.map((outcome) => outcome.candidate);
    state.bestStep = step;
  }
  return true;
}
