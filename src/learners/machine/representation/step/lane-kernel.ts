import { i32, i64, i8x16, v128 } from '#logic/wasm/instructions';
import { type FunctionBody, type FunctionHandle, type Local, ModuleBuilder, tee } from '#logic/wasm/module';
import { compile, instantiate, type WasmMemory } from '#logic/wasm/run';
import type { MachineConfig } from '../machine/config.ts';
import type { MemoryMap } from '../machine/memory-map.ts';

/** The part of a step that touches every lane, as WebAssembly over the machine's memory. */
export interface LaneKernel {
  /**
   * Takes lanes out of `remaining`, key by key, the lowest lane first: all lanes of one key become one of `groups`, its
   * Gray-coded key one of `keys`. Gives how many; as many as there is room for means that lanes may remain.
   */
  findGroups(): number;
  /** For each of so many `pairs` (a mask, a group): mask ← mask ∨ group; where the mask's address is + 1, mask ← group. */
  joinGroups(count: number): void;
}

/** Builds the kernel for one configuration. */
export function startLaneKernel(memory: WasmMemory, config: MachineConfig, map: MemoryMap): LaneKernel {
  const module = new ModuleBuilder();
  module.importMemory('host', 'memory', { initial: 1 });
  module.exportFunction('find', defineFind(module, config, map));
  module.exportFunction('join', defineJoin(module, config, map));
  const instance = instantiate(compile(module.build()), { host: { memory } });
  const find = instance.function('find');
  const join = instance.function('join');
  return { findGroups: () => find(0), joinGroups: join };
}

function defineFind(module: ModuleBuilder, config: MachineConfig, map: MemoryMap): FunctionHandle {
  const end = map.groups + map.mostGroups * map.stride;
  // The engine computes the address of a splat of a constant place at run time, but folds an unknown one.
  return module.function({ params: { zero: 'i32' }, result: 'i32' }, (body, { zero }) => {
    const lane = body.local('i32');
    const from = body.local('i32', 0);
    const group = body.local('i32', map.groups);
    const key = body.local('i32', map.keys);
    const count = i32.divU(i32.sub(group, map.groups), map.stride);
    body.while(i32.ltU(group, end), () => {
      emitFindLane(body, { lane, from }, map);
      body.if(i32.ltS(lane, 0), () => body.return(count));
      emitReadKey(body, { lane, key }, config, map);
      emitMatch(body, { zero, group }, config, map);
      body.set(group, i32.add(group, map.stride));
      body.set(key, i32.add(key, config.knobs.codeBits / 8));
    });
    body.result(count);
  });
}

/** lane ← the lowest lane in `remaining`, or −1; none is left before byte `from`, which only grows. */
function emitFindLane(body: FunctionBody, at: Readonly<Record<'lane' | 'from', Local<'i32'>>>, map: MemoryMap): void {
  const { lane, from } = at;
  const word = body.local('i64');
  body.set(lane, -1);
  body.block((done) => {
    body.while(i32.ltU(from, map.stride), () => {
      body.set(word, i64.load(from, map.remaining));
      body.if(i32.eqz(i64.eqz(word)), () => {
        body.set(lane, i32.add(i32.shl(from, 3), i32.wrapI64(i64.ctz(word))));
        body.branch(done);
      });
      body.set(from, i32.add(from, 8));
    });
  });
}

/**
 * Spreads the lane's key into `keyBits`, a byte of 0 or −1 for each bit, and Gray-codes it into the words at `key`:
 *
 *     gᵢ = bᵢ ⊕ bᵢ₊₁
 */
function emitReadKey(
  body: FunctionBody,
  { lane, key }: Readonly<Record<'lane' | 'key', Local<'i32'>>>,
  config: MachineConfig,
  map: MemoryMap,
): void {
  const { keyPlanes, knobs } = config;
  const byte = body.local('i32', i32.shrU(lane, 3));
  const bit = body.local('v128', i8x16.splat(i32.shl(1, i32.and(lane, 7))));
  const isSet = body.local('v128');
  const words = Array.from({ length: knobs.codeBits / 32 }, () => body.local('i32', 0));
  for (let b = 0; b < keyPlanes.length; b += 16) {
    body.set(isSet, v128.const(new Uint8Array(16)));
    for (const [i, plane] of keyPlanes.slice(b, b + 16).entries()) {
      body.set(isSet, v128.load8Lane(byte, isSet, i, map.planes + plane * map.stride));
    }
    body.set(isSet, i8x16.eq(v128.and(isSet, bit), bit));
    body.do(v128.store(0, isSet, map.keyBits + b));
    const word = words[b >>> 5]!;
    body.set(word, i32.or(word, i32.shl(i8x16.bitmask(isSet), b & 31)));
  }
  for (const [w, word] of words.entries()) {
    const above = words[w + 1];
    const shifted = i32.shrU(word, 1);
    const next = above === undefined ? shifted : i32.or(shifted, i32.shl(above, 31));
    body.do(i32.store(key, i32.xor(word, next), 4 * w));
  }
}

/**
 * group ← remaining ∧ ¬ ⋁ over key bits of (plane ⊕ bit), and remaining ← remaining ∧ ¬group. Straight code over the key
 * planes, a loop over blocks of lanes. The stores in between keep the engine from loading all planes first.
 */
function emitMatch(
  body: FunctionBody,
  { zero, group }: Readonly<Record<'zero' | 'group', Local<'i32'>>>,
  config: MachineConfig,
  map: MemoryMap,
): void {
  const chunks = config.knobs.lanes / 128;
  const block = [4, 3, 2, 1].find((size) => chunks % size === 0)!;
  const offsets = Array.from({ length: block }, (_, c) => 16 * c);
  const at = body.local('i32', 0);
  const to = body.local('i32', group);
  const differ = offsets.map(() => body.local('v128'));
  const bit = body.local('v128');
  body.loop((again) => {
    for (const each of differ) body.set(each, v128.const(new Uint8Array(16)));
    for (const [b, plane] of config.keyPlanes.entries()) {
      body.set(bit, v128.load8Splat(zero, map.keyBits + b));
      for (const [c, offset] of offsets.entries()) {
        const here = v128.xor(v128.load(at, map.planes + plane * map.stride + offset), bit);
        body.set(differ[c]!, v128.or(differ[c]!, here));
        if (b % 2 === 1) body.do(v128.store(to, differ[c]!, offset));
      }
    }
    for (const [c, offset] of offsets.entries()) {
      body.set(bit, v128.load(at, map.remaining + offset));
      body.do(v128.store(to, v128.andnot(bit, differ[c]!), offset));
      body.do(v128.store(at, v128.and(bit, differ[c]!), map.remaining + offset));
    }
    body.set(to, i32.add(to, 16 * block));
    body.branchIf(again, i32.ltU(tee(at, i32.add(at, 16 * block)), map.stride));
  });
}

function defineJoin(module: ModuleBuilder, config: MachineConfig, map: MemoryMap): FunctionHandle {
  const offsets = Array.from({ length: config.knobs.lanes / 128 }, (_, c) => 16 * c);
  return module.function({ params: { count: 'i32' }, result: 'i32' }, (body, { count }) => {
    const pair = body.local('i32', map.pairs);
    const end = body.local('i32', i32.add(pair, i32.shl(count, 3)));
    const mask = body.local('i32');
    const group = body.local('i32');
    body.while(i32.ltU(pair, end), () => {
      body.set(mask, i32.load(pair));
      body.set(group, i32.load(pair, 4));
      body.if(
        i32.and(mask, 1),
        () => {
          body.set(mask, i32.sub(mask, 1));
          for (const offset of offsets) body.do(v128.store(mask, v128.load(group, offset), offset));
        },
        () => {
          for (const offset of offsets) {
            body.do(v128.store(mask, v128.or(v128.load(group, offset), v128.load(mask, offset)), offset));
          }
        },
      );
      body.set(pair, i32.add(pair, 8));
    });
    body.result(count);
  });
}
