import { type MainMachine, selectorId, type SlotKey } from '#learners/machine/combined';
import { type Hash, hashOf } from '#foundation/kernel';
import type { FindTemplate } from '#tasks/registry';
import { buildMain, keyOfSlot, type Leaning, type MainState } from './main-state.ts';

/** Makes the machine of a state once, and sets its weights anew for each use: nothing is carried from one use to the next. */
export class MainCache {
  private held: { readonly structure: Hash; readonly machine: MainMachine } | undefined;
  private written: readonly Leaning[] = [];
  private readonly find: FindTemplate;

  constructor(find: FindTemplate) {
    this.find = find;
  }

  get(main: MainState, leanings: readonly Leaning[], randomPath: string): MainMachine {
    const structure = hashOf({ skills: main.skills, patched: main.patched });
    if (this.held?.structure !== structure) {
      this.held = { structure, machine: buildMain({ ...main, leanings: [] }, randomPath, this.find) };
      this.written = [];
    }
    const { machine } = this.held;
    this.load(main, machine, leanings);
    machine.machine.drawFrom(randomPath);
    return machine;
  }

  /** Gives the machine these weights and no others. */
  load(main: MainState, machine: MainMachine, leanings: readonly Leaning[]): void {
    for (const { slot, fragment } of this.written) machine.prefer(keyOfSlot(slot, this.find, main.slots), fragment, 0);
    for (const { slot, fragment, weight } of leanings)
      machine.prefer(keyOfSlot(slot, this.find, main.slots), fragment, weight);
    this.written = leanings;
  }
}

/** What the weights of a machine say of slots. */
export function leaningsOf(main: MainMachine, slots: readonly string[], keyOf: (slot: string) => SlotKey): Leaning[] {
  return slots.flatMap((slot) => {
    const { code } = keyOf(slot);
    return main.fragments.flatMap(({ id }) => {
      const weight = main.machine.weightOf(code, selectorId(id));
      return weight === 0 ? [] : [{ slot, fragment: id, weight }];
    });
  });
}
