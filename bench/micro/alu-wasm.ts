import { type Expression, i32, i64, i64x2, v128 } from '#logic/wasm/instructions';
import { type FunctionBody, type Local, ModuleBuilder } from '#logic/wasm/module';
import { compile, instantiate, type WasmFunction, type WasmMemory } from '#logic/wasm/run';
import { aluLayoutOf, type AluOp, aluShift, ringSize, unrolledOps } from './alu-workload.ts';

/** `run(turns)` does `turns` rings of one operation and leaves the checksum in memory. */
export function startAlu(memory: WasmMemory, op: AluOp, lanes: number): WasmFunction {
  const { stride, operands, checksum } = aluLayoutOf(lanes);
  const module = new ModuleBuilder();
  module.importMemory('host', 'memory', { initial: 1 });
  const run = module.function({ params: { turns: 'i32' }, result: 'i32' }, (body, { turns }) => {
    const at = body.local('i32');
    const sum = body.local('i64');
    const value = body.local('v128');
    body.loop((again) => {
      body.set(at, 0);
      body.loop((more) => {
        for (let i = 0; i < unrolledOps; i += 1) {
          emitOp(body, { op, lanes, offset: operands + i * stride + 16 }, { at, sum, value });
        }
        body.set(at, i32.add(at, unrolledOps * stride));
        body.branchIf(more, i32.ltU(at, ringSize * stride));
      });
      body.set(turns, i32.sub(turns, 1));
      body.branchIf(again, turns);
    });
    body.do(i64.store(0, sum, checksum));
    body.result(i32.const(0));
  });
  module.exportFunction('run', run);
  return instantiate(compile(module.build()), { host: { memory } }).function('run');
}

interface Work {
  readonly op: AluOp;
  readonly lanes: number;
  /** Of the operand, from `at`; its partner is one stride on. */
  readonly offset: number;
}

interface Locals {
  readonly at: Local<'i32'>;
  readonly sum: Local<'i64'>;
  readonly value: Local<'v128'>;
}

function emitOp(body: FunctionBody, { op, lanes, offset }: Work, { at, sum, value }: Locals): void {
  const { stride, operands, results } = aluLayoutOf(lanes);
  const target = offset - operands + results;
  if (op === 'popcount') {
    let ones: Expression<'i64'> = i64.popcnt(i64.load(at, offset));
    for (let w = 1; w < lanes / 64; w += 1) ones = i64.add(ones, i64.popcnt(i64.load(at, offset + 8 * w)));
    body.do(i64.store(at, ones, target));
    body.set(sum, i64.add(sum, i64.load(at, target)));
    return;
  }
  for (let c = 0; c < lanes / 128; c += 1) {
    body.set(value, vectorOp(op, at, offset + 16 * c, stride));
    body.do(v128.store(at, value, target + 16 * c));
    if (c === 0) body.set(sum, i64.xor(sum, i64x2.extractLane(value, 0)));
  }
}

function vectorOp(
  op: Exclude<AluOp, 'popcount'>,
  at: Local<'i32'>,
  offset: number,
  stride: number,
): Expression<'v128'> {
  const a = v128.load(at, offset);
  const b = v128.load(at, offset + stride);
  switch (op) {
    case 'and':
      return v128.and(a, b);
    case 'or':
      return v128.or(a, b);
    case 'xor':
      return v128.xor(a, b);
    case 'not':
      return v128.not(a);
    case 'shl':
    case 'rotl':
      return v128.or(i64x2.shl(a, aluShift), i64x2.shrU(v128.load(at, offset - 8), 64 - aluShift));
    case 'shr':
    case 'rotr':
      return v128.or(i64x2.shrU(a, aluShift), i64x2.shl(v128.load(at, offset + 8), 64 - aluShift));
  }
}
