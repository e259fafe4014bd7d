/** Steps with or without some advice, and what they gained. */
interface AdviceArm {
  readonly steps: number;
  readonly gain: number;
}

/** Gains of steps with and without the advice in force: it stays only while it earns its place. */
export interface AdviceRecord {
  readonly text: string;
  readonly with: AdviceArm;
  readonly without: AdviceArm;
}

export function newAdvice(text: string): AdviceRecord {
  return { text, with: { steps: 0, gain: 0 }, without: { steps: 0, gain: 0 } };
}

/** Whether the next step uses the advice: in turn at first, then as long as steps with it gain no less than steps without. */
export function usesAdvice(advice: AdviceRecord | undefined): boolean {
  if (advice === undefined) return false;
  const { with: on, without: off } = advice;
  if (on.steps <= off.steps && on.steps < 2) return true;
  if (off.steps < 2) return on.steps <= off.steps;
  return on.gain / on.steps >= off.gain / off.steps;
}

/** The record with so many more steps and so much more gain on one of its arms. */
export function withAdviceGain(advice: AdviceRecord, wasUsed: boolean, { steps, gain }: AdviceArm): AdviceRecord {
  const arm = wasUsed ? 'with' : 'without';
  return { ...advice, [arm]: { steps: advice[arm].steps + steps, gain: advice[arm].gain + gain } };
}
