import { type SkillId, skillName } from '#foundation/contracts';
import { sameSizes } from '#learners/machine/combined';
import type { FacePorts } from '#foundation/contracts/words';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { createRng, Fault } from '#foundation/kernel';
import { drawAt } from '#tasks/play';
import type { FindTemplate } from '#tasks/registry';
import { settingOf } from '#tasks/settings';
import { keyOfSlot, type MainState } from './main-state.ts';
import { faceAt, type MachineSkill } from './machine-skill.ts';
import { composedOf, slotNames } from './play-on-main.ts';

/** Compositions that no specialist ever saw, `EXPRESSION@level`, with the faces of their slots. */
export interface ChosenCompositions {
  readonly names: readonly string[];
  readonly slots: Readonly<Record<string, FacePorts>>;
}

const operators: readonly ((a: string, b: string) => string)[] = [
  (a, b) => `SEQ(${a},${b})`,
  (a, b) => `PAR(${a},${b})`,
  (a, b) => `INTERLEAVE(${a},${b})`,
  (a) => `NEST(${a},2)`,
  (a) => `MASK(${a},xoo)`,
];

/** After so many draws a run makes do with fewer compositions. */
const DRAWS = 60;

/**
 * Composes templates that B_main has mastered at the same level; the operators take turns. What cannot be composed, or shows its
 * bases in another way than slot by slot, is left out.
 */
export function chooseCompositions(
  main: MainState,
  skills: readonly MachineSkill[],
  { count, seed, find }: { readonly count: number; readonly seed: number; readonly find: FindTemplate },
): ChosenCompositions {
  const rng = createRng(`evolve/${seed}/compositions`);
  const names: string[] = [];
  const slots: Record<string, FacePorts> = {};
  const doubtful = skills.filter(({ template, level }) => {
    const key = keyOfSlot(skillName({ template, level }), find, main);
    return main.skills.some(
      (other) => other.template !== template && sameSizes(keyOfSlot(skillName(other), find, main), key),
    );
  });
  const shared = doubtful.length === 0 ? skills : doubtful;
  for (let draw = 0; names.length < count && draw < DRAWS && skills.length > 1; draw += 1) {
    // Every other one has a slot that more than one skill fits: there routing must be learnt.
    const open = names.length % 2 === 0 ? shared : skills;
    const a = open[rng.below(open.length)]!;
    const partners = skills.filter(({ template, level }) => level === a.level && template !== a.template);
    if (partners.length === 0) continue;
    const b = partners[rng.below(partners.length)]!;
    const expression = operators[names.length % operators.length]!(a.template, b.template);
    const id = { template: expression, level: a.level };
    const name = skillName(id);
    const faces = names.includes(name) ? undefined : slotFaces(id, find);
    if (faces === undefined) continue;
    names.push(name);
    for (const [i, slot] of slotNames(name, find).entries()) slots[slot] = faces[i]!;
  }
  return { names, slots };
}

/** The faces of the slots of a composition; undefined where it cannot be made or read. */
function slotFaces({ template: expression, level }: SkillId, find: FindTemplate): readonly FacePorts[] | undefined {
  try {
    const template = find(expression);
    if (level > template.levels.length) return undefined;
    if (!hasStake(template, level)) return undefined;
    // What is one task all through, such as a masked one, is one slot.
    const faces = composedOf(template, level)?.slots.map(({ face }) => face) ?? [faceAt(template, level)];
    const hasReals = faces.some(({ observation, action }) =>
      [...observation.ports, ...action.ports].some(({ role }) => role === 'real'),
    );
    // Words that hold any number cannot be written down with the machine.
    return hasReals ? undefined : faces;
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

/** On the mean of so many tasks, more than this must be gained over chance. */
const LOOKED = 16;
const LEAST_STAKE = 0.1;

/** Whether more can be gained than chance gains. A mask may hide all that an answer depends on. */
function hasStake(template: AnyTemplate, level: number): boolean {
  const setting = settingOf(template, level);
  let stake = 0;
  for (let index = 0; index < LOOKED; index += 1) {
    const { instance } = drawAt(template, setting, { seed: 'stake', split: 'train', index });
    stake += template.optimum(instance).reward - template.randomReturn(instance);
  }
  return stake > LEAST_STAKE * LOOKED;
}
