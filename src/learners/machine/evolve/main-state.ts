import { skillIdOf, skillName } from '#foundation/contracts';
import { type Fragment, MainMachine, type SlotKey, slotKeyOf } from '#learners/machine/combined';
import type { ThinkPlan } from '#learners/machine/hypotheses';
import type { FacePorts } from '#foundation/contracts/words';
import type { FindTemplate } from '#tasks/registry';
import { isRecord } from '#foundation/kernel';
import { z } from 'zod';
import { PartData, partFromData } from './part-data.ts';
import { faceAt, planOf, MachineSkill } from './machine-skill.ts';

/** How strongly the slots of a key lean to a fragment; a slot is `TEMPLATE@level`, or `COMPOSITION@level#slot`. */
const Leaning = z.strictObject({ slot: z.string(), fragment: z.string(), weight: z.number() });
export type Leaning = z.infer<typeof Leaning>;

const isFace = (value: unknown): boolean => isRecord(value) && 'observation' in value && 'action' in value;

/** B_main as plain data: from this the same machine is made anywhere. */
export const MainState = z.strictObject({
  skills: z.array(MachineSkill).readonly(),
  /** By fragment, the parts that took the place of its own; each change was proved. */
  patched: z.record(z.string(), z.array(PartData).readonly()).readonly(),
  leanings: z.array(Leaning).readonly(),
  /** Slots that are not a template at a level, with their faces. */
  slots: z.record(z.string(), z.custom<FacePorts>(isFace)).readonly(),
});
export type MainState = z.infer<typeof MainState>;

export const emptyMain: MainState = { skills: [], patched: {}, leanings: [], slots: {} };

/** The plan of a skill with the parts that took the place of its own. */
export function patchedPlan(skill: MachineSkill, patched: MainState['patched'], find: FindTemplate): ThinkPlan {
  const plan = planOf(skill, find);
  const own = patched[skillName(skill)];
  return own === undefined ? plan : { ...plan, parts: own.map(partFromData) };
}

/** The key of a slot. */
export function keyOfSlot(slot: string, find: FindTemplate, slots: MainState['slots'] = {}): SlotKey {
  const own = slots[slot];
  if (own !== undefined) return slotKeyOf(slot, own);
  const { template, level } = skillIdOf(slot);
  return slotKeyOf(slot, faceAt(find(template), level));
}

/** What a skill brings into B_main. */
export function fragmentOf(skill: MachineSkill, patched: MainState['patched'], find: FindTemplate): Fragment {
  const id = skillName(skill);
  return { id, key: keyOfSlot(id, find), plan: patchedPlan(skill, patched, find) };
}

/** The machine that the data describe. */
export function buildMain(
  { skills, patched, leanings, slots }: MainState,
  randomPath: string,
  find: FindTemplate,
): MainMachine {
  const main = new MainMachine(undefined, randomPath);
  main.installAll(skills.map((skill) => fragmentOf(skill, patched, find)));
  for (const { slot, fragment, weight } of leanings) main.prefer(keyOfSlot(slot, find, slots), fragment, weight);
  return main;
}
