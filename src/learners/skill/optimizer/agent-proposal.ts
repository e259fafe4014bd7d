import type { HarnessRequest, SkillFiles } from '#foundation/contracts/skills';
import { changedItems } from '../edits/changed-items.ts';
import { fitRecords } from './fit-records.ts';
import type { Optimizer } from './optimizer.ts';
import { promptText } from './prompts/prompt-text.ts';
import { CONTEXT_TOKENS } from './reflect.ts';
import { rolloutRecord } from './rollout-record.ts';
import type { ScoredRollout } from './rollout.ts';
import type { UpdateItem } from '../edits/update-item.ts';

export interface AgentInput {
  readonly skill: SkillFiles;
  /** Training rollouts of the skill. */
  readonly rollouts: readonly ScoredRollout[];
  /** What `renderStepBuffer` says of earlier steps; empty for none. */
  readonly history: string;
  /** Advice to the optimizer from earlier epochs; empty for none. */
  readonly metaSkill: string;
}

/** The workspace of a coding agent that is to improve a skill: its files under `skill`, and what happened under `rollouts`, as data. */
export function agentRequest(input: AgentInput, optimizer: Optimizer): HarnessRequest {
  const { skill, rollouts, history, metaSkill } = input;
  const records = fitRecords(
    rollouts.map((one) => rolloutRecord(one, skill)),
    optimizer.contextTokens ?? CONTEXT_TOKENS,
  );
  const nameOf = (i: number): string => `rollouts/${String(i).padStart(3, '0')}.json`;
  return {
    prompt: promptText('coding_agent', optimizer.prompts),
    skill: {},
    files: {
      ...Object.fromEntries(Object.entries(skill).map(([path, text]) => [`skill/${path}`, text])),
      ...Object.fromEntries(records.map((record, i) => [nameOf(i), `${JSON.stringify(record, null, 2)}\n`])),
      ...(history === '' ? {} : { 'earlier-steps.md': history }),
      ...(metaSkill === '' ? {} : { 'advice.md': metaSkill }),
    },
    seed: optimizer.seed,
  };
}

/** What the agent changed in its workspace, as edits that the failures caused. */
export function agentItems(
  { skill, rollouts }: Pick<AgentInput, 'skill' | 'rollouts'>,
  workspace: Readonly<Record<string, string>>,
  id: string,
): readonly UpdateItem[] {
  const causes = rollouts.filter(({ outcome }) => outcome.score.hard < 1).map(({ task }) => task.id);
  const files = Object.entries(workspace).filter(([path]) => path.startsWith('skill/'));
  const next = Object.fromEntries(files.map(([path, text]) => [path.slice('skill/'.length), text]));
  return changedItems(skill, next, { id, source: 'failure', support: Math.max(1, causes.length), causes });
}
