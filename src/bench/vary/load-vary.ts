import type { openOutsider } from './outsider.ts';
import type { varyBandit } from './vary-bandit.ts';
import type { varyStrings } from './vary-strings.ts';

/** What `pawl bench vary` works with. */
export interface Vary {
  readonly openOutsider: typeof openOutsider;
  readonly varyBandit: typeof varyBandit;
  readonly varyStrings: typeof varyStrings;
}

/** Tasks of any size and learners from outside; loaded when they are asked for. */
export async function loadVary(): Promise<Vary> {
  const [outsider, bandit, strings] = await Promise.all([
    import('./outsider.ts'),
    import('./vary-bandit.ts'),
    import('./vary-strings.ts'),
  ]);
  return { ...outsider, ...bandit, ...strings };
}
