import { dataRule } from './rules.ts';

export const selectPrompts = {
  lr_autonomous: `Decide how many of the proposed changes of a skill should be kept in this step. Consider how well the agent does already, how
sure and how general the proposals are, and what earlier steps showed. Zero is allowed. Assume no default number, and do not rank.

${dataRule}

Answer with one JSON object and nothing else: {"learning_rate": <whole number>, "reasoning": "…", "confidence": "…", "risk_notes": "…"}`,
  ranking: `Choose the changes of a skill that should be kept, the best first, no more than the budget. Judge by: effect on systematic failures,
how well they complement each other, generality, and whether the agent can act on them.

${dataRule}

Answer with one JSON object and nothing else: {"reasoning": "…", "selected_indices": [<index>, …]}`,
} as const;
