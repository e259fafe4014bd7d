import { skillIdOf, skillName } from '#foundation/contracts';
import {
  type Fragment,
  keyDistance,
  MainMachine,
  selectorId,
  type SlotKey,
  slotKeyOf,
} from '#learners/machine/combined';
import type { ThinkPlan } from '#learners/machine/hypotheses';
import type { FacePorts } from '#foundation/contracts/words';
import type { FindTemplate } from '#tasks/registry';
import { isRecord } from '#foundation/kernel';
import { z } from 'zod';
import { PartData, partFromData } from './part-data.ts';
import { faceAt, planOf, MachineSkill } from './machine-skill.ts';

/** How strongly a routing key leans to a fragment, learnt from episodes. `keyText` writes the key. */
const Leaning = z.strictObject({ key: z.string().regex(/^[0-9a-f]{16}$/u), fragment: z.string(), weight: z.number() });
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
  /** Whether keys are hashes of the names of slots: then routing is told which task it meets. */
  named: z.literal(true).optional(),
});
export type MainState = z.infer<typeof MainState>;

export const emptyMain: MainState = { skills: [], patched: {}, leanings: [], slots: {} };

/** The plan of a skill with the parts that took the place of its own. */
export function patchedPlan(skill: MachineSkill, patched: MainState['patched'], find: FindTemplate): ThinkPlan {
  const plan = planOf(skill, find);
  const own = patched[skillName(skill)];
  return own === undefined ? plan : { ...plan, parts: own.map(partFromData) };
}

/** What the keys of slots depend on. */
export type Keyed = Pick<MainState, 'slots' | 'named'>;

/** The key of a slot: `TEMPLATE@level`, or `COMPOSITION@level#slot`. */
export function keyOfSlot(slot: string, find: FindTemplate, { slots, named }: Keyed): SlotKey {
  const { template, level } = skillIdOf(slot);
  return slotKeyOf(slots[slot] ?? faceAt(find(template), level), named && slot);
}

/** A key as people compare it. */
export function keyText({ code }: Pick<SlotKey, 'code'>): string {
  return Array.from(code, (word) => word.toString(16).padStart(8, '0')).join('');
}

function codeOfText(text: string): Uint32Array {
  return Uint32Array.from([text.slice(0, 8), text.slice(8)], (word) => Number.parseInt(word, 16));
}

/** The slots that a machine knows, by key. Slots with one key look alike at first sight. */
export function slotsByKey(main: MainState, find: FindTemplate): ReadonlyMap<string, readonly string[]> {
  const slots = new Map<string, string[]>();
  for (const slot of [...main.skills.map(skillName), ...Object.keys(main.slots)]) {
    const key = keyText(keyOfSlot(slot, find, main));
    slots.set(key, [...(slots.get(key) ?? []), slot]);
  }
  return slots;
}

/** What a skill brings into B_main. */
export function fragmentOf(
  skill: MachineSkill,
  main: Keyed & Pick<MainState, 'patched'>,
  find: FindTemplate,
): Fragment {
  const id = skillName(skill);
  return { id, key: keyOfSlot(id, find, main), plan: patchedPlan(skill, main.patched, find) };
}

/** The machine that the data describe. */
export function buildMain(main: MainState, randomPath: string, find: FindTemplate): MainMachine {
  const machine = new MainMachine(undefined, randomPath);
  machine.installAll(main.skills.map((skill) => fragmentOf(skill, main, find)));
  setWeights(machine, main, find);
  return machine;
}

/** Before any episode has taught a key, the weight of a fragment falls by this for each bit in which its own key differs. */
const FAR = 0.25;

/** Gives a machine the weights of its state and no others. */
export function setWeights(machine: MainMachine, main: MainState, find: FindTemplate): void {
  machine.forgetWeights();
  const taught = new Set(main.leanings.map(({ key }) => key));
  for (const [text, [slot]] of slotsByKey(main, find)) {
    const key = keyOfSlot(slot!, find, main);
    if (taught.has(text)) continue;
    for (const fragment of machine.fitting(key))
      machine.prefer(key, fragment.id, -FAR * keyDistance(fragment.key, key));
  }
  for (const { key, fragment, weight } of main.leanings) machine.prefer({ code: codeOfText(key) }, fragment, weight);
}

/** What the weights of a machine say of keys. */
export function leaningsOf(machine: MainMachine, keys: readonly SlotKey[]): Leaning[] {
  const distinct = new Map(keys.map((key) => [keyText(key), key]));
  return [...distinct].flatMap(([text, { code }]) =>
    machine.fragments.flatMap(({ id }) => {
      const weight = machine.machine.weightOf(code, selectorId(id));
      return weight === 0 ? [] : [{ key: text, fragment: id, weight }];
    }),
  );
}
