import type { MainMachine } from '#learners/machine/combined';
import { type Hash, hashOf } from '#foundation/kernel';
import type { FindTemplate } from '#tasks/registry';
import { buildMain, type MainState, setWeights } from './main-state.ts';

/** Makes the machine of a state once, and sets its weights anew for each use: nothing is carried from one use to the next. */
export class MainCache {
  private held: { readonly structure: Hash; readonly machine: MainMachine } | undefined;
  private readonly find: FindTemplate;

  constructor(find: FindTemplate) {
    this.find = find;
  }

  get(main: MainState, randomPath: string): MainMachine {
    const structure = hashOf({ skills: main.skills, patched: main.patched });
    if (this.held?.structure !== structure) {
      this.held = { structure, machine: buildMain({ ...main, leanings: [] }, randomPath, this.find) };
    }
    const { machine } = this.held;
    setWeights(machine, main, this.find);
    machine.machine.drawFrom(randomPath);
    return machine;
  }
}
