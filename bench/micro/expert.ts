import { compileLater, encodePack, startPack } from '#logic/circuit/compile';
import { randomCircuit } from '#logic/circuit/samples';
import { createRng, invariant } from '#foundation/kernel';
import { median, quantile } from '#foundation/statistics';
import { createMemory, type WasmFunction } from '#logic/wasm/run';
import { cpuNs, mainThreadNs } from '../cpu-time.ts';
import type { Profile } from './profile.ts';
import { batchesPerTurn, type ExpertCase, expertCases, fillPlanes, nextWord, place } from './expert-workload.ts';
import { expertSource } from './native-expert.ts';
import { buildNative, type NativeProgram } from './native-program.ts';
import { atLeast, atMost, type Target } from '../target.ts';

/** Expert evaluation at one size. @source spec/benchmark-suite §2.3.3 */
export interface ExpertCell {
  readonly gates: number;
  readonly lanes: number;
  readonly batches: number;
  readonly nsPerBatch: number;
  readonly cyclesPerBatch: number;
  readonly cyclesPerLane: number;
  readonly batchesPerSecond: number;
  readonly gateLanesPerSecond: number;
  /** CPU nanoseconds of the native builds, and our speed as a share of theirs, by name. */
  readonly native: Readonly<Record<string, { readonly nsPerBatch: number; readonly ratio: number }>>;
}

/** The section of the report on expert evaluation. */
export interface ExpertSection {
  readonly representation: string;
  readonly gateDefinition: string;
  readonly pattern: string;
  readonly peers: readonly { readonly name: string; readonly command: string }[];
  readonly cells: readonly ExpertCell[];
  /** Microseconds to encode an expert of 256 gates (median), and of main-thread CPU to encode, compile and start it. */
  readonly encodeUs: number;
  readonly compileMainThreadUs: { readonly median: number; readonly p99: number } | undefined;
  readonly targets: readonly Target[];
}

/**
 * Measures experts, ours and native ones in turn; equal checksums after equal work are asserted. Cycles follow once the
 * clock of the time is known.
 */
export async function benchExperts(profile: Profile): Promise<(ghz: number) => ExpertSection> {
  const cases = expertCases(profile.gates, profile.lanes);
  const peers = [
    buildNative(expertSource(cases, 16), { name: 'c128', vectorBytes: 16, flags: ['-O3'] }),
    buildNative(expertSource(cases, 32), { name: 'avx2', vectorBytes: 32, flags: ['-O3', '-mavx2'] }),
  ].filter((peer) => peer !== undefined);
  const times: ExpertTime[] = [];
  for (const [index, each] of cases.entries()) {
    const usable = peers.filter((peer) => each.lanes >= 256 || peer.name !== 'avx2');
    times.push(await measureCase(index, each, usable, profile));
  }
  for (const peer of peers) peer.remove();
  const encodeUs = encodeTime(profile.encodings);
  const compileMainThreadUs = await compileTime(profile.compilations);
  return (ghz) => {
    const cells = times.map((time) => cellOf(time, ghz));
    return {
      representation:
        'XOR-AND graph, compiled at run time to WebAssembly SIMD (128-bit vectors, 13 values in registers); bit b of W episodes is a plane of W bits, processed 128 at a time',
      gateDefinition:
        'live two-input AND or XOR gates, complements free; n = 32 planes read, m = 8 of them written back under a mask',
      pattern: `${batchesPerTurn} batches on the same planes under a full mask, then one pseudorandom bit flipped and a word added to the checksum, which is stored`,
      peers: peers.map(({ name, flags }) => ({ name, command: `gcc ${flags.join(' ')}` })),
      cells,
      encodeUs,
      compileMainThreadUs,
      targets: expertTargets(cells, encodeUs, compileMainThreadUs?.p99),
    };
  };
}

function expertTargets(cells: readonly ExpertCell[], encodeUs: number, compileUs: number | undefined): Target[] {
  const ratio = (name: string): number | undefined => {
    const found = cells.filter(({ lanes }) => lanes >= 256).flatMap(({ native }) => native[name]?.ratio ?? []);
    return found.length === 0 ? undefined : median(found);
  };
  return [
    atLeast('expert evaluation against 128-bit C, median over G and W >= 256', ratio('c128'), 0.8),
    atLeast('expert evaluation against AVX2 C, median over G and W >= 256', ratio('avx2'), 0.45),
    atMost('encoding an expert of 256 gates, microseconds', encodeUs, 150),
    atMost('compiling an expert of 256 gates, main-thread CPU microseconds (p99)', compileUs, 500),
  ];
}

/** CPU nanoseconds per batch: ours, and by name of the peer. */
interface ExpertTime {
  readonly gates: number;
  readonly lanes: number;
  readonly batches: number;
  readonly best: ReadonlyMap<string, number>;
}

function cellOf({ gates, lanes, batches, best }: ExpertTime, ghz: number): ExpertCell {
  const nsPerBatch = best.get('wasm')!;
  const native = [...best].filter(([name]) => name !== 'wasm');
  return {
    gates,
    lanes,
    batches,
    nsPerBatch,
    cyclesPerBatch: nsPerBatch * ghz,
    cyclesPerLane: (nsPerBatch * ghz) / lanes,
    batchesPerSecond: 1e9 / nsPerBatch,
    gateLanesPerSecond: (1e9 / nsPerBatch) * gates * lanes,
    native: Object.fromEntries(native.map(([name, ns]) => [name, { nsPerBatch: ns, ratio: ns / nsPerBatch }])),
  };
}

async function measureCase(
  index: number,
  each: ExpertCase,
  peers: readonly NativeProgram[],
  profile: Profile,
): Promise<ExpertTime> {
  const memory = createMemory(place.bytes / 65536);
  const image = new Int32Array(memory.buffer);
  for (let i = 0; i < batchesPerTurn; i += 1) image.set([0, place.mask], place.list / 4 + 2 * i);
  const pack = startPack(await compileLater(encodePack([each], { lanes: each.lanes, scratch: place.scratch })), memory);
  const turns = Math.ceil(profile.batches / profile.rounds / batchesPerTurn);
  const best = new Map<string, number>();
  const note = (name: string, ns: number): void => void best.set(name, Math.min(best.get(name) ?? Infinity, ns));
  for (let round = 0; round < profile.rounds; round += 1) {
    let checksum = 0;
    fillPlanes(image, each.lanes);
    note('wasm', cpuNs(() => (checksum = workload(pack, image, each, turns)), 1) / (turns * batchesPerTurn));
    for (const peer of peers) {
      const native = peer.run(index, turns);
      invariant(native.checksum === String(checksum), `${peer.name} and WebAssembly agree on ${each.gates} gates`);
      note(peer.name, native.ns);
    }
  }
  const { gates, lanes } = each;
  return { gates, lanes, batches: profile.rounds * turns * batchesPerTurn, best };
}

/** The same work as the native `main`, on planes just filled; gives its checksum. */
function workload(run: WasmFunction, image: Int32Array, each: ExpertCase, turns: number): number {
  let word = lastFill(image, each.lanes);
  let checksum = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    run(0, place.list, batchesPerTurn);
    word = nextWord(word);
    const at = place.planes / 4 + ((word >>> 8) % each.lanes);
    image[at] = image[at]! ^ (1 << (word >>> 27));
    checksum = (Math.imul(checksum, 31) + image[each.layout.outputs[0]! / 4]!) >>> 0;
    image[place.checksum / 4] = checksum;
  }
  return checksum;
}

/** The last word that filled the planes: 32 planes of lanes / 32 words are `lanes` words. */
function lastFill(image: Int32Array, lanes: number): number {
  return image[place.planes / 4 + lanes - 1]! >>> 0;
}

function freshCase(seed: string): ExpertCase {
  const circuit = randomCircuit({ inputs: 32, outputs: 8, gates: 256, xorShare: 0.4 }, createRng(seed));
  const at = (plane: number): number => place.planes + plane * 64;
  const layout = {
    inputs: Array.from({ length: 32 }, (_, i) => at(i)),
    outputs: Array.from({ length: 8 }, (_, i) => at(i)),
  };
  return { gates: 256, lanes: 512, circuit, layout };
}

/** Median over batches of 20 of the CPU microseconds to encode a fresh circuit, after as many to warm up. */
function encodeTime(count: number): number {
  const fresh = Array.from({ length: 20 }, (_, i) => freshCase(`bench/encode/${i}`));
  const encodeAll = (): void => {
    for (const each of fresh) encodePack([each], { lanes: 512, scratch: place.scratch });
  };
  const batches = Math.ceil(count / fresh.length);
  const times = Array.from({ length: 2 * batches }, () => cpuNs(encodeAll, 1) / fresh.length / 1000);
  return median(times.slice(batches));
}

/** The main thread's CPU microseconds to encode, compile elsewhere and start an expert of 256 gates. */
async function compileTime(count: number): Promise<ExpertSection['compileMainThreadUs']> {
  const memory = createMemory(1);
  const fresh = Array.from({ length: count }, (_, i) => freshCase(`bench/compile/${i}`));
  const times: number[] = [];
  let before = mainThreadNs();
  for (const each of fresh) {
    startPack(await compileLater(encodePack([each], { lanes: 512, scratch: place.scratch })), memory);
    const now = mainThreadNs();
    if (before === undefined || now === undefined) return undefined;
    times.push((now - before) / 1000);
    before = now;
  }
  const warm = times.slice(count / 4);
  return { median: median(warm), p99: quantile(warm, 0.99) };
}
