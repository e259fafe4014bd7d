import { modeSettings } from '#learners/model/judge/reliability';
import { type SelfPlaySettings, usualSelfPlay } from '#learners/model/selfplay';

/** Ways to run the same loop. They differ in what the generator is rewarded for and in which questions teach the solver; nothing else. */
export const arms: Readonly<Record<string, Partial<SelfPlaySettings>>> = {
  uniform: { filter: 'none', generator: { ...usualSelfPlay.generator, reward: 'none' } },
  'uniform + gate': { generator: { ...usualSelfPlay.generator, reward: 'none' } },
  'difficulty-only': { filter: 'band', generator: { ...usualSelfPlay.generator, reward: 'difficulty' } },
  seed: {
    filter: 'thresholds',
    reliability: modeSettings('seed'),
    thresholds: { cons: 0.9, sep: 0.1, stab: 0.7 },
  },
  default: {},
};

/** Worlds: the one that defaults were chosen on, another that nobody looked at, and the first with equally good judgements everywhere. */
export const cells = [
  { title: 'judge good at some families', name: 'first', noise: 'by-family' },
  { title: 'second world, never used for defaults', name: 'second', noise: 'by-family' },
  { title: 'judge equally good at all', name: 'first', noise: 'homogeneous' },
] as const;
export type Cell = (typeof cells)[number];
