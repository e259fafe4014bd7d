import { skillName } from '#foundation/contracts';
import { type Actor, InstalledThinker } from '#learners/machine/hypotheses';
import { createRng } from '#foundation/kernel';
import { findTemplate } from '#tasks/registry';
import { buildMain, keyOfSlot, type MainState, patchedPlan } from '#learners/machine/evolve';
import { estimateCoreGHz } from '../core-clock.ts';
import { cpuNs } from '../cpu-time.ts';
import type { Table } from '../suite.ts';

const LANES = 128;
const CALLS = 20;

/**
 * What one environment step costs, think-steps included, in B_main and in a machine that holds the one skill alone. Cycles are CPU time × the
 * clock of the core, estimated; all lanes are busy, and a step of one lane is a share of them. Memory is that of the machine's own buffers.
 */
export function costTable(main: MainState): Table {
  const ghz = estimateCoreGHz();
  const { made: whole, bytes } = weighed(() => buildMain(main, 'cost', findTemplate));
  return {
    title: `Cost of one environment step, think-steps included, ${LANES} lanes at once, cycles per lane estimated at ${ghz.toFixed(1)} GHz`,
    columns: [
      'skill',
      'think-steps',
      'cycles in B_main',
      'cycles in the specialist',
      'MB of B_main',
      'MB of the specialist',
    ],
    rows: main.skills.map((skill) => {
      const plan = patchedPlan(skill, main.patched, findTemplate);
      const name = skillName(skill);
      const { made: alone, bytes: own } = weighed(() => new InstalledThinker(plan, LANES));
      const rng = createRng(`cost/${name}`);
      const seen = Array.from({ length: LANES }, () => Uint8Array.from({ length: plan.inputs }, () => rng.bit()));
      const cycles = (actor: Actor): number => {
        actor.begin();
        actor.act(seen);
        return Math.round((cpuNs(() => void actor.act(seen), CALLS) * ghz) / LANES);
      };
      const megabytes = (count: number): string => (count / 1e6).toFixed(1);
      return [
        name,
        plan.thinkSteps,
        cycles(whole.actor(keyOfSlot(name, findTemplate, main))),
        cycles(alone),
        megabytes(bytes),
        megabytes(own),
      ];
    }),
  };
}

/** What is made, and by how much the buffers of the process grew. */
function weighed<T>(make: () => T): { readonly made: T; readonly bytes: number } {
  const before = process.memoryUsage().arrayBuffers;
  const made = make();
  return { made, bytes: process.memoryUsage().arrayBuffers - before };
}
