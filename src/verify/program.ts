import { type Circuit, type CircuitBuilder, type Edge, graft } from '#circuit';
import { Fault } from '#kernel';

/**
 * The planes a program works on: `state` bits that persist, then `input` bits that the environment sets anew before
 * every step. Plane numbers count through both; inputs are read only.
 */
export interface Planes {
  readonly state: number;
  readonly input: number;
}

/** Reads some planes, writes some state planes; where its guard (one output over the same reads) is false it writes nothing. */
export interface ExpertStep {
  readonly kind: 'expert';
  readonly name: string;
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  readonly body: Circuit;
  readonly guard?: Circuit;
}

/** One after another, each seeing earlier writes. */
export interface SequenceStep {
  readonly kind: 'sequence';
  readonly steps: readonly ProgramStep[];
}

/** `whenTrue` where the condition (one output over `reads`) holds, else `whenFalse`. */
export interface ChoiceStep {
  readonly kind: 'choice';
  readonly name: string;
  readonly reads: readonly number[];
  readonly condition: Circuit;
  readonly whenTrue: ProgramStep;
  readonly whenFalse: ProgramStep;
}

/** A loop-free program over planes: the control flow of one machine step. */
export type ProgramStep = ExpertStep | SequenceStep | ChoiceStep;

/**
 * The state after a program, as edges over the state before and the inputs: the strongest post-condition, symbolically.
 *
 * @source King 1976, Symbolic execution and program testing; branches are joined by multiplexers instead of forked
 */
export function runSymbolically(
  builder: CircuitBuilder,
  program: ProgramStep,
  planes: Planes,
  values: readonly Edge[],
): Edge[] {
  switch (program.kind) {
    case 'sequence':
      return program.steps.reduce<Edge[]>((now, step) => runSymbolically(builder, step, planes, now), [...values]);
    case 'choice': {
      const condition = graftOne(builder, program, 'condition', program.condition, values);
      const yes = runSymbolically(builder, program.whenTrue, planes, values);
      const no = runSymbolically(builder, program.whenFalse, planes, values);
      return yes.map((edge, plane) => builder.mux(condition, edge, no[plane]!));
    }
    case 'expert':
      return runExpert(builder, program, planes, values);
  }
}

function runExpert(builder: CircuitBuilder, expert: ExpertStep, planes: Planes, values: readonly Edge[]): Edge[] {
  requirePlanes(expert.name, 'writes', expert.writes, planes.state);
  if (expert.writes.length !== expert.body.outputs.length) {
    throw new Fault(
      'verify/bad-program',
      `${expert.name}: ${expert.body.outputs.length} outputs for ${expert.writes.length} writes`,
    );
  }
  const written = graft(builder, expert.body, readPlanes(expert, 'body', expert.body, values));
  const guard = expert.guard && graftOne(builder, expert, 'guard', expert.guard, values);
  const after = [...values];
  for (const [i, plane] of expert.writes.entries()) {
    after[plane] = guard === undefined ? written[i]! : builder.mux(guard, written[i]!, values[plane]!);
  }
  return after;
}

type Reader = Pick<ExpertStep, 'name' | 'reads'>;

function readPlanes(reader: Reader, part: string, circuit: Circuit, values: readonly Edge[]): Edge[] {
  requirePlanes(reader.name, 'reads', reader.reads, values.length);
  if (circuit.inputCount !== reader.reads.length) {
    throw new Fault(
      'verify/bad-program',
      `${reader.name}: the ${part} has ${circuit.inputCount} inputs for ${reader.reads.length} reads`,
    );
  }
  return reader.reads.map((plane) => values[plane]!);
}

function graftOne(
  builder: CircuitBuilder,
  reader: Reader,
  part: string,
  circuit: Circuit,
  values: readonly Edge[],
): Edge {
  if (circuit.outputs.length !== 1) {
    throw new Fault('verify/bad-program', `${reader.name}: the ${part} has ${circuit.outputs.length} outputs, not one`);
  }
  return graft(builder, circuit, readPlanes(reader, part, circuit, values))[0]!;
}

function requirePlanes(name: string, field: string, wanted: readonly number[], count: number): void {
  for (const plane of wanted) {
    if (!(Number.isInteger(plane) && plane >= 0 && plane < count)) {
      throw new Fault('verify/bad-program', `${name}.${field} names plane ${plane}, but only 0 to ${count - 1} exist`);
    }
  }
  if (field === 'writes' && new Set(wanted).size !== wanted.length) {
    throw new Fault('verify/bad-program', `${name}.writes names a plane twice`);
  }
}
