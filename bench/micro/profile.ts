import { fullRoute, quickRoute, type RouteOptions, tinyRoute, withoutSlowPeers } from '../route/options.ts';
import { fullSatCheck, quickSatCheck, type SatCheckOptions, tinySatCheck } from '../sat-check/formulas.ts';

/** How much work a microbenchmark does. Decisions count work, never time. */
export interface Profile {
  readonly name: 'tiny' | 'quick' | 'full';
  readonly gates: readonly number[];
  readonly lanes: readonly number[];
  /** The best of so many rounds counts; peers take turns within a round. */
  readonly rounds: number;
  /** Operations of BIT-ALU per cell, in all rounds together (L_loop). */
  readonly aluOperations: number;
  /** Batches per size of an expert, in all rounds together (L_loop). */
  readonly batches: number;
  readonly encodings: number;
  readonly compilations: number;
  /** Machine steps per cell; a twentieth where every lane has its own key. */
  readonly steps: number;
  readonly route: RouteOptions;
  readonly satCheck: SatCheckOptions;
}

const sizes = { gates: [64, 128, 256, 512], lanes: [128, 256, 512, 1024] } as const;

/** The same work on other codes, queries and formulas. */
export function withSeed(profile: Profile, seed: number): Profile {
  return { ...profile, route: { ...profile.route, seed }, satCheck: { ...profile.satCheck, seed } };
}

/** The same without the peers of ROUTE that build for minutes. */
export function skipSlowPeers(profile: Profile): Profile {
  return { ...profile, route: withoutSlowPeers(profile.route) };
}

/** `full` has the loop counts of spec/benchmark-suite §2; `quick` fits a coffee sip; `tiny` only shows that everything runs. */
export const profiles = {
  tiny: {
    name: 'tiny',
    gates: [64],
    lanes: [256],
    rounds: 1,
    aluOperations: 640,
    batches: 512,
    encodings: 20,
    compilations: 8,
    steps: 40,
    route: tinyRoute,
    satCheck: tinySatCheck,
  },
  quick: {
    name: 'quick',
    ...sizes,
    rounds: 11,
    aluOperations: 1_000_000,
    batches: 50_000,
    encodings: 2000,
    compilations: 100,
    steps: 20_000,
    route: quickRoute,
    satCheck: quickSatCheck,
  },
  full: {
    name: 'full',
    ...sizes,
    rounds: 25,
    aluOperations: 10_000_000,
    batches: 1_000_000,
    encodings: 4000,
    compilations: 500,
    steps: 200_000,
    route: fullRoute,
    satCheck: fullSatCheck,
  },
} as const satisfies Readonly<Record<string, Profile>>;
