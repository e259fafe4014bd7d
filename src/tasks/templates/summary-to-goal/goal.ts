import type { Judged } from '#foundation/contracts/tasks';
import type { Rng } from '#foundation/kernel';
import { markedLine } from '../../faces/reply.ts';
import { type GoalSlot, goalSchemas, type GoalWorld } from '../../language/goal-schema.ts';

/** `name=value` for every slot of the schema, in its order. */
export type Goal = readonly string[];

export function slotsOf(world: GoalWorld): readonly GoalSlot[] {
  return goalSchemas[world];
}

export function phraseOf(slot: GoalSlot, wording: 'plain' | 'varied' | 'unseen', rng: Rng): string {
  if (wording === 'unseen') return slot.phrases.at(-1)!;
  return wording === 'plain' ? slot.phrases[0]! : slot.phrases[rng.below(slot.phrases.length - 1)]!;
}

/** Which optional slots are said: `count` of them, each choice equally likely. */
export function spokenSlots(slots: readonly GoalSlot[], count: number, rng: Rng): readonly boolean[] {
  const optional = slots.flatMap((slot, i) => (slot.optional ? [i] : []));
  const chosen = new Set(rng.distinct(Math.min(count, optional.length), optional.length).map((i) => optional[i]!));
  return slots.map((slot, i) => !slot.optional || chosen.has(i));
}

export function partsOf(slot: GoalSlot): readonly string[] {
  return slot.values.map((value) => `${slot.name}=${value}`);
}

/** The `name=value` parts of a reply: every slot, in any order, none twice with different values. */
export function parseGoal(reply: string, world: GoalWorld): Goal | undefined {
  const line = (markedLine(reply) ?? reply).replaceAll(/[*_`"'{}]/g, '').replaceAll(/:\s*/g, '=');
  const said = new Map<string, string>();
  for (const part of line.split(/[;,\n]/)) {
    const [name = '', value = '', ...rest] = part.split('=').map((text) => text.trim().toLowerCase());
    if (value === '' || rest.length > 0) continue;
    if (said.has(name) && said.get(name) !== value) return undefined;
    said.set(name, value.replace(/\.$/, ''));
  }
  const goal: string[] = [];
  for (const slot of slotsOf(world)) {
    const value = slot.values.find((one) => one.toLowerCase() === said.get(slot.name));
    if (value === undefined) return undefined;
    goal.push(`${slot.name}=${value}`);
  }
  return goal;
}

/** A goal that was said beside what the text means. */
export function judgeGoal(meant: Readonly<Record<string, string>>, action: Goal): Judged {
  const said = Object.entries(meant).map(([slot, value]) => `${slot}=${value}`);
  const wrong = action.length === said.length ? action.find((part) => !said.includes(part)) : 'a missing part';
  return wrong === undefined ? { ok: true, reward: 1 } : { ok: false, reward: 0, why: `${wrong} is wrong` };
}

/** The parts of a goal with their values, and a goal as it is written. */
export function partsText(world: GoalWorld): string {
  return slotsOf(world)
    .map((slot) => `${slot.name} (${slot.values.join(', ')})`)
    .join('; ');
}

export function sampleGoal(world: GoalWorld): string {
  return slotsOf(world)
    .map((slot) => partsOf(slot)[0]!)
    .join('; ');
}
