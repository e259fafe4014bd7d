import { invariant } from '#foundation/kernel';
import { median } from '#foundation/statistics';
import { createMemory } from '#logic/wasm/run';
import { type AluCase, aluSource } from './alu-native.ts';
import { startAlu } from './alu-wasm.ts';
import { aluLayoutOf, aluOps, aluShift, fillOperands, ringSize, unrolledOps } from './alu-workload.ts';
import { cpuNs } from '../cpu-time.ts';
import type { Profile } from './profile.ts';
import { buildNative, type NativeProgram } from './native-program.ts';
import { atLeast, type Target } from '../target.ts';

/** One operation at one width. @source spec/benchmark-suite §2.1.3 */
export interface AluCell extends AluCase {
  readonly operations: number;
  readonly cyclesPerOp: number;
  readonly opsPerSecond: number;
  readonly bitsPerSecond: number;
  readonly native: Readonly<Record<string, { readonly cyclesPerOp: number; readonly ratio: number }>>;
}

/** The section of the report on BIT-ALU. */
export interface AluSection {
  readonly pattern: string;
  readonly peers: readonly { readonly name: string; readonly command: string }[];
  readonly cells: readonly AluCell[];
  readonly targets: readonly Target[];
}

/**
 * Measures every operation at every width, ours and native in turn; equal checksums are asserted. Cycles follow once the
 * clock of the time is known.
 */
export function benchAlu(profile: Profile): (ghz: number) => AluSection {
  const cases = aluOps.flatMap((op) => profile.lanes.map((lanes): AluCase => ({ op, lanes })));
  const wide = cases.filter(({ lanes }) => lanes >= 256);
  const c128 = buildNative(aluSource(cases, 16), { name: 'c128', vectorBytes: 16, flags: ['-O3', '-mpopcnt'] });
  const avx2 = buildNative(aluSource(wide, 32), {
    name: 'avx2',
    vectorBytes: 32,
    flags: ['-O3', '-mavx2', '-mpopcnt'],
  });
  const peers = [c128, avx2].filter((peer) => peer !== undefined);
  const times = cases.map((each, index) => {
    const runs = peers.map((peer) => ({ peer, index: peer === c128 ? index : wide.indexOf(each) }));
    return measureAlu(
      each,
      runs.filter((run) => run.index >= 0),
      profile,
    );
  });
  for (const peer of peers) peer.remove();
  return (ghz) => {
    const cells = times.map((time) => cellOf(time, ghz));
    const ratio = (op: string): number | undefined => {
      const found = cells.filter((cell) => cell.op === op).flatMap((cell) => cell.native['c128']?.ratio ?? []);
      return found.length === 0 ? undefined : median(found);
    };
    return {
      pattern: `ring of ${ringSize} operands in memory, result stored, ${unrolledOps} operations per turn of the loop, low 64 bits of every result xor-ed (popcount: added) into a checksum, which is stored at the end; shifts and rotations by ${aluShift} across the whole word`,
      peers: peers.map(({ name, flags }) => ({ name, command: `gcc ${flags.join(' ')}` })),
      cells,
      targets: aluOps.map((op) =>
        atLeast(`BIT-ALU ${op} against 128-bit C, median over W`, ratio(op), op === 'popcount' ? 0.7 : 0.9),
      ),
    };
  };
}

/** CPU nanoseconds per operation: ours, and by name of the peer. */
interface AluTime {
  readonly of: AluCase;
  readonly operations: number;
  readonly best: ReadonlyMap<string, number>;
}

function cellOf({ of, operations, best }: AluTime, ghz: number): AluCell {
  const ns = best.get('wasm')!;
  const native = [...best].filter(([name]) => name !== 'wasm');
  return {
    ...of,
    operations,
    cyclesPerOp: ns * ghz,
    opsPerSecond: 1e9 / ns,
    bitsPerSecond: (1e9 / ns) * of.lanes,
    native: Object.fromEntries(
      native.map(([name, theirs]) => [name, { cyclesPerOp: theirs * ghz, ratio: theirs / ns }]),
    ),
  };
}

function measureAlu(
  each: AluCase,
  peers: readonly { readonly peer: NativeProgram; readonly index: number }[],
  profile: Profile,
): AluTime {
  const { op, lanes } = each;
  const memory = createMemory(1);
  const image = new Uint32Array(memory.buffer);
  invariant(aluLayoutOf(lanes).bytes <= memory.buffer.byteLength, 'the ring fits one page');
  fillOperands(image, lanes, op);
  const run = startAlu(memory, op, lanes);
  const turns = Math.max(1, Math.ceil(profile.aluOperations / profile.rounds / ringSize));
  run(1);
  const best = new Map<string, number>();
  const note = (name: string, ns: number): void => void best.set(name, Math.min(best.get(name) ?? Infinity, ns));
  for (let round = 0; round < profile.rounds; round += 1) {
    note('wasm', cpuNs(() => run(turns), 1) / (turns * ringSize));
    const checksum = new BigUint64Array(memory.buffer)[0]!.toString();
    for (const { peer, index } of peers) {
      const native = peer.run(index, turns);
      invariant(native.checksum === checksum, `${peer.name} and WebAssembly agree on ${op} of ${lanes} lanes`);
      note(peer.name, native.ns);
    }
  }
  return { of: each, operations: profile.rounds * turns * ringSize, best };
}
