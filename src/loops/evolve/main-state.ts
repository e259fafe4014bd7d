import { type Fragment, MainMachine, type SlotKey, slotKeyOf, type ThinkPlan } from '#bem';
import type { FacePorts } from '#contracts';
import { findTemplate } from '#tasks';
import { type PartData, partFromData } from './part-data.ts';
import { faceAt, planOf, type Skill, skillName } from './skill.ts';

/** How strongly the slots of a key lean to a fragment. */
export type Leaning = {
  /** What the slot is called: `TEMPLATE@level`, or `COMPOSITION@level#slot`. */
  readonly slot: string;
  readonly fragment: string;
  readonly weight: number;
};

/** B_main as plain data: from this the same machine is made anywhere. */
export interface MainState {
  readonly skills: readonly Skill[];
  /** By fragment, the parts that took the place of its own; each change was proved. */
  readonly patched: Readonly<Record<string, readonly PartData[]>>;
  readonly leanings: readonly Leaning[];
  /** Slots that are not a template at a level, with their faces. */
  readonly slots: Readonly<Record<string, FacePorts>>;
}

export const emptyMain: MainState = { skills: [], patched: {}, leanings: [], slots: {} };

/** The plan of a skill with the parts that took the place of its own. */
export function patchedPlan(skill: Skill, patched: MainState['patched']): ThinkPlan {
  const plan = planOf(skill);
  const own = patched[skillName(skill)];
  return own === undefined ? plan : { ...plan, parts: own.map(partFromData) };
}

/** The key of a slot. */
export function keyOfSlot(slot: string, slots: MainState['slots'] = {}): SlotKey {
  const own = slots[slot];
  if (own !== undefined) return slotKeyOf(slot, own);
  const at = slot.lastIndexOf('@');
  return slotKeyOf(slot, faceAt(findTemplate(slot.slice(0, at)), Number(slot.slice(at + 1))));
}

/** What a skill brings into B_main. */
export function fragmentOf(skill: Skill, patched: MainState['patched']): Fragment {
  const id = skillName(skill);
  return { id, key: keyOfSlot(id), plan: patchedPlan(skill, patched) };
}

/** The machine that the data describe. */
export function buildMain({ skills, patched, leanings, slots }: MainState, randomPath: string): MainMachine {
  const main = new MainMachine(undefined, randomPath);
  main.installAll(skills.map((skill) => fragmentOf(skill, patched)));
  for (const { slot, fragment, weight } of leanings) main.prefer(keyOfSlot(slot, slots), fragment, weight);
  return main;
}
