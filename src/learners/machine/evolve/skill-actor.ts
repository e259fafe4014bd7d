import { type Actor, InstalledThinker } from '#learners/machine/hypotheses';
import type { FacePorts } from '#foundation/contracts/words';
import type { FindTemplate } from '#tasks/registry';
import { planOf, type MachineSkill } from './machine-skill.ts';

/** Lanes of the machines that play while skills are tried. */
const LANES = 128;

/** A machine that has learnt nothing: every bit of its output is 0. */
export function untrainedActor(face: FacePorts): Actor {
  const zeros = new Uint8Array(face.action.width);
  return {
    lanes: LANES,
    begin: () => undefined,
    act: (observations) => observations.map((observation) => (observation === undefined ? undefined : zeros)),
  };
}

/** The machine of a skill, or the untrained one. */
export function actorOfSkill(skill: MachineSkill | undefined, face: FacePorts, find: FindTemplate): Actor {
  return skill === undefined ? untrainedActor(face) : new InstalledThinker(planOf(skill, find), LANES);
}
