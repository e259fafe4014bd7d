import { i32 } from '#logic/wasm/instructions';
import { ModuleBuilder } from '#logic/wasm/module';
import { compile, instantiate } from '#logic/wasm/run';
import { cpuNs } from './cpu-time.ts';

const rounds = 1 << 20;

/**
 * A chain that takes 4 cycles a link whatever the machine does beside it; one call is 2²⁰ links:
 *
 *     x ← x · (x | 15)        1 cycle for the or, 3 for the product
 */
export function coreChain(): () => void {
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
  return () => void run(3);
}

/** The clock of the core in GHz, from the chain. The highest of several short runs counts: others only slow a run down. */
export function estimateCoreGHz(runs = 9): number {
  const run = coreChain();
  let ghz = 0;
  for (let i = 0; i < runs; i += 1) ghz = Math.max(ghz, (4 * rounds) / cpuNs(run, 1));
  return ghz;
}
