import { type Effect, type Expression, i32, v128 } from '#logic/wasm/instructions';
import { FunctionBody, type Local, ModuleBuilder } from '#logic/wasm/module';
import { compile, instantiate, type WasmFunction, type WasmMemory } from '#logic/wasm/run';
import { GateOp } from './compile-polarity.ts';
import { Step } from './compile-program.ts';

/** Chunks of 128 lanes that one turn of the inner loop handles. */
const unrolled = 4;

/**
 * Starts an interpreter on a memory: `interpret(program, mask)` runs the words of `programOf` on planes of so many lanes,
 * writes outputs in the lanes of the mask, and gives the number of 128-lane chunks. It needs no compilation per circuit.
 */
export function startInterpreter(memory: WasmMemory, lanes: number): WasmFunction {
  const module = new ModuleBuilder();
  module.importMemory('host', 'memory', { initial: 1 });
  const interpret = module.function({ params: { program: 'i32', mask: 'i32' }, result: 'i32' }, (body, params) =>
    emitInterpreter(body, params, lanes),
  );
  module.exportFunction('interpret', interpret);
  return instantiate(compile(module.build()), { host: { memory } }).function('interpret');
}

interface Operands {
  readonly to: Local<'i32'>;
  readonly a: Local<'i32'>;
  readonly b: Local<'i32'>;
  readonly mask: Local<'i32'>;
}

type Write = (operands: Operands, offset: number) => Effect;

function emitInterpreter(
  body: FunctionBody,
  { program, mask }: { readonly program: Local<'i32'>; readonly mask: Local<'i32'> },
  lanes: number,
): void {
  const step = body.local('i32');
  const left = body.local('i32');
  const operands: Operands = { to: body.local('i32'), a: body.local('i32'), b: body.local('i32'), mask };
  const moving: Operands = {
    to: body.local('i32'),
    a: body.local('i32'),
    b: body.local('i32'),
    mask: body.local('i32'),
  };
  body.block((ended) => {
    body.loop((next) => {
      body.set(step, i32.load(program));
      body.set(left, i32.load(program, 4));
      body.set(program, i32.add(program, 8));
      body.branchIf(ended, i32.eq(step, Step.end));
      for (const [code, write] of writes) {
        body.if(i32.eq(step, code), () => {
          body.loop((again) => {
            body.set(operands.to, i32.load(program));
            body.set(operands.a, i32.load(program, 4));
            body.set(operands.b, i32.load(program, 8));
            body.set(program, i32.add(program, 12));
            emitPlane(body, operands, moving, lanes, write);
            body.set(left, i32.sub(left, 1));
            body.branchIf(again, left);
          });
          body.branch(next);
        });
      }
      body.unreachable();
    });
  });
  body.result(i32.const(lanes / 128));
}

/** One operation on a whole plane: straight code up to 8 chunks, else a loop of 4 at a time and the rest. */
// oxlint-disable-next-line max-params -- two sets of operands: the plane's own and those that move through it
function emitPlane(body: FunctionBody, whole: Operands, moving: Operands, lanes: number, write: Write): void {
  const chunks = lanes / 128;
  if (chunks <= 2 * unrolled) {
    for (let c = 0; c < chunks; c += 1) body.do(write(whole, 16 * c));
    return;
  }
  const names = ['to', 'a', 'b', 'mask'] as const;
  for (const name of names) body.set(moving[name], whole[name]);
  const turns = body.local('i32', Math.floor(chunks / unrolled));
  body.loop((again) => {
    for (let c = 0; c < unrolled; c += 1) body.do(write(moving, 16 * c));
    for (const name of names) body.set(moving[name], i32.add(moving[name], 16 * unrolled));
    body.set(turns, i32.sub(turns, 1));
    body.branchIf(again, turns);
  });
  for (let c = 0; c < chunks % unrolled; c += 1) body.do(write(moving, 16 * c));
}

type Combine = (a: Expression<'v128'>, b: Expression<'v128'>) => Expression<'v128'>;

function gate(combine: Combine): Write {
  return ({ to, a, b }, offset) => v128.store(to, combine(v128.load(a, offset), v128.load(b, offset)), offset);
}

/** new = old ⊕ (mask ∧ (old ⊕ value)), or with the value complemented. */
function output(restrict: Combine): Write {
  return ({ to, a, mask }, offset) => {
    const old = v128.load(to, offset);
    const change = restrict(v128.load(mask, offset), v128.xor(old, v128.load(a, offset)));
    return v128.store(to, v128.xor(change, old), offset);
  };
}

const writes: readonly (readonly [number, Write])[] = [
  [GateOp.and, gate(v128.and)],
  [GateOp.or, gate(v128.or)],
  [GateOp.xor, gate(v128.xor)],
  [GateOp.andNot, gate(v128.andnot)],
  [Step.copy, ({ to, a }, offset) => v128.store(to, v128.load(a, offset), offset)],
  [Step.output, output(v128.and)],
  [Step.outputFlipped, output(v128.andnot)],
];
