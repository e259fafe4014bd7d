/** What a model learns from. */
export { grpo } from './grpo.ts';
export { dpo, preferred } from './preference.ts';
export { ranking } from './ranking.ts';
export { reinforce } from './reinforce.ts';
export { supervised } from './supervised.ts';
