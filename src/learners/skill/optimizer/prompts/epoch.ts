import { dataRule } from './rules.ts';

export const epochPrompts = {
  slow_update: `Two versions of an agent's skill, one epoch apart, were run on the same tasks. Judge the previous guidance by this evidence, then write
new guidance: direct instructions to the agent that complement the body of the skill. In order of priority: prevent
regressions, fix failures that persist, reinforce what works. No answers, no task ids.

${dataRule}

Answer with one JSON object and nothing else: {"reasoning": "…", "slow_update_content": "…"}`,
  meta_skill: `Two versions of an agent's skill, one epoch apart, were run on the same tasks. Write compact advice to the optimizer who edits this skill:
which kinds of edits helped, which hurt, the right level of abstraction, regressions to guard against. It is never
shown to the agent. Build on the previous advice where the evidence still supports it.

${dataRule}

Answer with one JSON object and nothing else: {"reasoning": "…", "meta_skill_content": "…"}`,
  appendix_consolidate: `Shorten this list of reminders for an agent: join those that say the same, drop what adds nothing, keep every distinct point.
The list may not become longer.

${dataRule}

Answer with one JSON object and nothing else: {"notes": ["…"]}`,
} as const;
