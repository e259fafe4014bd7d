import { type Circuit, createBuilder, type Edge } from '#logic/circuit/graph';
import { cleanup } from '#logic/circuit/structure';
import { words } from '#logic/circuit/words';
import { planesFor } from '../../representation/macros/planes-for.ts';
import { memoryBits, type MemoryPlan, visitMemory } from '../controller-experts.ts';
import { bitsAt, type ProgramPart, type ProgramPlan } from '../programs/program-plan.ts';
import { circuitOfRows } from '../table-edge.ts';
import { type Move, type MoveController, moves } from './move-controller.ts';

/** What the control tells the parts, a line each. */
const LINES: Readonly<Record<string, (move: Move) => boolean>> = {
  fromPayload: ({ from }) => from === 'payload',
  fromA: ({ from }) => from === 'A',
  fromB: ({ from }) => from === 'B',
  fromMemory: ({ from }) => from === 'memory',
  atPayload: ({ at }) => at === 'payload',
  atA: ({ at }) => at === 'A',
  atB: ({ at }) => at === 'B',
  toA: ({ to }) => to === 'A',
  toB: ({ to }) => to === 'B',
  toAnswer: ({ to }) => to === 'answer',
  toMemory: ({ to }) => to === 'memory',
  once: ({ once }) => once,
};
const names = Object.keys(LINES);

/** A control table, two registers, the memory in SHARED, and the answer; a value is its payload bits, then whether there is one. */
export function moveParts(program: MoveController, plan?: MemoryPlan): ProgramPlan {
  const { classes, payloads, states, next, moves: rows } = program;
  const memory = plan ?? { kind: 'addressed', words: payloads };
  const [classBits, stateBits, payloadBits] = [planesFor(classes), planesFor(states), planesFor(payloads)];
  const width = payloadBits + 1;
  const input = bitsAt('input', 0, classBits);
  const payload = bitsAt('input', classBits, payloadBits);
  const state = bitsAt('state', 0, stateBits);
  const lines = bitsAt('state', stateBits, names.length);
  const registers = bitsAt('state', stateBits + names.length, 2 * width);
  const cells = bitsAt('shared', 0, memoryBits(memory, payloadBits));
  const output = bitsAt('output', 0, width);
  const rowOf = (seen: number): number => {
    const [token, at] = [seen & (2 ** classBits - 1), seen >>> classBits];
    return token < classes && at < states ? token * states + at : -1;
  };
  const moveAt = (seen: number): Move | undefined => moves[rows[rowOf(seen)] ?? -1];
  const control: ProgramPart = {
    id: '1-control',
    reads: [...input, ...state],
    writes: [...state, ...lines],
    circuit: circuitOfRows(classBits + stateBits, [
      ...state.map((_, b) => (seen: number) => (((next[rowOf(seen)] ?? 0) >>> b) & 1) === 1),
      ...names.map((name) => (seen: number) => {
        const move = moveAt(seen);
        return move !== undefined && LINES[name]!(move);
      }),
    ]),
  };
  const access: ProgramPart = {
    id: '2-moves',
    reads: [...lines, ...payload, ...registers, ...output, ...cells],
    writes: [...registers, ...output, ...cells],
    circuit: moveCircuit(memory, payloadBits, cells.length),
    macro: memory.kind === 'addressed' ? `memory(${memory.words})` : `associative-memory(${memory.entries})`,
  };
  return {
    inputs: classBits + payloadBits,
    state: stateBits + names.length + 2 * width,
    shared: cells.length,
    outputs: width,
    ones: [],
    counts: [],
    parts: [control, access],
  };
}

/** Reads the word at the address, takes the value from its source, and puts it where it belongs. */
function moveCircuit(memory: MemoryPlan, payloadBits: number, cellBits: number): Circuit {
  const builder = createBuilder();
  const line = Object.fromEntries(names.map((name) => [name, builder.input(name)]));
  const payload = builder.inputs(payloadBits, 'payload');
  const [a, b] = [builder.inputs(payloadBits + 1, 'a'), builder.inputs(payloadBits + 1, 'b')];
  const answer = builder.inputs(payloadBits + 1, 'answer');
  const cells = builder.inputs(cellBits, 'cell');
  const pick = (choices: readonly (readonly [Edge, readonly Edge[]])[]): Edge[] =>
    Array.from({ length: payloadBits + 1 }, (_, i) =>
      builder.orAll(choices.map(([chosen, word]) => builder.and(chosen, word[i]!))),
    );
  const told = [...payload, builder.constant(true)];
  const address = pick([
    [line['atPayload']!, told],
    [line['atA']!, a],
    [line['atB']!, b],
  ]);
  const [key, isThere] = [address.slice(0, payloadBits), address[payloadBits]!];
  const none = builder.constant(false);
  const read = visitMemory(builder, memory, { write: none, key, value: payload, cells }).word.map((edge) =>
    builder.and(edge, isThere),
  );
  const value = pick([
    [line['fromPayload']!, told],
    [line['fromA']!, a],
    [line['fromB']!, b],
    [line['fromMemory']!, read],
  ]);
  const put = (name: string, old: readonly Edge[]): Edge =>
    builder.and(line[name]!, builder.not(builder.and(line['once']!, old[payloadBits]!)));
  const writes = builder.and(put('toMemory', read), builder.and(isThere, value[payloadBits]!));
  const after = visitMemory(builder, memory, { write: writes, key, value: value.slice(0, payloadBits), cells });
  const moved = [['toA', a] as const, ['toB', b] as const, ['toAnswer', answer] as const].flatMap(([name, old]) =>
    words.mux(builder, put(name, old), value, [...old]),
  );
  return cleanup(builder.build([...moved, ...after.cells]));
}
