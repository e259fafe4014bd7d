import type { Rng } from '#foundation/kernel';
import type { Template } from '#foundation/contracts/tasks';
import { defineAnswer } from '../../define/define-answer.ts';
import { bytesOf, codec, listOf, maybe, oneOf, record, whole } from '../../faces/bit-layout.ts';
import { parseInteger, parseWord } from '../../faces/reply.ts';
import { choice, int, type ParamsOf } from '../../define/param-range.ts';
import { drawProgram, type Instruction, opNames, opsSets, REGISTERS, runVm } from './tiny-vm.ts';
import { finalRegister } from './tiny-vm-recheck.ts';

const params = {
  L_instr: choice([5, 10, 20], 'number of instructions'),
  mem_size: choice([16, 64], 'number of memory cells'),
  ops_set: choice(
    ['basic', 'arithmetic', 'full'],
    'basic: load, store, add, branch if zero; arithmetic: also set, sub, mul, xor; full: also load and store at a computed address',
  ),
  branch_depth: int(0, 3, 'how many branches may be nested'),
  variant: choice(
    ['final_register', 'assertion'],
    'give the value of a register at the end, or judge a claim about it',
  ),
};
type VmParams = ParamsOf<typeof params>;

interface VmObservation {
  readonly program: readonly Instruction[];
  readonly memory: Uint8Array;
  readonly register: number;
  /** The value claimed for the register; null where its value is asked. */
  readonly claim: number | null;
}

interface VmInstance extends VmObservation {
  readonly params: VmParams;
  /** Which of the two twin memories is shown. */
  readonly twin: number;
  /** The value, or 1 where the claim holds and 0 where it does not. */
  readonly answer: number;
}

/** A cell is 0 one time in four, so that branches go both ways. */
function drawCell(rng: Rng): number {
  const word = rng.below(1024);
  return word < 256 ? 0 : word & 255;
}

/** Two memories that differ in one cell and leave different values in `register`. */
interface Twins {
  readonly program: readonly Instruction[];
  readonly memories: readonly [Uint8Array, Uint8Array];
  readonly register: number;
  readonly values: readonly [number, number];
}

/** Whether a number stands in the program or in either memory: then whoever looks for it needs no run. */
function isWritten(value: number, { program, memories }: Twins): boolean {
  if (value === 0 || memories[0].includes(value) || memories[1].includes(value)) return true;
  return program.some(({ op, b }) => op === 'SET' && b === value);
}

/** Twins whose values were both computed: neither is written anywhere. */
function drawComputedTwins(params: VmParams, rng: Rng): Twins {
  for (;;) {
    const twins = drawTwins(params, rng);
    if (!twins.values.some((value) => isWritten(value, twins))) return twins;
  }
}

/** Draws until some register depends on a cell, through enough instructions. */
function drawTwins(params: VmParams, rng: Rng): Twins {
  const deep = 1 + Math.ceil(params.L_instr / 8);
  for (;;) {
    const pool = rng.distinct(4, params.mem_size);
    const program = drawProgram(params, pool, rng);
    const memory = new Uint8Array(params.mem_size);
    for (let i = 0; i < memory.length; i += 1) memory[i] = drawCell(rng);
    const { registers, depths } = runVm(program, memory);
    for (const cell of pool) {
      const other = memory.slice();
      other[cell] = drawCell(rng);
      if (other[cell] === memory[cell]) continue;
      const changed = runVm(program, other).registers;
      const from = rng.below(REGISTERS);
      for (let k = 0; k < REGISTERS; k += 1) {
        const register = (from + k) % REGISTERS;
        const values = [registers[register]!, changed[register]!] as const;
        if (values[0] !== values[1] && depths[register]! >= deep)
          return { program, memories: [memory, other], register, values };
      }
    }
  }
}

const verdicts = ['false', 'true'] as const;

function instructionText({ op, a, b }: Instruction, place: number): string {
  if (op === 'LOAD' || op === 'STORE') return `${place}: ${op} R${a} [${b}]`;
  if (op === 'LOADX' || op === 'STOREX') return `${place}: ${op} R${a} [R${b}]`;
  if (op === 'SET') return `${place}: SET R${a} ${b}`;
  return op === 'BZ' ? `${place}: BZ R${a} skip ${b}` : `${place}: ${op} R${a} R${b}`;
}

const meanings = {
  LOAD: 'LOAD Ra [m] copies memory cell m to Ra',
  STORE: 'STORE Ra [m] copies Ra to cell m',
  ADD: 'ADD Ra Rb adds Rb to Ra',
  BZ: 'BZ Ra skip k skips the next k instructions if Ra is 0',
  SET: 'SET Ra c sets Ra to c',
  SUB: 'SUB Ra Rb subtracts Rb from Ra',
  MUL: 'MUL Ra Rb multiplies Ra by Rb',
  XOR: 'XOR Ra Rb replaces Ra by the bitwise exclusive or',
  LOADX: 'LOADX Ra [Rb] and STOREX Ra [Rb] use the cell whose number is Rb modulo the size of the memory',
  STOREX: '',
} as const;

function rules({ mem_size, ops_set, variant }: VmParams): string {
  const ops = opsSets[ops_set].map((op) => meanings[op]).filter((text) => text !== '');
  return (
    `A machine has registers R0 to R3, which start at 0, and ${mem_size} memory cells; all hold 0 to 255 and arithmetic is ` +
    `modulo 256. ${ops.join('; ')}. The program runs from its first instruction and ends after its last. ` +
    (variant === 'final_register'
      ? 'The answer is the value of the named register at the end. The right value earns 1, anything else 0. Reply as in "answer: 42".'
      : 'The answer is whether the claim about the end is true. A right answer earns 1, anything else 0. ' +
        'Reply with "answer: true" or "answer: false".')
  );
}

function observationText({ program, memory, register, claim }: VmObservation): string {
  const rows: string[] = [];
  for (let at = 0; at < memory.length; at += 16)
    rows.push(`[${at}..${at + 15}] ${memory.subarray(at, at + 16).join(' ')}`);
  const question = claim === null ? `R${register} at the end?` : `claim: at the end R${register} = ${claim}`;
  return `memory:\n${rows.join('\n')}\nprogram:\n${program.map(instructionText).join('\n')}\n${question}`;
}

/**
 * What does a small program leave in a register?
 *
 * Branches only go forward, so every program ends within L_instr steps. Each instance is one of twins whose memories differ
 * in one cell and whose results differ: the value asked depends on the input, and a claim is the result of either twin,
 * so neither program, memory nor claim alone tells whether it is true. Both results were computed: neither stands in
 * the program or in a memory (where that is allowed, "the claim is a loaded cell" is right 86 % of the time at level 1).
 *
 * @source spec/task-grammar §2.3.1
 */
export const execTinyVm: Template<VmParams, VmInstance, VmObservation, number> = defineAnswer<
  VmParams,
  VmInstance,
  VmObservation,
  number
>({
  name: 'EXEC_TINY_VM',
  version: 2,
  family: 'execution',
  domain: 'code',
  tags: ['algorithmic'],
  says: 'Run a small register-machine program in the head.',
  params,
  levels: [
    { L_instr: 5, mem_size: 16, ops_set: 'basic', branch_depth: 1, variant: 'assertion' },
    { L_instr: 5, mem_size: 16, ops_set: 'arithmetic', branch_depth: 1, variant: 'assertion' },
    { L_instr: 10, mem_size: 16, ops_set: 'arithmetic', branch_depth: 1, variant: 'assertion' },
    { L_instr: 10, mem_size: 64, ops_set: 'arithmetic', branch_depth: 2, variant: 'final_register' },
    { L_instr: 20, mem_size: 64, ops_set: 'full', branch_depth: 2, variant: 'assertion' },
    { L_instr: 20, mem_size: 64, ops_set: 'full', branch_depth: 3, variant: 'final_register' },
  ],
  metrics: [
    { name: 'error_true', better: 'lower', says: 'error rate on true claims' },
    { name: 'error_false', better: 'lower', says: 'error rate on false claims' },
  ],
  difficulty: ({ L_instr, mem_size, ops_set, branch_depth, variant }) =>
    L_instr * (1 + branch_depth / 4) + opsSets[ops_set].length + mem_size / 16 + (variant === 'assertion' ? 0 : 1),
  generate(params, rng) {
    const { program, memories, register, values } = drawComputedTwins(params, rng);
    const twin = rng.bit();
    const claimed = rng.bit();
    const seen = { program, memory: memories[twin], register };
    return params.variant === 'final_register'
      ? { params, ...seen, claim: null, twin, answer: values[twin] }
      : { params, ...seen, claim: values[claimed], twin, answer: claimed === twin ? 1 : 0 };
  },
  observe: ({ program, memory, register, claim }) => ({ program, memory, register, claim }),
  answer: ({ answer }) => answer,
  check({ program, memory, register, claim }, action) {
    const value = finalRegister(program, memory, register);
    const right = claim === null ? action === value : (action === 1) === (value === claim);
    return right ? { ok: true, reward: 1 } : { ok: false, reward: 0, why: `R${register} ends as ${value}` };
  },
  measureAnswer: ({ claim, answer }, action) =>
    claim === null ? {} : { [answer === 1 ? 'error_true' : 'error_false']: action === answer ? 0 : 1 },
  randomAction: ({ claim }, rng) => rng.below(claim === null ? 256 : 2),
  randomReturn: ({ claim }) => (claim === null ? 1 / 256 : 0.5),
  instructions: ({ program }) => program.length,
  text: {
    rules,
    observation: observationText,
    action: (action, { variant }) => (variant === 'assertion' ? verdicts[action]! : String(action)),
    parse(reply, { variant }) {
      if (variant === 'final_register') return parseInteger(reply, 0, 255);
      const said = parseWord(reply, verdicts);
      return said === undefined ? undefined : verdicts.indexOf(said);
    },
  },
  bits({ L_instr, mem_size, variant }) {
    const instruction = record<Instruction>({ op: oneOf(opNames), a: whole(0, REGISTERS - 1), b: whole(0, 255) });
    return {
      observation: codec(
        record<VmObservation>({
          program: listOf(L_instr, instruction),
          memory: bytesOf(mem_size, 255),
          register: whole(0, REGISTERS - 1),
          claim: maybe(whole(0, 255)),
        }),
      ),
      action: codec(whole(0, variant === 'assertion' ? 1 : 255)),
    };
  },
  label: ({ claim, twin, answer }) => (claim === null ? `twin ${twin}` : verdicts[answer]!),
  sizes: ({ program, memory, claim }) => ({
    branches: program.filter(({ op }) => op === 'BZ').length,
    zeros: memory.filter((cell) => cell === 0).length,
    claim: claim ?? 0,
  }),
});
