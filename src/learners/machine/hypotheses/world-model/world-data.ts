import type { FacePorts } from '#foundation/contracts/words';
import type { BitEpisode, BitStep } from '../evidence.ts';
import { type WorldBinding, WorldView } from './world-hypothesis.ts';

/** One step under a binding: from where, by which action, to where. */
export interface WorldStep {
  readonly step: BitStep;
  readonly at: number;
  readonly action: number;
  /** −1 where the episode was over. */
  readonly next: number;
  /** The place whose value changed; −1 for none, −2 for many: the world was drawn anew. */
  readonly changed: number;
  /** Whether it was in the first quarter of its episode. */
  readonly early: boolean;
  /** Whether it was the first of its episode. */
  readonly first: boolean;
}

/** What practice tells under a binding, gathered once. */
export class WorldData {
  readonly view: WorldView;
  readonly steps: WorldStep[] = [];
  private readonly codes: ReadonlyMap<string, number>;

  constructor(binding: WorldBinding, face: FacePorts, actions: readonly Uint8Array[]) {
    this.view = new WorldView(binding, face);
    this.codes = new Map(actions.map((bits, i) => [bits.join(''), i]));
  }

  /** Reads episodes; returns the effort. */
  gather(episodes: readonly BitEpisode[]): number {
    const { view, codes } = this;
    const before = this.steps.length;
    for (const { steps } of episodes) {
      for (const [i, step] of steps.entries()) {
        const action = codes.get(step.action.join(''));
        const at = view.at(step.observation);
        if (action === undefined || at >= view.count) continue;
        const next = step.next === undefined ? -1 : view.at(step.next);
        const changed = step.next === undefined ? -1 : view.changed(step.observation, step.next);
        this.steps.push({ step, at, action, next, changed, early: 4 * i < steps.length, first: i === 0 });
      }
    }
    return 4 * (this.steps.length - before);
  }
}
