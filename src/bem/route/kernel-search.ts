import { callResult, type FunctionBody, type FunctionHandle, i32, type Local, type ModuleBuilder } from '#wasm';
import { Part, Shared, Table, unbounded } from './layout.ts';

const { add, divU, gtS, gtU, leS, leU, load, ltU, mul, sub } = i32;

/**
 * `search(partition, radius)` fills the list with the nearest codes; gives the distance within which none was overlooked.
 *
 * A code at distance d from the query has a substring, of m, at distance ≤ ⌊d/m⌋. So once all substrings were probed to
 * radius r − 1 and the first j to radius r, nothing within
 *
 *     m·r + j − 1
 *
 * is missing, and the search is over when the list is full up to there: what is left is farther, not even a tie.
 * Where probing would cost more than a scan, the partition is scanned instead. `radius` < 0 asks for the exact answer; otherwise
 * substrings are probed to that radius at most.
 *
 * @source Norouzi, Punjani & Fleet 2012, Fast search in Hamming space with multi-index hashing, §3
 */
export function defineSearch(module: ModuleBuilder, scan: FunctionHandle, probe: FunctionHandle): FunctionHandle {
  const params = { part: 'i32', radius: 'i32' } as const;
  return module.function({ params, result: 'i32' }, (f, { part, radius }) => {
    const scanAll = (): void => {
      f.call(scan, part);
      f.return(i32.const(unbounded));
    };
    const tables = f.local('i32', load(part, Part.tables));
    const count = f.local('i32', load(part, Part.count));
    f.if(i32.or(i32.eqz(tables), leU(count, load(0, Shared.wanted))), scanAll);
    const budget = f.local('i32', unbounded);
    f.if(load(0, Shared.probeCost), () => f.set(budget, divU(count, load(0, Shared.probeCost))));
    const [reach, spent, table] = [f.local('i32', 0), f.local('i32', 0), f.local('i32')];
    const proven = f.local('i32', -1);
    const end = f.local('i32', add(add(part, Part.firstTable), mul(tables, Table.size)));
    f.loop((again) => {
      f.if(i32.and(leS(0, radius), gtS(reach, radius)), () => f.return(proven));
      f.set(table, add(part, Part.firstTable));
      f.while(ltU(table, end), () => {
        f.if(leS(load(0, Shared.worst), proven), () => f.return(proven));
        f.if(gtU(reach, load(table, Table.bits)), () => f.return(i32.const(unbounded)));
        f.set(spent, add(spent, binomial(f, load(table, Table.bits), reach)));
        f.if(gtU(spent, budget), scanAll);
        f.set(spent, add(spent, callResult('i32', probe, part, table, reach, sub(budget, spent))));
        f.if(gtU(spent, budget), scanAll);
        f.set(proven, add(proven, 1));
        f.set(table, add(table, Table.size));
      });
      f.set(reach, add(reach, 1));
      f.branch(again);
    });
    f.unreachable();
  });
}

/** n choose k; no product overflows, since n is at most 24. */
function binomial(f: FunctionBody, n: ReturnType<typeof load>, k: Local<'i32'>): Local<'i32'> {
  const [total, i, top] = [f.local('i32', 1), f.local('i32', 0), f.local('i32', n)];
  f.while(ltU(i, k), () => {
    f.set(total, divU(mul(total, sub(top, i)), add(i, 1)));
    f.set(i, add(i, 1));
  });
  return total;
}
