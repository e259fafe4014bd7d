import { compile, i32, instantiate, ModuleBuilder } from '#wasm';
import { cpuNs } from './cpu-time.ts';

const rounds = 1 << 20;

/**
 * The clock of the core in GHz, estimated from a chain that takes 4 cycles a link whatever the machine does beside it:
 *
 *     x ← x · (x | 15)        1 cycle for the or, 3 for the product
 *
 * The highest of several short runs counts, since another process can only slow a run down.
 */
export function estimateCoreGHz(runs = 9): number {
  const module = new ModuleBuilder();
  const chain = module.function({ params: { x: 'i32' }, result: 'i32' }, (body, { x }) => {
    const left = body.local('i32', rounds / 16);
    body.loop((again) => {
      for (let link = 0; link < 16; link += 1) body.set(x, i32.mul(x, i32.or(x, 15)));
      body.set(left, i32.sub(left, 1));
      body.branchIf(again, left);
    });
    body.result(x);
  });
  module.exportFunction('chain', chain);
  const run = instantiate(compile(module.build())).function('chain');
  run(3);
  let ghz = 0;
  for (let i = 0; i < runs; i += 1) ghz = Math.max(ghz, (4 * rounds) / cpuNs(() => run(3), 1));
  return ghz;
}
