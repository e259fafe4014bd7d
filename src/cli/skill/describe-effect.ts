import type { RuleProvenance } from '#skill';

/** What a rule was measured to be worth, and how: a bundle comparison has the effects of its other rules in it. */
export function describeEffect({ effect, measured }: Pick<RuleProvenance, 'effect' | 'measured'>): string {
  if (effect === undefined) return 'not measured';
  const value = `${effect >= 0 ? '+' : ''}${effect.toFixed(3)}`;
  if (measured === undefined) return `${value} (leave-one-out within its bundle)`;
  const tasks = `${measured.tasks} task${measured.tasks === 1 ? '' : 's'}`;
  return measured.by === 'leave-one-out'
    ? `${value} (leave-one-out on ${tasks})`
    : `${value} (bundle comparison on ${tasks}, confounded with its other rules)`;
}
