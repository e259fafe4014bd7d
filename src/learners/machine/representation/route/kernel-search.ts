import { type Expression, i32, select } from '#logic/wasm/instructions';
import {
  callResult,
  type FunctionBody,
  type FunctionHandle,
  type Label,
  type Local,
  type ModuleBuilder,
} from '#logic/wasm/module';
import { Candidate, Part, Shared, Table, unbounded } from './route-layout.ts';

const { add, divU, eq, eqz, gtU, leS, leU, load, ltU, mul, shl, shrU, store, sub } = i32;

const budget = load(0, Shared.budget);

/**
 * `search(partition, radius, expansions)` fills the list with the nearest codes; gives the distance within which none was
 * overlooked.
 *
 * A code at distance d from the query has a substring, of m, at distance ≤ ⌊d/m⌋. So once all substrings were probed to
 * radius r − 1 and the first j to radius r, nothing within
 *
 *     m·r + j − 1
 *
 * is missing, and the search is over when the list is full up to there: what is left is farther, not even a tie.
 * Where probing would cost more than a scan, the partition is scanned instead. A large `radius` gives the exact answer; otherwise
 * substrings are probed to that radius at most, and then around so many of the candidates, the nearest first.
 *
 * @source Norouzi, Punjani & Fleet 2012, Fast search in Hamming space with multi-index hashing, §3
 * @source expansion: best-first search as in Malkov & Yashunin 2018, with buckets in place of a graph
 */
export function defineSearch(
  module: ModuleBuilder,
  { farthest, scan, touch, probe }: Readonly<Record<'farthest' | 'scan' | 'touch' | 'probe', FunctionHandle>>,
): FunctionHandle {
  const params = { part: 'i32', radius: 'i32', expansions: 'i32' } as const;
  return module.function({ params, result: 'i32' }, (f, { part, radius, expansions }) => {
    const scanAll = (): void => {
      f.call(scan, part);
      f.return(i32.const(unbounded));
    };
    const tables = f.local('i32', load(part, Part.tables));
    const count = f.local('i32', load(part, Part.count));
    f.if(i32.or(eqz(tables), leU(count, load(0, Shared.wanted))), scanAll);
    f.do(store(0, unbounded, Shared.budget));
    f.if(load(0, Shared.probeCost), () => f.do(store(0, divU(count, load(0, Shared.probeCost)), Shared.budget)));
    f.call(farthest, part);
    f.call(touch, part);
    const [reach, table] = [f.local('i32', 0), f.local('i32')];
    const proven = f.local('i32', -1);
    const end = f.local('i32', add(add(part, Part.firstTable), mul(tables, Table.size)));
    const probeTable = (radius: Local<'i32'>, around: Local<'i32'> | number): void => {
      spend(f, maskCount(table, radius), scanAll);
      spend(f, callResult('i32', probe, part, table, radius, around), scanAll);
      f.set(table, add(table, Table.size));
    };
    f.while(leU(reach, radius), () => {
      f.set(table, add(part, Part.firstTable));
      f.while(ltU(table, end), () => {
        f.if(leS(load(0, Shared.worst), proven), () => f.return(proven));
        f.if(gtU(reach, load(table, Table.reach)), scanAll);
        f.if(reach, () => {
          f.if(gtU(foreseen(f, { table, end, reach, proven, radius, tables }), budget), scanAll);
        });
        probeTable(reach, Shared.query);
        f.set(proven, add(proven, 1));
      });
      f.set(reach, add(reach, 1));
    });
    const around = f.local('i32');
    forEachExpansion(f, { expansions, around }, () => {
      f.set(reach, 0);
      f.while(leU(reach, radius), () => {
        f.set(table, add(part, Part.firstTable));
        f.while(ltU(table, end), () => probeTable(reach, around));
        f.set(reach, add(reach, 1));
      });
    });
    f.result(proven);
  });
}

/**
 * Buckets still to be probed at this radius and the next, if the last candidate stays as far as it is: each table proves one
 * more bit of distance.
 */
function foreseen(
  f: FunctionBody,
  at: Readonly<Record<'table' | 'end' | 'reach' | 'proven' | 'radius' | 'tables', Local<'i32'>>>,
): Local<'i32'> {
  const { table, end, reach, proven, radius, tables } = at;
  const left = f.local('i32', divU(sub(end, table), Table.size));
  const needed = f.local('i32', sub(load(0, Shared.worst), proven));
  const now = f.local('i32', select(ltU(needed, left), needed, left));
  const total = f.local('i32', mul(now, maskCount(table, reach)));
  f.set(needed, sub(needed, now));
  const isNextListed = i32.and(ltU(reach, radius), ltU(reach, load(table, Table.reach)));
  f.if(i32.and(isNextListed, gtU(needed, 0)), () => {
    const later = select(ltU(needed, tables), needed, tables);
    f.set(total, add(total, mul(later, maskCount(table, add(reach, 1)))));
  });
  return total;
}

/** How many substrings differ in so many bits. */
function maskCount(table: Local<'i32'>, radius: Expression<'i32'>): ReturnType<typeof load> {
  const masks = add(load(table, Table.masks), shl(radius, 2));
  return shrU(sub(load(masks, 4), load(masks)), 2);
}

function spend(f: FunctionBody, cost: ReturnType<typeof load>, whenTooMuch: () => void): void {
  const spent = f.local('i32', cost);
  f.if(gtU(spent, budget), whenTooMuch);
  f.do(store(0, sub(budget, spent), Shared.budget));
}

interface Expanding {
  readonly expansions: Local<'i32'>;
  readonly around: Local<'i32'>;
}

/** Takes the nearest candidate not yet expanded, so many times or until there is none. */
function forEachExpansion(f: FunctionBody, { expansions, around }: Expanding, inside: () => void): void {
  const [done, candidate, end] = [f.local('i32', 0), f.local('i32'), f.local('i32')];
  f.while(ltU(done, expansions), (_next, enough) => {
    f.set(candidate, Shared.list);
    f.set(end, add(Shared.list, mul(load(0, Shared.found), Candidate.size)));
    f.block((chosen) => {
      f.while(ltU(candidate, end), (nextCandidate) => {
        f.set(around, load(candidate, Candidate.code));
        f.set(candidate, add(candidate, Candidate.size));
        branchIfExpanded(f, around, done, nextCandidate);
        f.branch(chosen);
      });
      f.branch(enough);
    });
    f.do(store(shl(done, 2), around, Shared.expanded));
    f.set(done, add(done, 1));
    inside();
  });
}

function branchIfExpanded(f: FunctionBody, around: Local<'i32'>, done: Local<'i32'>, to: Label): void {
  const i = f.local('i32', 0);
  f.while(ltU(i, done), () => {
    f.branchIf(to, eq(load(shl(i, 2), Shared.expanded), around));
    f.set(i, add(i, 1));
  });
}
