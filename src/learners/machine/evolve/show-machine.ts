import { skillName } from '#foundation/contracts';
import { sameSizes } from '#learners/machine/combined';
import type { ThinkPlan } from '#learners/machine/hypotheses';
import { circuitToData } from '#logic/circuit/formats';
import { gateCount } from '#logic/circuit/graph';
import { depthOf } from '#logic/circuit/structure';
import type { FindTemplate } from '#tasks/registry';
import { hashOf } from '#foundation/kernel';
import { keyOfSlot, keyText, type MainState, patchedPlan, slotsByKey } from './main-state.ts';

/** Circuits with more gates are not handed out to be drawn: nobody could read them. */
const MOST_GATES = 400;

type Part = ThinkPlan['parts'][number];
type Bit = Part['reads'][number];

export function bitName({ region, at }: Bit): string {
  return `${region}[${at}]`;
}

function expertOf(fragment: string, part: Part): ShownExpert {
  const gates = gateCount(part.circuit);
  const data = circuitToData(part.circuit);
  const [reads, writes] = [part.reads.map(bitName), part.writes.map(bitName)];
  return {
    id: `${fragment} ${part.id}`,
    part: part.id,
    gates,
    depth: depthOf(part.circuit),
    reads,
    writes,
    guard: (part.guard ?? []).map(({ bit, value }) => `${bitName(bit)}=${value ? 1 : 0}`),
    circuit:
      gates > MOST_GATES
        ? null
        : {
            inputs: data.inputs,
            gates: [...data.gates],
            outputs: [...data.outputs],
            inputNames: reads,
            outputNames: writes,
          },
  };
}

/** An expert as it can be shown. */
export interface ShownExpert {
  id: string;
  part: string;
  gates: number;
  depth: number;
  reads: string[];
  writes: string[];
  guard: string[];
  circuit: {
    inputs: number;
    gates: number[];
    outputs: number[];
    inputNames: string[];
    outputNames: string[];
  } | null;
}

/** A skill of the machine as it can be shown. */
export interface ShownSkill {
  id: string;
  template: string;
  level: number;
  class: string;
  says: string;
  hash: string;
  thinkSteps: number;
  inputs: number;
  state: number;
  outputs: number;
  experts: ShownExpert[];
  /** The routing key of its own slot, in hexadecimal. */
  key: string;
  /** Learnt weights w[key, fragment], the key with the slots that have it. */
  weights: { slot: string; key: string; weight: number }[];
  /** Skills that could run in its slot beside it: those whose sizes are those of the key. */
  rivals: string[];
}

/** The skills of B_main with their experts, and what the routing weights say of each. */
export function showMain(main: MainState, find: FindTemplate): ShownSkill[] {
  const keys = new Map(main.skills.map((skill) => [skillName(skill), keyOfSlot(skillName(skill), find, main)]));
  const slots = slotsByKey(main, find);
  return main.skills.map((skill) => {
    const plan = patchedPlan(skill, main.patched, find);
    const id = skillName(skill);
    return {
      id,
      template: skill.template,
      level: skill.level,
      class: skill.class,
      says: skill.says,
      hash: hashOf(skill),
      thinkSteps: plan.thinkSteps,
      inputs: plan.inputs,
      state: plan.state,
      outputs: plan.outputs,
      experts: plan.parts.map((part) => expertOf(id, part)),
      key: keyText(keys.get(id)!),
      weights: main.leanings
        .filter(({ fragment }) => fragment === id)
        .map(({ key, weight }) => ({ slot: (slots.get(key) ?? []).join(', '), key, weight }))
        .toSorted((a, b) => b.weight - a.weight),
      rivals: [...keys].flatMap(([other, key]) => (other !== id && sameSizes(key, keys.get(id)!) ? [other] : [])),
    };
  });
}
