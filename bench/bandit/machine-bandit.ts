import type { Rng } from '#foundation/kernel';
import type { Machine } from '#learners/machine/representation/machine';
import { grayEncode } from '#learners/machine/representation/route';
import { armId } from './arm-machine.ts';
import type { ValueExperts } from './value-experts.ts';

/**
 * Value experts that act through a machine: what they find each expert worth becomes the weights of the context's routing
 * key, and the machine's own step picks, runs and answers. One lane takes part.
 */
export class MachineBandit {
  private readonly machine: Machine;
  private readonly values: ValueExperts;
  private readonly lane: Int32Array;
  private readonly ids: readonly string[];
  private readonly bits: boolean[];
  private readonly binary: Uint32Array;
  private readonly key: Uint32Array;

  constructor(machine: Machine, values: ValueExperts) {
    this.machine = machine;
    this.values = values;
    const { lanes, codeBits, inputs } = machine.config.knobs;
    this.lane = new Int32Array(lanes / 32);
    this.lane[0] = 1;
    this.ids = Array.from({ length: values.options.experts }, (_, arm) => armId(arm));
    this.bits = new Array<boolean>(inputs).fill(false);
    this.binary = new Uint32Array(codeBits / 32);
    this.key = new Uint32Array(codeBits / 32);
  }

  /** Learns nothing and draws only from `rng`: the weights it sets are those of this context. */
  choose(ones: Int32Array, count: number, rng: Rng, rule = 0): number {
    const { machine, values, ids } = this;
    values.choose(ones, count, rng, rule);
    this.observe(ones, count);
    for (let e = 0; e < ids.length; e += 1) machine.setWeight(this.key, ids[e]!, values.worth[e]!);
    machine.step({ policy: 'best', lanes: this.lane });
    return machine.readLane(0, 'output').reduce((arm, bit, i) => (bit ? arm + 2 ** i : arm), 0);
  }

  learn(ones: Int32Array, count: number, expert: number, reward: number): void {
    this.values.learn(ones, count, expert, reward);
  }

  private observe(ones: Int32Array, count: number): void {
    this.bits.fill(false);
    this.binary.fill(0);
    for (let i = 0; i < count; i += 1) {
      const bit = ones[i]!;
      this.bits[bit] = true;
      this.binary[bit >>> 5] = this.binary[bit >>> 5]! | (1 << (bit & 31));
    }
    this.machine.writeLane(0, 'input', this.bits);
    grayEncode(this.binary, this.key);
  }
}
