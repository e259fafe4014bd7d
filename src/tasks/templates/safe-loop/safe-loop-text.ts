import type { TextFace } from '#foundation/contracts/tasks';
import { answerPart } from '../../faces/reply.ts';
import { programText } from '../../safety/loop-program.ts';
import type { Expert, LoopAction, LoopParams, LoopSeen } from './safe-loop-game.ts';

/** SAFE_LOOP as a language model reads and answers it. */
export const loopText: TextFace<LoopParams, LoopSeen, LoopAction> = {
  rules: rulesText,
  observation: ({ experts, running, period, proposals_left, last }) =>
    `${experts.map(expertText).join('\n')}\nrunning: ${running.map((at, i) => `expert ${i} ${at < 0 ? 'its own program' : `patch ${at}`}`).join(', ')}\n` +
    `stretches run: ${period}; proposals left: ${proposals_left}; last proposal: ${last}`,
  action: (action) => (action.kind === 'RUN' ? 'RUN' : `PROPOSE ${action.expert} ${action.candidate}`),
  parse: parseAction,
};

function expertText({ program, candidates }: Expert, expert: number): string {
  const patches = candidates.map((patch, i) => `  patch ${i}: ${programText(patch)}`);
  return [`expert ${expert}: ${programText(program)}`, ...patches].join('\n');
}

function rulesText({ T_large, periods, P_max, M, property, verify_cost, pox_threshold }: LoopParams): string {
  return (
    `A loop of ${T_large} steps runs every expert once per step on the index i, a byte. ADD and SUB wrap around at 256, AND is bitwise, MIN n gives the smaller of i and n, MOD n the ` +
    `rest, WRAP n gives 0 if i is at least n, else i. Cycles: ADD 1, SUB 1, AND 1, MIN 2, WRAP 2, MOD 6. Safety: whatever i in [0, ${M}) an expert starts with, i is in [0, ${M}) ` +
    `${property === 'index' ? 'when it ends' : 'after each of its instructions, or a BAD flag is set'}. The run has ${periods} stretches of equal length; before each you may propose up to ${P_max} patches, one per turn. ` +
    `Verifying a proposal takes ${verify_cost} cycles; it is accepted, and replaces what the expert runs, if it is safe and saves at least ${pox_threshold} of the cycles of what it replaces. RUN, a proposal too ` +
    'many and a reply that cannot be read run the next stretch. You earn the cycles saved, less those of verification, as a share of the cycles of the whole run without patches. ' +
    'Reply as in "answer: PROPOSE 0 1" (expert, patch) or "answer: RUN".'
  );
}

/** The one action a reply names. */
function parseAction(reply: string, { n_experts, n_candidates }: LoopParams): LoopAction | undefined {
  const found = new Set(
    answerPart(reply)
      .toUpperCase()
      .match(/\bRUN\b|\bPROPOSE\s+\d{1,3}\s+\d{1,3}\b/g) ?? [],
  );
  const [only] = found;
  if (found.size !== 1 || only === undefined) return undefined;
  const [kind, expert, candidate] = only.split(/\s+/);
  if (kind === 'RUN') return { kind };
  const action = { kind: 'PROPOSE', expert: Number(expert), candidate: Number(candidate) } as const;
  return action.expert < n_experts && action.candidate < n_candidates ? action : undefined;
}
