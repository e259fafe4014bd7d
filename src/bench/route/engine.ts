import { type Approximation, createRouteIndex, type RouteIndex } from '#bem';

/** Something that finds near codes. */
export interface RouteEngine {
  readonly name: string;
  /** Stores the codes under their positions. */
  build(codes: readonly Uint32Array[], bits: number): BuiltEngine;
}

export interface BuiltEngine {
  /** Positions of the nearest codes found. */
  query(code: Uint32Array, wanted: number): readonly number[];
  /** The index itself, when it is ours. */
  readonly index?: RouteIndex;
}

function filled(codes: readonly Uint32Array[], index: RouteIndex): RouteIndex {
  for (const [id, code] of codes.entries()) index.insert({ id, code });
  return index;
}

/** ROUTE with tables; exact, or approximate with the effort given. */
export function routeEngine(approximate?: Approximation): RouteEngine {
  const effort = approximate && { approximate };
  return {
    name: approximate ? `route radius ${approximate.radius} expansions ${approximate.expansions}` : 'route exact',
    build(codes, bits) {
      const index = filled(codes, createRouteIndex(bits));
      return { index, query: (code, wanted) => index.query(code, { wanted, ...effort }).ids };
    },
  };
}

/** ROUTE without tables. */
export function scanEngine(): RouteEngine {
  return {
    name: 'scan',
    build(codes, bits) {
      const index = filled(codes, createRouteIndex(bits, { scanBelow: 2 ** 24 }));
      return { query: (code, wanted) => index.query(code, { wanted }).ids };
    },
  };
}
