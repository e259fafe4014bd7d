import type { openOutsider } from './outsider.ts';
import type { varyBandit } from './vary-bandit.ts';
import type { varyPairs } from './vary-pairs.ts';
import type { varyText } from './vary-text.ts';
import type { varyStrings } from './vary-strings.ts';

/** What `pawl bench vary` works with. */
export interface Vary {
  readonly openOutsider: typeof openOutsider;
  readonly varyBandit: typeof varyBandit;
  readonly varyStrings: typeof varyStrings;
  readonly varyPairs: typeof varyPairs;
  readonly varyText: typeof varyText;
}

/** Tasks of any size and learners from outside; loaded when they are asked for. */
export async function loadVary(): Promise<Vary> {
  const [outsider, bandit, { varyStrings }, { varyPairs }, { varyText }] = await Promise.all([
    import('./outsider.ts'),
    import('./vary-bandit.ts'),
    import('./vary-strings.ts'),
    import('./vary-pairs.ts'),
    import('./vary-text.ts'),
  ]);
  return { ...outsider, ...bandit, varyStrings, varyPairs, varyText };
}
