import {
  type ClassName,
  classNames,
  type HypothesisClass,
  hypothesisClasses,
  type Learnt,
  type ThinkPlan,
} from '#learners/machine/hypotheses';
import { Json } from '#foundation/contracts';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { type FacePorts, portsOfFace } from '#foundation/contracts/words';
import { hashOf, invariant } from '#foundation/kernel';
import type { FindTemplate } from '#tasks/registry';
import { settingOf } from '#tasks/settings';
import { z } from 'zod';

/** What was learnt of one template at one level, as plain data: it can be stored, sent, and made a machine again. */
export const MachineSkill = z.strictObject({
  template: z.string().min(1),
  level: z.int().min(1),
  /** The class that can read `hypothesis`. */
  class: z.enum(classNames),
  hypothesis: Json,
  /** In words, for people. */
  says: z.string(),
});
export type MachineSkill = z.infer<typeof MachineSkill>;

/** Whether two skills are one, in whatever words. */
export function isSameSkill(a: MachineSkill, b: MachineSkill): boolean {
  return a.class === b.class && hashOf(a.hypothesis) === hashOf(b.hypothesis);
}

/** The face of a template at a level, as a learner sees it. */
export function faceAt(template: AnyTemplate, level: number): FacePorts {
  return portsOfFace(template.bits(settingOf(template, level).params));
}

/** The skill as the classes know it. */
export function learntOf(skill: MachineSkill, find: FindTemplate): Learnt {
  const { class: name, hypothesis, template, level } = skill;
  return { class: name, hypothesis, face: faceAt(find(template), level) };
}

function classOf(name: ClassName): HypothesisClass {
  const found = hypothesisClasses.find((each) => each.name === name);
  invariant(found !== undefined, `every class name has its class: ${name}`);
  return found;
}

/** What a machine must do to play by a skill at its own level. */
export function planOf(skill: MachineSkill, find: FindTemplate): ThinkPlan {
  const { class: name, hypothesis, face } = learntOf(skill, find);
  return classOf(name).toMachine(hypothesis, face);
}

/** The same skill at another level of its template; undefined where it does not fit. */
export function carrySkill(skill: MachineSkill, level: number, find: FindTemplate): MachineSkill | undefined {
  if (level === skill.level) return skill;
  const kind = classOf(skill.class);
  const { hypothesis, face } = learntOf(skill, find);
  const there = faceAt(find(skill.template), level);
  const carried = kind.carry(hypothesis, face, there);
  return carried === undefined
    ? undefined
    : {
        ...skill,
        level,
        hypothesis: Json.parse(JSON.parse(JSON.stringify(carried))),
        says: kind.describe(carried, there),
      };
}
