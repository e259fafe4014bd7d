/** What a rollout asks of the world. */
export type { ProposingAgent } from './ask-agent.ts';
export type { Notice } from './notice.ts';
