import type { RuleProvenance } from '#learners/skill/document';

/** What a rule was measured to be worth, and how: a bundle comparison has the effects of its other rules in it. */
export function describeEffect({ effect, measured }: Pick<RuleProvenance, 'effect' | 'measured'>): string {
  if (effect === undefined) return 'not measured';
  const value = signed(effect, 3);
  if (measured === undefined) return `${value} (leave-one-out within its bundle)`;
  const tasks = `${measured.tasks} task${measured.tasks === 1 ? '' : 's'}`;
  const { low, high } = measured;
  const interval = low === undefined || high === undefined ? '' : ` [${signed(low, 2)}, ${signed(high, 2)}]`;
  return measured.by === 'leave-one-out'
    ? `${value}${interval} (leave-one-out on ${tasks})`
    : `${value} (bundle comparison on ${tasks}, confounded with its other rules)`;
}

function signed(value: number, digits: number): string {
  return `${value >= 0 ? '+' : ''}${value.toFixed(digits)}`;
}
