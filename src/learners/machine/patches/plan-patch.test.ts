import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluateOnce } from '#logic/circuit/graph';
import { randomCircuit } from '#logic/circuit/samples';
import { createRng, type Rng } from '#foundation/kernel';
import { checkEquivalence } from '#logic/verify';
import { describe, expect, it } from 'vitest';
import { InstalledThinker } from '../hypotheses/installed-thinker.ts';
import type { ThinkPlan } from '../hypotheses/think-plan.ts';
import type { Bit } from '../plans/programs/program-plan.ts';
import { planToC, planToWasm, stepCircuitOf } from '../combined/export-plan.ts';
import { applyPlanPatch, patchObligation, type PlanPatch } from './plan-patch.ts';
import { proposeBold, proposePlanPatches } from './propose-plan-patches.ts';

const hasCompiler = spawnSync('cc', ['--version']).status === 0;

/** One bit of 64 lanes as a word. */
function wordOf(lanes: readonly Uint8Array[], bit: number): bigint {
  return lanes.reduce((word, each, lane) => word | (BigInt(each[bit]!) << BigInt(lane)), 0n);
}

const INPUTS = 6;
const STATE = 8;
const OUTPUTS = 3;

function bits(rng: Rng, count: number, isWritten: boolean): Bit[] {
  const open: Bit[] = [
    ...(isWritten ? [] : Array.from({ length: INPUTS }, (_, at): Bit => ({ region: 'input', at }))),
    ...Array.from({ length: STATE }, (_, at): Bit => ({ region: 'state', at })),
    ...Array.from({ length: OUTPUTS }, (_, at): Bit => ({ region: 'output', at })),
  ];
  return rng.shuffle(open).slice(0, count);
}

/** Some parts on random planes, a few under guards, some state kept through an episode. */
function randomPlan(rng: Rng): ThinkPlan {
  const parts = Array.from({ length: 6 }, (_, i) => {
    const reads = bits(rng, 4, false);
    const writes = bits(rng, 2, true);
    const circuit = randomCircuit({ inputs: 4, gates: 8, outputs: 2, xorShare: 0.4 }, rng);
    const isGuarded = rng.chance(0.6);
    const guard = [{ bit: { region: 'state', at: 0 } as const, value: rng.chance(0.5) }];
    return { id: `p${i}`, reads, writes, circuit, ...(isGuarded ? { guard } : {}) };
  });
  return { inputs: INPUTS, state: STATE, outputs: OUTPUTS, ones: [1, 4], kept: [2, 3], parts, thinkSteps: 3 };
}

function observations(rng: Rng, count: number): Uint8Array[] {
  return Array.from({ length: count }, () => Uint8Array.from({ length: INPUTS }, () => rng.bit()));
}

/** What a plan does with some observations of one episode in each of 32 lanes. */
function playPlan(plan: ThinkPlan, episodes: readonly (readonly Uint8Array[])[]): string {
  const thinker = new InstalledThinker(plan, 128);
  return episodes
    .map((lanes) =>
      thinker
        .act(lanes)
        .map((action) => action!.join(''))
        .join(' '),
    )
    .join('\n');
}

describe('patches of a plan', () => {
  it('property: every structural proposal is proved, and the patched plan plays the same', () => {
    const kinds = new Set<string>();
    for (let seed = 0; seed < 10; seed += 1) {
      const rng = createRng(`plan-patch/${seed}`);
      const plan = randomPlan(rng);
      const seen = Array.from({ length: 3 }, () => observations(rng, 32));
      for (const patch of proposePlanPatches(plan)) {
        kinds.add(patch.kind);
        const { left, right } = patchObligation(plan, patch);
        expect(checkEquivalence(left, right).answer).toBe('equal');
        expect(playPlan(applyPlanPatch(plan, patch)!, seen)).toBe(playPlan(plan, seen));
      }
    }
    expect(kinds).toContain('fuse');
    expect(kinds).toContain('merge');
  });

  it('retires a part that nobody reads', () => {
    const plan = randomPlan(createRng('retire'));
    const idle = {
      ...plan.parts[0]!,
      id: 'idle',
      writes: [
        { region: 'state', at: STATE },
        { region: 'state', at: STATE + 1 },
      ] as const,
    };
    const larger = { ...plan, state: STATE + 2, parts: [...plan.parts, { ...idle, guard: [] }] };
    const patch = proposePlanPatches(larger).find(({ kind, removes }) => kind === 'retire' && removes[0] === 'idle');
    expect(patch).toBeDefined();
    const { left, right } = patchObligation(larger, patch!);
    expect(checkEquivalence(left, right).answer).toBe('equal');
  });

  it('property: a bold guess is refuted with planes on which it differs, or plays the same', () => {
    let refuted = 0;
    for (let seed = 0; seed < 40; seed += 1) {
      const rng = createRng(`bold/${seed}`);
      const plan = randomPlan(rng);
      const patch: PlanPatch | undefined = proposeBold(plan, rng);
      if (patch === undefined) continue;
      const { left, right } = patchObligation(plan, patch);
      const found = checkEquivalence(left, right);
      const seen = [observations(rng, 32)];
      const isSame =
        found.answer === 'different'
          ? evaluateOnce(left, found.difference.inputs).join() === evaluateOnce(right, found.difference.inputs).join()
          : playPlan(applyPlanPatch(plan, patch)!, seen) === playPlan(plan, seen);
      expect(isSame).toBe(found.answer === 'equal');
      refuted += found.answer === 'different' ? 1 : 0;
    }
    expect(refuted).toBeGreaterThan(5);
  });
});

/** What the exported module exports. */
interface Alone {
  readonly memory: { readonly buffer: ArrayBuffer };
  begin(): void;
  think(): void;
  observation(): number;
  action(): number;
}

function isAlone(exports: object): exports is Alone {
  return ['memory', 'begin', 'think', 'observation', 'action'].every((name) => name in exports);
}

describe('the exported module', () => {
  it('property: runs alone, and does what the machine does, observation after observation', () => {
    for (let seed = 0; seed < 12; seed += 1) {
      const rng = createRng(`export/${seed}`);
      const plan = randomPlan(rng);
      const { exports } = new WebAssembly.Instance(new WebAssembly.Module(planToWasm(plan)), {});
      if (!isAlone(exports)) throw new Error('the module lacks an export');
      const words = new Int32Array(exports.memory.buffer);
      const thinker = new InstalledThinker(plan, 128);
      exports.begin();
      for (let t = 0; t < 4; t += 1) {
        const seen = observations(rng, 32);
        for (let bit = 0; bit < INPUTS; bit += 1) {
          words[exports.observation() / 4 + bit] = seen.reduce((word, each, lane) => word | (each[bit]! << lane), 0);
        }
        exports.think();
        const alone = seen.map((_, lane) =>
          Array.from({ length: OUTPUTS }, (_bit, bit) => (words[exports.action() / 4 + bit]! >>> lane) & 1).join(''),
        );
        expect(alone).toEqual(thinker.act(seen).map((action) => action!.join('')));
      }
    }
  });

  it.skipIf(!hasCompiler)('is the same module in C, warnings and all', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pawl-c-'));
    try {
      const rng = createRng('export/c');
      const plan = randomPlan(rng);
      const main = `#include <stdio.h>
int main(void) { begin(); uint64_t w; for (;;) { for (int i = 0; i < ${INPUTS}; i += 1) { if (scanf("%llu", (unsigned long long *)&w) != 1) return 0; observation[i] = w; }
think(); for (int i = 0; i < ${OUTPUTS}; i += 1) printf("%llu ", (unsigned long long)action[i]); } }`;
      writeFileSync(join(folder, 'plan.c'), `${planToC(plan, 'a plan')}\n${main}\n`);
      const built = spawnSync('cc', ['-std=c99', '-Wall', '-Werror', '-o', 'plan', 'plan.c'], { cwd: folder });
      expect(built.stderr.toString()).toBe('');
      const rounds = Array.from({ length: 4 }, () => observations(rng, 64));
      const words = rounds.flatMap((seen) => Array.from({ length: INPUTS }, (_, bit) => wordOf(seen, bit)));
      const told = spawnSync(join(folder, 'plan'), { input: words.join(' ') })
        .stdout.toString()
        .trim()
        .split(' ');
      const thinker = new InstalledThinker(plan, 128);
      const acted = rounds.map((seen) => thinker.act(seen).map((action) => action!));
      expect(told).toEqual(
        acted.flatMap((actions) => Array.from({ length: OUTPUTS }, (_, bit) => `${wordOf(actions, bit)}`)),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('has a latch for each bit of state and action', () => {
    const plan = randomPlan(createRng('latches'));
    expect(stepCircuitOf(plan).latches).toHaveLength(STATE + OUTPUTS);
  });
});
