import {
  compile,
  type Expression,
  type FunctionBody,
  i32,
  i64,
  instantiate,
  type Local,
  ModuleBuilder,
  tee,
  v128,
  type WasmMemory,
} from '#wasm';
import type { MachineConfig } from './config.ts';
import type { MemoryMap } from './memory-map.ts';

/** The part of a step that touches every lane, as WebAssembly over the machine's memory. */
export interface LaneKernel {
  /**
   * Adds the group at hand to the masks in the list `picks`; then takes the lowest remaining lane and all lanes with the
   * same key out of `remaining` and into `group`, the key into `keyWords`. Gives the lane, or −1 when none remains.
   *
   * The list is a count, then addresses of masks; an address + 1 means that the mask begins as the group.
   */
  nextGroup(): number;
}

/** Builds the kernel for one configuration. */
export function startLaneKernel(memory: WasmMemory, config: MachineConfig, map: MemoryMap): LaneKernel {
  const module = new ModuleBuilder();
  module.importMemory('host', 'memory', { initial: 1 });
  // The engine computes the address of a splat of a constant place at run time, but folds an unknown one.
  const next = module.function({ params: { zero: 'i32' }, result: 'i32' }, (body, { zero }) => {
    const lane = body.local('i32', -1);
    emitPicks(body, config, map);
    emitFindLane(body, lane, map);
    body.if(i32.ltS(lane, 0), () => body.return(lane));
    emitReadKey(body, lane, config, map);
    emitMatch(body, zero, config, map);
    body.result(lane);
  });
  module.exportFunction('next', next);
  const instance = instantiate(compile(module.build()), { host: { memory } });
  const nextGroup = instance.function('next');
  return { nextGroup: () => nextGroup(0) };
}

/** masks ← group, or masks ∨ group, for the list of picks, which is empty then. */
function emitPicks(body: FunctionBody, config: MachineConfig, map: MemoryMap): void {
  const chunks = config.knobs.lanes / 128;
  const left = body.local('i32', i32.load(0, map.picks));
  const pick = body.local('i32', map.picks);
  const mask = body.local('i32');
  body.do(i32.store(0, 0, map.picks));
  body.while(left, () => {
    body.set(mask, i32.load(tee(pick, i32.add(pick, 4))));
    const group = (c: number): Expression<'v128'> => v128.load(0, map.group + 16 * c);
    body.if(
      i32.and(mask, 1),
      () => {
        body.set(mask, i32.sub(mask, 1));
        for (let c = 0; c < chunks; c += 1) body.do(v128.store(mask, group(c), 16 * c));
      },
      () => {
        for (let c = 0; c < chunks; c += 1) {
          body.do(v128.store(mask, v128.or(group(c), v128.load(mask, 16 * c)), 16 * c));
        }
      },
    );
    body.set(left, i32.sub(left, 1));
  });
}

/** lane ← the lowest lane in `remaining`, if there is one. */
function emitFindLane(body: FunctionBody, lane: Local<'i32'>, map: MemoryMap): void {
  const at = body.local('i32');
  const word = body.local('i64');
  body.block((done) => {
    body.while(i32.ltU(at, map.stride), () => {
      body.set(word, i64.load(at, map.remaining));
      body.if(i32.eqz(i64.eqz(word)), () => {
        body.set(lane, i32.add(i32.shl(at, 3), i32.wrapI64(i64.ctz(word))));
        body.branch(done);
      });
      body.set(at, i32.add(at, 8));
    });
  });
}

/** Spreads the lane's key into `keyBits` (each bit as 0 or −1) and packs it into `keyWords`. */
function emitReadKey(body: FunctionBody, lane: Local<'i32'>, config: MachineConfig, map: MemoryMap): void {
  const byte = body.local('i32', i32.shrU(lane, 3));
  const shift = body.local('i32', i32.and(lane, 7));
  const bit = body.local('i32');
  const word = body.local('i32');
  for (let w = 0; w < config.knobs.codeBits / 32; w += 1) {
    body.set(word, 0);
    for (const [b, plane] of config.keyPlanes.slice(32 * w, 32 * w + 32).entries()) {
      const bits = i32.load8U(byte, map.planes + plane * map.stride);
      body.set(bit, i32.and(i32.shrU(bits, shift), 1));
      body.set(word, i32.or(word, i32.shl(bit, b)));
      body.do(i32.store(0, i32.sub(0, bit), map.keyBits + 4 * (32 * w + b)));
    }
    body.do(i32.store(0, word, map.keyWords + 4 * w));
  }
}

/**
 * group ← remaining ∧ ¬ ⋁ over key bits of (plane ⊕ bit), and remaining ← remaining ∧ ¬group. Straight code over the key
 * planes, a loop over blocks of lanes. The stores in between keep the engine from loading all planes first.
 */
function emitMatch(body: FunctionBody, zero: Local<'i32'>, config: MachineConfig, map: MemoryMap): void {
  const chunks = config.knobs.lanes / 128;
  const block = [4, 3, 2, 1].find((size) => chunks % size === 0)!;
  const offsets = Array.from({ length: block }, (_, c) => 16 * c);
  const at = body.local('i32', 0);
  const differ = offsets.map(() => body.local('v128'));
  const bit = body.local('v128');
  body.loop((again) => {
    for (const each of differ) body.set(each, v128.const(new Uint8Array(16)));
    for (const [b, plane] of config.keyPlanes.entries()) {
      body.set(bit, v128.load32Splat(zero, map.keyBits + 4 * b));
      for (const [c, offset] of offsets.entries()) {
        const here = v128.xor(v128.load(at, map.planes + plane * map.stride + offset), bit);
        body.set(differ[c]!, v128.or(differ[c]!, here));
        if (b % 2 === 1) body.do(v128.store(at, differ[c]!, map.group + offset));
      }
    }
    for (const [c, offset] of offsets.entries()) {
      body.set(bit, v128.load(at, map.remaining + offset));
      body.do(v128.store(at, v128.andnot(bit, differ[c]!), map.group + offset));
      body.do(v128.store(at, v128.and(bit, differ[c]!), map.remaining + offset));
    }
    body.branchIf(again, i32.ltU(tee(at, i32.add(at, 16 * block)), map.stride));
  });
}
