import { documentText } from '#learners/skill/document';
import { newAdvice } from '../propose/choose-advice.ts';
import type { SkillVersion } from '../skill-version.ts';
import type { Tried } from './tried.ts';
import type { Pages } from './pages.ts';

/** What happens between steps: epochs, advice, restarts, and the end of a run. */
export interface EpochBook {
  /** The current skill becomes another one without a trial, as the original's guidance does; its score is then unknown. */
  forced(version: SkillVersion, score: number | null): void;
  advised(text: string): void;
  epochEnded(skill: SkillVersion): void;
  restarted(keepsCurrent: boolean): void;
  /** The current skill is now the best. */
  promoted(tried: Tried): void;
  /** Lines left the skill: their rules are no rules any more. */
  simplified(version: SkillVersion): void;
}

export function epochBook(state: Pages): EpochBook {
  return {
    forced(version, score) {
      state.current = version;
      state.currentScore = score;
    },
    advised(text) {
      state.advice = newAdvice(text);
    },
    epochEnded(skill) {
      state.epochSkill = skill;
      state.digests = [];
    },
    restarted(keepsCurrent) {
      state.restarts += 1;
      state.fruitless = 0;
      state.digests = [];
      state.kept = [];
      if (!keepsCurrent) state.current = state.best;
    },
    promoted(tried) {
      state.best = state.current;
      state.bestScore = tried.candidateScore;
      state.bestSeen = tried.evidence.outcomes.map(({ candidate }) => candidate);
      state.bestStep = state.history.length;
    },
    simplified(version) {
      state.best = version;
      state.rules = state.rules.filter(({ text }) => documentText(version.skill).includes(text));
    },
  };
}
