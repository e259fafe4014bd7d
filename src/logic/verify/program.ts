import type { Circuit } from '#logic/circuit/graph';
import type { ProgramText } from '#foundation/contracts/certificates';
import { Fault } from '#foundation/kernel';
import { requirePlanes } from './statement/hold-one.ts';

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
 * The program as statements have it: without names, guards with their planes. What does not fit the planes is told by name.
 *
 * @source spec/machine §3, points 4 and 5
 */
export function programText(program: ProgramStep, planes: Planes): ProgramText<Circuit> {
  switch (program.kind) {
    case 'sequence':
      return { kind: 'sequence', steps: program.steps.map((step) => programText(step, planes)) };
    case 'choice':
      requirePlanes(`${program.name}.reads`, program.reads, planes.state + planes.input);
      return {
        kind: 'choice',
        when: { planes: program.reads, holds: program.condition },
        whenTrue: programText(program.whenTrue, planes),
        whenFalse: programText(program.whenFalse, planes),
      };
    case 'expert': {
      const { name, reads, writes, body, guard } = program;
      requirePlanes(`${name}.reads`, reads, planes.state + planes.input);
      requirePlanes(`${name}.writes`, writes, planes.state);
      requireFit(program);
      return { kind: 'expert', reads, writes, body, ...(guard && { guard: { planes: reads, holds: guard } }) };
    }
  }
}

function requireFit({ name, reads, writes, body, guard }: ExpertStep): void {
  const wrong =
    writes.length !== body.outputs.length
      ? `${body.outputs.length} outputs for ${writes.length} writes`
      : body.inputCount !== reads.length
        ? `the body has ${body.inputCount} inputs for ${reads.length} reads`
        : guard !== undefined && guard.inputCount !== reads.length
          ? `the guard has ${guard.inputCount} inputs for ${reads.length} reads`
          : undefined;
  if (wrong !== undefined) throw new Fault('verify/bad-program', `${name}: ${wrong}`);
}
