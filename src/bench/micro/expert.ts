import { compileLater, encodePack, randomCircuit, startPack } from '#circuit';
import { createRng, invariant, median, quantile } from '#kernel';
import { createMemory, type WasmFunction } from '#wasm';
import { cpuNs, mainThreadNs } from '../cpu-time.ts';
import type { Profile } from './profile.ts';
import { batchesPerTurn, type ExpertCase, expertCases, fillPlanes, nextWord, place } from './expert-workload.ts';
import { expertSource } from './native-expert.ts';
import { buildNative, type NativeProgram } from './native-program.ts';
import { atLeast, atMost, type Target } from '../target.ts';

/** Expert evaluation at one size. @source seed 003 §2.3.3 */
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

/** Measures experts, ours and native ones in turn. Correctness is asserted first: equal checksums after equal work. */
export async function benchExperts(profile: Profile, ghz: number): Promise<ExpertSection> {
  const cases = expertCases(profile.gates, profile.lanes);
  const peers = [
    buildNative(expertSource(cases, 16), { name: 'c128', vectorBytes: 16, flags: ['-O3'] }),
    buildNative(expertSource(cases, 32), { name: 'avx2', vectorBytes: 32, flags: ['-O3', '-mavx2'] }),
  ].filter((peer) => peer !== undefined);
  const cells: ExpertCell[] = [];
  for (const [index, each] of cases.entries()) {
    const usable = peers.filter((peer) => each.lanes >= 256 || peer.name !== 'avx2');
    cells.push(await measureCase(index, each, usable, profile, ghz));
  }
  for (const peer of peers) peer.remove();
  const encodeUs = encodeTime(profile.encodings);
  const compileMainThreadUs = await compileTime(profile.compilations);
  const ratios = (name: string): number | undefined => {
    const found = cells.filter(({ lanes }) => lanes >= 256).flatMap(({ native }) => native[name]?.ratio ?? []);
    return found.length === 0 ? undefined : median(found);
  };
  return {
    representation: 'XOR-AND graph, compiled at run time to WebAssembly SIMD (128-bit vectors, 13 values in registers)',
    gateDefinition: 'live two-input AND or XOR gates, complements free; n = 32 planes read, m = 8 of them written back',
    pattern: `${batchesPerTurn} batches on the same planes under a full mask, then one pseudorandom bit flipped and a word added to the checksum`,
    peers: peers.map(({ name, flags }) => ({ name, command: `gcc ${flags.join(' ')}` })),
    cells,
    encodeUs,
    compileMainThreadUs,
    targets: [
      atLeast('expert evaluation against 128-bit C, median over G and W >= 256', ratios('c128'), 0.8),
      atLeast('expert evaluation against AVX2 C, median over G and W >= 256', ratios('avx2'), 0.45),
      atMost('encoding an expert of 256 gates, microseconds', encodeUs, 150),
      atMost('compiling an expert of 256 gates, main-thread CPU microseconds (p99)', compileMainThreadUs?.p99, 500),
    ],
  };
}

// oxlint-disable-next-line max-params -- a case, its number, and how to measure it
async function measureCase(
  index: number,
  each: ExpertCase,
  peers: readonly NativeProgram[],
  profile: Profile,
  ghz: number,
): Promise<ExpertCell> {
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
  const nsPerBatch = best.get('wasm')!;
  const native = peers.map(
    ({ name }) => [name, { nsPerBatch: best.get(name)!, ratio: best.get(name)! / nsPerBatch }] as const,
  );
  return {
    gates: each.gates,
    lanes: each.lanes,
    batches: profile.rounds * turns * batchesPerTurn,
    nsPerBatch,
    cyclesPerBatch: nsPerBatch * ghz,
    cyclesPerLane: (nsPerBatch * ghz) / each.lanes,
    batchesPerSecond: 1e9 / nsPerBatch,
    gateLanesPerSecond: (1e9 / nsPerBatch) * each.gates * each.lanes,
    native: Object.fromEntries(native),
  };
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
