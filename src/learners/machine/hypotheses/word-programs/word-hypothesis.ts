import type { FacePorts, WordPort } from '#foundation/contracts/words';
import { writeWord } from '../word-view.ts';
import { portsIn, type Said, type Situation, situationKey, wordsSaying } from './situation.ts';
import type { SkillFit } from './skill-fit.ts';
import { termValue, type TermWorld } from './term-value.ts';
import type { Term } from './term.ts';

/** What is said in one form of the observation: the form of the action, and a term for each of its numbers. */
export interface Choice {
  readonly when: Situation;
  readonly form: Situation;
  readonly says: readonly { readonly said: Said; readonly term: Term }[];
}

/** A program: a choice for each form of the observation, and the skills that its terms name. */
export interface WordHypothesis {
  readonly choices: readonly Choice[];
  readonly skills: readonly SkillFit[];
}

/** The action of a program; a number that cannot be said is 0. */
export function actionOf(choice: Choice | undefined, world: TermWorld, { action }: FacePorts): Uint8Array {
  const bits = new Uint8Array(action.width);
  if (choice === undefined) return bits;
  for (const { tag, value } of choice.form) writeAt(bits, action.ports[tag]!, value);
  for (const { said, term } of choice.says) {
    const value = termValue(term, world);
    for (const one of wordsSaying(value < said.values ? value : 0, said, action.ports)) {
      writeWord(bits, one.place, action.ports[said.port]!.width, one.value);
    }
  }
  return bits;
}

function writeAt(bits: Uint8Array, { offset, width }: WordPort, value: number): void {
  writeWord(bits, offset, width, value);
}

/** The choice for a form. */
export function choiceFor({ choices }: WordHypothesis, situation: Situation): Choice | undefined {
  const key = situationKey(situation);
  return choices.find(({ when }) => situationKey(when) === key);
}

/** Ports that a form has, for terms. */
export function wordsThere(situation: Situation, { observation }: FacePorts): number[] {
  return portsIn(situation, observation.ports);
}
