import type { FacePorts, WordPort } from '#foundation/contracts/words';
import { listsOf } from '../list-reader.ts';
import type { MicroOperation } from './micro-operation.ts';

/** Which words are instructions and their operands, the memory, the register that is asked for, and a value claimed for it. */
export interface RegisterBinding {
  readonly code: number;
  readonly x: number;
  readonly y: number;
  readonly memory: number;
  readonly register: number;
  /** A word of the observation to compare with; null where the answer is the value itself. */
  readonly claim: number | null;
  readonly answer: number;
  /** What is answered when the claim holds. */
  readonly holds: 0 | 1;
}

/** A machine of registers with a table of instructions; null is one that was never needed. */
export interface RegisterHypothesis {
  readonly binding: RegisterBinding;
  readonly table: readonly (MicroOperation | null)[];
}

const MOST_CODES = 32;
const MOST_REGISTERS = 16;
const MOST_WIDTH = 16;

/** All ways to read a face as a program of two-operand instructions over registers and a memory. */
export function registerBindings(face: FacePorts): RegisterBinding[] {
  const { ports } = face.observation;
  const lists = listsOf(face.observation);
  const scalars = ports.flatMap((port, index) => (isScalar(port) ? [index] : []));
  const found: RegisterBinding[] = [];
  for (const { columns } of lists) {
    for (const [code, x, y] of triples(columns)) {
      const registers = ports[x]!.values;
      if (ports[code]!.values > MOST_CODES || registers > MOST_REGISTERS || registers < 2) continue;
      for (const memory of memoriesOf(face, columns)) {
        for (const register of scalars.filter((index) => ports[index]!.values === registers)) {
          found.push(...answersOf(face, { code, x, y, memory, register }, scalars));
        }
      }
    }
  }
  return found;
}

function isScalar({ role, repeats }: WordPort): boolean {
  return role === 'word' && repeats.length === 0;
}

function triples(columns: readonly number[]): (readonly [number, number, number])[] {
  return columns.flatMap((a) =>
    columns.flatMap((b) => columns.map((c) => [a, b, c] as const)).filter(([p, q, r]) => new Set([p, q, r]).size === 3),
  );
}

/** Lists of full words that are no columns of the program. */
function memoriesOf({ observation }: FacePorts, program: readonly number[]): number[] {
  return listsOf(observation)
    .flatMap(({ columns }) => columns)
    .filter((index) => {
      const { width, values, low } = observation.ports[index]!;
      return !program.includes(index) && width >= 2 && width <= MOST_WIDTH && values === 2 ** width && low === 0;
    });
}

/** The answer is a word like those of the memory, or a bit that says whether a scalar is that word. */
function answersOf(
  { observation, action }: FacePorts,
  parts: Pick<RegisterBinding, 'code' | 'x' | 'y' | 'memory' | 'register'>,
  scalars: readonly number[],
): RegisterBinding[] {
  const { values } = observation.ports[parts.memory]!;
  return action.ports.flatMap((port, answer): RegisterBinding[] => {
    if (!isScalar(port) || port.cases.length > 0) return [];
    if (port.values === values) return [{ ...parts, claim: null, answer, holds: 1 }];
    if (port.values !== 2) return [];
    return scalars
      .filter((index) => observation.ports[index]!.values === values && index !== parts.register)
      .flatMap((claim) => ([1, 0] as const).map((holds) => ({ ...parts, claim, answer, holds })));
  });
}
