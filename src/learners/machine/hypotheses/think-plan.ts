import { type CircuitBuilder, createBuilder, type Edge } from '#logic/circuit/graph';
import { cleanup } from '#logic/circuit/structure';
import type { Word } from '#logic/circuit/words';
import { invariant } from '#foundation/kernel';
import type { Bit, ProgramPart } from '../plans/programs/program-plan.ts';

/** An expert before it has a machine, with the state bits that must hold in a lane for it to run there. */
export interface ThinkPart extends ProgramPart {
  readonly guard?: readonly { readonly bit: Bit; readonly value: boolean }[];
}

/**
 * What a machine does with one observation: INPUT holds it, the parts run in their order once per think-step, then OUTPUT holds the
 * action. STATE and SHARED are cleared before each observation, but for what is kept through an episode.
 */
export interface ThinkPlan {
  readonly inputs: number;
  readonly state: number;
  readonly outputs: number;
  /** State bits that are 1 when thinking begins. */
  readonly ones: readonly number[];
  /** State bits that last from one observation of an episode to the next. */
  readonly kept: readonly number[];
  readonly parts: readonly ThinkPart[];
  readonly thinkSteps: number;
}

/** Makes a plan word by word. Parts run in the order in which they are added. */
export class PlanMaker {
  private readonly parts: ThinkPart[] = [];
  private guard: NonNullable<ThinkPart['guard']> = [];
  private readonly ones: number[] = [];
  private readonly kept: number[] = [];
  private readonly inputs: number;
  private readonly outputs: number;
  private state = 0;

  constructor({ inputs, outputs }: { readonly inputs: number; readonly outputs: number }) {
    this.inputs = inputs;
    this.outputs = outputs;
  }

  /** Bits of the observation. */
  input(at: number, width: number): Bit[] {
    invariant(at + width <= this.inputs, 'the observation has these bits');
    return Array.from({ length: width }, (_, i) => ({ region: 'input', at: at + i }));
  }

  /** Bits of the action. */
  output(at: number, width: number): Bit[] {
    invariant(at + width <= this.outputs, 'the action has these bits');
    return Array.from({ length: width }, (_, i) => ({ region: 'output', at: at + i }));
  }

  /** A new word of the state that holds a number when thinking begins. */
  word(width: number, value = 0): Bit[] {
    const bits = Array.from({ length: width }, (_, i): Bit => ({ region: 'state', at: this.state + i }));
    for (let i = 0; i < width; i += 1) if (Math.floor(value / 2 ** i) % 2 === 1) this.ones.push(this.state + i);
    this.state += width;
    return bits;
  }

  /** A new word that lasts through an episode, 0 when it begins. */
  keptWord(width: number): Bit[] {
    const bits = this.word(width);
    this.kept.push(...bits.map(({ at }) => at));
    return bits;
  }

  /** Adds a part: what words it reads, what words it writes, and the circuit between them. */
  part(
    name: string,
    reads: readonly (readonly Bit[])[],
    writes: readonly (readonly Bit[])[],
    build: (builder: CircuitBuilder, given: readonly Edge[][]) => readonly Word[],
  ): void {
    const builder = createBuilder();
    const given = reads.map((word, i) => builder.inputs(word.length, `w${i}.`));
    const made = build(builder, given);
    invariant(made.length === writes.length, `${name} makes as many words as it writes`);
    for (const [i, word] of made.entries()) invariant(word.length === writes[i]!.length, `${name} fills word ${i}`);
    this.add(name, { reads: reads.flat(), writes: writes.flat(), circuit: cleanup(builder.build(made.flat())) });
  }

  /** Adds a part as it is. */
  add(name: string, part: Omit<ThinkPart, 'id' | 'guard'>): void {
    const id = `${String(this.parts.length).padStart(3, '0')}-${name}`;
    this.parts.push({ ...part, id, ...(this.guard.length > 0 && { guard: this.guard }) });
  }

  /** The parts that `make` adds run only in lanes where a bit of the state has a value. */
  when(bit: Bit, value: boolean, make: () => void): void {
    const before = this.guard;
    this.guard = [...before, { bit, value }];
    make();
    this.guard = before;
  }

  /** A state bit that begins as 1. */
  markOne(bit: Bit): void {
    this.ones.push(bit.at);
  }

  build(thinkSteps: number): ThinkPlan {
    const { inputs, outputs, state, ones, kept, parts } = this;
    return { inputs, outputs, state, ones, kept, parts, thinkSteps };
  }
}
