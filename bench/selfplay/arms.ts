import { seedSettings, type SelfPlaySettings, usualSelfPlay } from '#learners/model/selfplay';

const { generator } = usualSelfPlay;
const still = { ...generator, reward: 'none' } as const;
const difficulty = { ...generator, reward: 'difficulty' } as const;

/** Ways to run the same loop. They differ in which questions are judged, what the generator is rewarded for, and what teaches the solver. */
export const arms: Readonly<Record<string, Partial<SelfPlaySettings>>> = {
  default: {},
  'uniform + gate': { choose: 'all', generator: still },
  'difficulty + gate': { choose: 'all', generator: difficulty },
  uniform: { choose: 'all', filter: 'none', generator: still },
  'difficulty-only': { choose: 'all', filter: 'band', generator: difficulty },
  seed: seedSettings,
  'seed + gate': {
    ...seedSettings,
    filter: 'evidence',
    reliability: usualSelfPlay.reliability,
    thresholds: usualSelfPlay.thresholds,
  },
  'default, still generator': { generator: still },
  'default without reliability': { reliabilityWeight: 0 },
  'default without learning': { learningWeight: 0 },
  'default without breadth': { breadthWeight: 0 },
};

/** The arms that every target speaks of; the others are played on one start per seed. */
export const mainArms: readonly string[] = ['default', 'uniform + gate', 'difficulty + gate'];
