import type { FacePorts } from '#foundation/contracts/words';
import type { BitEpisode } from '../evidence.ts';
import { markAnswers } from '../reward-labels.ts';
import { lengthOf, readPort, readScalar } from '../word-view.ts';
import { type MicroOperation, RegisterState } from './micro-operation.ts';
import type { RegisterBinding } from './register-hypothesis.ts';

/** A program with its memory, the register asked for, and what practice tells of the answer. */
export interface RegisterExample {
  readonly codes: readonly number[];
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly memory: readonly number[];
  readonly register: number;
  /** The value in question: of the register when `equal`, not of it otherwise. */
  readonly value: number;
  readonly equal: boolean;
  /** The instructions that occur, one bit each. */
  readonly kinds: number;
}

/** What practice tells under a binding. */
export function registerExamples(
  episodes: readonly BitEpisode[],
  binding: RegisterBinding,
  face: FacePorts,
): RegisterExample[] {
  const { ports } = face.observation;
  const port = face.action.ports[binding.answer]!;
  const [code, x, y, memory] = [binding.code, binding.x, binding.y, binding.memory].map((index) => ports[index]!);
  return markAnswers(episodes, port, face.action.ports).map(({ step: { observation }, words, right }) => {
    const count = lengthOf(observation, code!, ports);
    const codes = readPort(observation, code!).slice(0, count);
    const said = words[0]!;
    const isClaim = binding.claim !== null;
    return {
      codes,
      x: readPort(observation, x!),
      y: readPort(observation, y!),
      memory: readPort(observation, memory!),
      register: readScalar(observation, ports[binding.register]!),
      value: isClaim ? readScalar(observation, ports[binding.claim]!) : said,
      equal: isClaim ? (said === binding.holds) === (right === 1) : right === 1,
      kinds: codes.reduce((mask, each) => mask | (1 << each), 0),
    };
  });
}

/** The value that a program leaves in the register asked for. */
function runRegisters(
  table: readonly (MicroOperation | null | undefined)[],
  { codes, x, y, memory, register }: RegisterExample,
  state: RegisterState,
): number {
  state.begin(memory);
  for (let at = 0; at < codes.length; at += 1) {
    const micro = table[codes[at]!];
    if (micro !== null && micro !== undefined) at += state.run(micro, x[at]!, y[at]!);
  }
  return state.registers[register] ?? 0;
}

/** Whether a table explains an example. */
export function explainsRun(
  table: readonly (MicroOperation | null | undefined)[],
  example: RegisterExample,
  state: RegisterState,
): boolean {
  return (runRegisters(table, example, state) === example.value) === example.equal;
}

/** A state of the size that a binding wants. */
export function stateOf(binding: RegisterBinding, { observation }: FacePorts): RegisterState {
  const memory = observation.ports[binding.memory]!;
  return new RegisterState(observation.ports[binding.x]!.values, memory.repeats[0]!.count, memory.width);
}
