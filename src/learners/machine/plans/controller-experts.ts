import { type Circuit, type CircuitBuilder, createBuilder, type Edge } from '#logic/circuit/graph';
import { cleanup, graft } from '#logic/circuit/structure';
import { type Word, words } from '#logic/circuit/words';
import { planesFor } from '../representation/macros/planes-for.ts';
import type { MacroInstance } from '../representation/macros/macro.ts';
import { findMacro } from '../representation/macros/macros.ts';
import { type MemoryController, MemoryOp } from './memory-controller.ts';
import { bitsAt, type ProgramPart, type ProgramPlan } from './programs/program-plan.ts';
import { circuitOfRows } from './table-edge.ts';

/** How SHARED holds words: one for each payload up to a number of words, or so many by key, the oldest forgotten first. */
export type MemoryPlan =
  | { readonly kind: 'addressed'; readonly words: number }
  | { readonly kind: 'associative'; readonly entries: number };

/** Words of one memory macro; larger memories are banks of it. */
const BANK_WORDS = 64;

/** Bits of SHARED that a plan takes for payloads of so many bits. */
export function memoryBits(plan: MemoryPlan, payloadBits: number): number {
  if (plan.kind === 'addressed') return plan.words * (payloadBits + 1);
  return planesFor(plan.entries) + plan.entries * (1 + 2 * payloadBits);
}

/** A control table, a register, the memory in SHARED, and the answer: payload bits, then whether there is one. */
export function controllerParts(program: MemoryController, plan?: MemoryPlan): ProgramPlan {
  const { classes, payloads, states, next, ops } = program;
  const memory = plan ?? { kind: 'addressed', words: payloads };
  const [classBits, stateBits, payloadBits] = [
    planesFor(classes),
    states === 1 ? 0 : planesFor(states),
    planesFor(payloads),
  ];
  const input = bitsAt('input', 0, classBits);
  const payload = bitsAt('input', classBits, payloadBits);
  const state = bitsAt('state', 0, stateBits);
  const lines = bitsAt('state', stateBits, LINES.length);
  const register = bitsAt('state', stateBits + LINES.length, payloadBits);
  const cells = bitsAt('shared', 0, memoryBits(memory, payloadBits));
  const output = bitsAt('output', 0, payloadBits + 1);
  const line = (name: (typeof LINES)[number]) => lines[LINES.indexOf(name)]!;
  const rowOf = (seen: number): number => {
    const [token, at] = [seen & (2 ** classBits - 1), seen >>> classBits];
    return token < classes && at < states ? token * states + at : -1;
  };
  const control: ProgramPart = {
    id: '1-control',
    reads: [...input, ...state],
    writes: [...state, ...lines],
    circuit: circuitOfRows(classBits + stateBits, [
      ...state.map((_, b) => (seen: number) => (((next[rowOf(seen)] ?? 0) >>> b) & 1) === 1),
      ...LINES.map((name) => (seen: number) => ops[rowOf(seen)] === MemoryOp[name]),
    ]),
  };
  const latch: ProgramPart = {
    id: '3-register',
    reads: [line('latch'), ...payload, ...register],
    writes: register,
    circuit: findMacro('register').make({ width: payloadBits }).circuit,
    macro: `register(${payloadBits})`,
  };
  const access: ProgramPart = {
    id: '2-memory',
    reads: [...lines, ...payload, ...register, ...output, ...cells],
    writes: [...output, ...cells],
    circuit: accessCircuit(memory, payloadBits, cells.length),
    macro: memory.kind === 'addressed' ? `memory(${memory.words})` : `associative-memory(${memory.entries})`,
  };
  return {
    inputs: classBits + payloadBits,
    state: stateBits + lines.length + payloadBits,
    shared: cells.length,
    outputs: output.length,
    ones: [],
    counts: [],
    parts: [control, access, latch],
  };
}

const LINES = ['latch', 'write', 'writeOnce', 'read', 'readLatched', 'copy', 'forget'] as const;

/** Reads the word of the payload or of the register, writes it where asked, and sets the answer. */
function accessCircuit(memory: MemoryPlan, payloadBits: number, cellBits: number): Circuit {
  const builder = createBuilder();
  const line = Object.fromEntries(LINES.map((name) => [name, builder.input(name)]));
  const [write, writeOnce, read] = [line['write']!, line['writeOnce']!, line['read']!];
  const payload = builder.inputs(payloadBits, 'payload');
  const register = builder.inputs(payloadBits, 'register');
  const answer = builder.inputs(payloadBits + 1, 'answer');
  const cells = builder.inputs(cellBits, 'cell');
  const key = words.mux(builder, read, payload, register);
  const before = visitMemory(builder, memory, { write: builder.constant(false), key, value: payload, cells });
  const isEmpty = builder.not(before.word.at(-1)!);
  const writes = builder.or(write, builder.and(writeOnce, isEmpty));
  const after = visitMemory(builder, memory, { write: writes, key, value: payload, cells });
  const reads = builder.or(read, line['readLatched']!);
  const copied = words.mux(builder, line['copy']!, [...payload, builder.constant(true)], answer);
  const shown = words.mux(builder, reads, before.word, copied);
  const given = shown.map((edge) => builder.and(edge, builder.not(line['forget']!)));
  return cleanup(builder.build([...given, ...after.cells]));
}

interface Visit {
  readonly write: Edge;
  readonly key: Word;
  readonly value: Word;
  readonly cells: Word;
}

/** One access: the word of the key with its mark of being there, and the cells after. */
export function visitMemory(
  builder: CircuitBuilder,
  memory: MemoryPlan,
  access: Visit,
): { readonly word: Word; readonly cells: Edge[] } {
  return memory.kind === 'addressed'
    ? visitBanks(builder, memory.words, access)
    : visitByKey(builder, memory.entries, access);
}

function visitBanks(
  builder: CircuitBuilder,
  count: number,
  { write, key, value, cells }: Visit,
): ReturnType<typeof visitMemory> {
  const width = value.length + 1;
  const wordsOut: Edge[][] = [];
  const after: Edge[] = [];
  for (let first = 0; first < count; first += BANK_WORDS) {
    const size = Math.min(BANK_WORDS, count - first);
    const macro = findMacro('memory').make({ words: size, width });
    const low = key.slice(0, planesFor(size));
    const high = key.slice(low.length);
    const here = words.equal(builder, high, words.constant(high.length, first >>> low.length));
    const given = {
      write: [builder.and(write, here)],
      address: low,
      value: [...value, builder.constant(true)],
      ...cellWords('cell', cells.slice(first * width, (first + size) * width), width),
    };
    const { out, ...written } = applyMacro(builder, macro, given);
    after.push(...Object.values(written).flat());
    wordsOut.push(out!.map((edge) => builder.and(edge, here)));
  }
  const word = Array.from({ length: width }, (_, b) => builder.orAll(wordsOut.map((each) => each[b]!)));
  return { word, cells: after };
}

function visitByKey(
  builder: CircuitBuilder,
  entries: number,
  { write, key, value, cells }: Visit,
): ReturnType<typeof visitMemory> {
  const width = value.length;
  const macro = findMacro('associative-memory').make({ entries, keyWidth: width, valueWidth: width });
  const turn = planesFor(entries);
  const used = cells.slice(turn, turn + entries);
  const keys = cells.slice(turn + entries, turn + entries + entries * width);
  const values = cells.slice(turn + entries + entries * width);
  const given = {
    write: [write],
    key,
    value,
    turn: cells.slice(0, turn),
    ...cellWords('used', used, 1),
    ...cellWords('key', keys, width),
    ...cellWords('value', values, width),
  };
  const { out, isHit, ...written } = applyMacro(builder, macro, given);
  return { word: [...out!, isHit![0]!], cells: Object.values(written).flat() };
}

function cellWords(name: string, bits: Word, width: number): Record<string, Word> {
  return Object.fromEntries(
    Array.from({ length: bits.length / width }, (_, i) => [`${name}${i}`, bits.slice(i * width, (i + 1) * width)]),
  );
}

/** A macro inside a larger circuit: its words by name. */
function applyMacro(
  builder: CircuitBuilder,
  macro: MacroInstance,
  given: Readonly<Record<string, Word>>,
): Record<string, Edge[]> {
  const outputs = graft(
    builder,
    macro.circuit,
    macro.reads.flatMap(({ name }) => given[name]!),
  );
  let at = 0;
  return Object.fromEntries(macro.writes.map(({ name, width }) => [name, outputs.slice(at, (at += width))]));
}
