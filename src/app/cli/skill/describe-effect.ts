import type { RuleProvenance } from '#learners/skill/document';

const standings = {
  shown: 'shown to help',
  'rode-along': 'rode along, not told from no effect',
  'not-measurable': 'not measurable with these tasks',
} as const;

/** What a rule was measured to be worth, and how: a bundle comparison has the effects of its other rules in it. */
export function describeEffect({
  effect,
  measured,
  standing,
}: Pick<RuleProvenance, 'effect' | 'measured' | 'standing'>): string {
  const standingText = standing === undefined ? '' : standings[standing];
  const text = effectText(effect, measured);
  if (text === undefined) return standingText || 'not measured';
  return standingText === '' ? text : `${standingText}: ${text}`;
}

function effectText(effect: RuleProvenance['effect'], measured: RuleProvenance['measured']): string | undefined {
  if (effect === undefined) return undefined;
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
