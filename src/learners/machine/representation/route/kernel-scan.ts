import { i32 } from '#logic/wasm/instructions';
import { callResult, type FunctionHandle, type ModuleBuilder } from '#logic/wasm/module';
import { codeAt, distanceTo, queryLocals } from './kernel-code.ts';
import { Part, Shared } from './route-layout.ts';

const { add, leU, load, ltU, sub } = i32;

const UNROLLED = 4;

/** `scan(partition)` offers every code that is near enough. */
export function defineScan(module: ModuleBuilder, words: number, offer: FunctionHandle): FunctionHandle {
  const stride = 8 * words;
  return module.function({ params: { part: 'i32' } }, (f, { part }) => {
    const query = queryLocals(f, words);
    const ids = f.local('i32', load(part, Part.ids));
    const count = f.local('i32', load(part, Part.count));
    const at = f.local('i32', codeAt(part, 1, words));
    const worst = f.local('i32', load(0, Shared.worst));
    const slot = f.local('i32', 0);
    const distance = f.local('i32');
    const look = (i: number): void => {
      f.set(distance, distanceTo(query, at, i * stride));
      f.if(leU(distance, worst), () =>
        f.set(worst, callResult('i32', offer, distance, add(slot, i), ids, add(at, i * stride))),
      );
    };
    const advance = (by: number): void => {
      f.set(slot, add(slot, by));
      f.set(at, add(at, by * stride));
    };
    const whole = f.local('i32', sub(count, i32.and(count, UNROLLED - 1)));
    f.while(ltU(slot, whole), () => {
      for (let i = 0; i < UNROLLED; i += 1) look(i);
      advance(UNROLLED);
    });
    f.while(ltU(slot, count), () => {
      look(0);
      advance(1);
    });
  });
}
