import { Fault } from '#foundation/kernel';

/** Every number that tunes ROUTE: default, range and meaning. */
export const routeKnobs = {
  scanBelow: {
    default: 512,
    low: 0,
    high: 2 ** 24,
    says: 'a class and shard with room for no more codes is scanned, without tables',
  },
  substringBits: {
    default: 0,
    low: 0,
    high: 24,
    says: 'bits of a substring; at 0 as many as log₂ of the codes there is room for',
  },
  probeCost: {
    default: 24,
    low: 0,
    high: 1024,
    says: 'codes that could be scanned instead of one probe; at 0 tables are always used',
  },
  maxBytes: { default: 2 ** 31, low: 2 ** 16, high: 2 ** 32 - 2 ** 16, says: 'memory that codes and tables may take' },
} as const;

/** A value for every knob. */
export type RouteKnobs = Readonly<Record<keyof typeof routeKnobs, number>>;

/** The defaults with some knobs turned; a value outside its range is a fault. */
export function turnRouteKnobs(turned: Partial<RouteKnobs>): RouteKnobs {
  const turn = (name: keyof RouteKnobs): number => {
    const { low, high, default: standard } = routeKnobs[name];
    const value = turned[name] ?? standard;
    if (!(Number.isInteger(value) && value >= low && value <= high)) {
      throw new Fault('bem/route-knob', `knob ${name} is ${value}; it must be a whole number in [${low}, ${high}]`);
    }
    return value;
  };
  return {
    scanBelow: turn('scanBelow'),
    substringBits: turn('substringBits'),
    probeCost: turn('probeCost'),
    maxBytes: turn('maxBytes'),
  };
}
