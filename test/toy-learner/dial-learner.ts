import type { Journal } from '#foundation/contracts/ports';
import { createRng, type Hash } from '#foundation/kernel';
import { keepContent } from '#ratchet/certify';
import { nextLevel, openSignTrial } from '#ratchet/gate/trials';
import type { Learner } from '#ratchet/learner';
import { tellVerdict, type Tried, tryCandidate } from '#ratchet/trial';

export interface DialConfig {
  readonly seed: number;
  /** Positions that are tried, and tasks of each trial. */
  readonly proposals: number;
  readonly tasks: number;
  /** Where a task mostly goes well. */
  readonly best: number;
  readonly alpha: number;
}

interface DialState {
  readonly dial: number;
  readonly hash: Hash;
  readonly looks: number;
  readonly accepted: number;
}

/** Whether a task goes well: its own best position lies near the hidden one. */
function goesWell(dial: number, task: string, { best }: DialConfig): number {
  return Math.abs(dial - best - createRng(task).int(-2, 2)) <= 1 ? 1 : 0;
}

/** Learns where to set a dial: it proposes a position, and the gate says whether more tasks go well there. */
export function dialLearner(
  config: DialConfig,
  journal: Journal,
): Learner<DialState, number, Tried & { readonly hash: Hash }, { snapshot: Hash; dial: number; accepted: number }> {
  const { seed, proposals, tasks, alpha } = config;
  return {
    async begin() {
      const hash = keepContent(journal, 0);
      journal.emit('dial-started', { alpha, snapshot: hash });
      return { dial: 0, hash, looks: 0, accepted: 0 };
    },

    propose: async ({ looks }) =>
      looks < proposals ? createRng(`dial/${seed}/propose/${looks}`).int(0, 9) : undefined,

    async try(state, dial) {
      const { looks, accepted } = state;
      const sides = { incumbent: state.hash, candidate: keepContent(journal, dial) };
      const step = { name: 'compare-dials', inputs: { ...sides, looks, tasks } };
      const tried = await tryCandidate(journal, {
        sides,
        trial: openSignTrial(sides.candidate, { alpha: nextLevel({ alpha, looks, accepted, rule: 'family' }) }),
        evidence: () => ({ kind: 'paired', steps: [step] }),
        async play() {
          const { outcomes } = await journal.step(step.name, step.inputs, () => {
            const names = Array.from({ length: tasks }, (_, i) => `dial/${seed}/${looks}/${i}`);
            const scoreOf = (at: number) => (task: string) => goesWell(at, task, config);
            const [before, after] = [names.map(scoreOf(state.dial)), names.map(scoreOf(dial))];
            return {
              outcomes: names.map((task, i) => ({ task, incumbent: before[i]!, candidate: after[i]! })),
            };
          });
          return outcomes.map((outcome) => ({ ...outcome, repeat: 0 }));
        },
      });
      const { pValue, spent } = tried.evidence;
      tellVerdict(journal, tried, { candidate: sides.candidate, dial, pValue, spent, score: tried.candidateScore });
      return { ...tried, hash: sides.candidate };
    },

    apply(state, dial, { verdict, hash }) {
      const looked = { ...state, looks: state.looks + 1 };
      return verdict === 'accept' ? { ...looked, dial, hash, accepted: state.accepted + 1 } : looked;
    },

    describe: async ({ dial, hash, accepted }) => ({ snapshot: hash, dial, accepted }),
  };
}
