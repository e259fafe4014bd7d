import type { FacePorts } from '#foundation/contracts/words';
import { hashOf } from '#foundation/kernel';
import type { HypothesisClass } from '../hypothesis-class.ts';
import { InstalledThinker } from '../installed-thinker.ts';
import type { Actor } from '../practice.ts';
import { readWord } from '../word-view.ts';
import { situationOf } from './situation.ts';
import { answerWord, planOfFit, type SkillFit } from './skill-fit.ts';
import { actionOf, choiceFor, type WordHypothesis } from './word-hypothesis.ts';

const LANES = 128;

/** Machines of skills, each made once. */
export class SkillBench {
  private readonly made = new Map<string, InstalledThinker | undefined>();
  private readonly face: FacePorts;
  private readonly classes: readonly HypothesisClass[];

  constructor(face: FacePorts, classes: readonly HypothesisClass[]) {
    this.face = face;
    this.classes = classes;
  }

  machineOf(fit: SkillFit): InstalledThinker | undefined {
    const key = hashOf(fit);
    if (!this.made.has(key)) {
      const plan = planOfFit(fit, this.face, this.classes);
      this.made.set(key, plan === undefined ? undefined : new InstalledThinker(plan, LANES));
    }
    return this.made.get(key);
  }

  /** Plays by a program before it is a machine: terms by their definition, skills by their machines. */
  actorOf(hypothesis: WordHypothesis): Actor {
    const { face } = this;
    const { ports } = face.observation;
    const machines = hypothesis.skills.map((fit) => this.machineOf(fit));
    const words = hypothesis.skills.map((fit) => answerWord(fit, face));
    return {
      lanes: LANES,
      begin() {
        for (const machine of machines) machine?.begin();
      },
      act(observations) {
        const answers = machines.map((machine) => machine?.act(observations));
        return observations.map((observation, lane) => {
          if (observation === undefined) return undefined;
          const skills = answers.map((each, k) => {
            const said = each?.[lane];
            return said === undefined ? 0 : readWord(said, words[k]!.offset, words[k]!.width);
          });
          const choice = choiceFor(hypothesis, situationOf(observation, face.observation));
          return actionOf(choice, { observation, ports, skills }, face);
        });
      },
    };
  }
}
