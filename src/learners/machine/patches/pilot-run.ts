import { gateCount } from '#logic/circuit/graph';
import { createRng, type Rng } from '#foundation/kernel';
import { mean } from '#foundation/statistics';
import type { Machine } from '../representation/machine/machine.ts';
import { snapshotMachine } from '../representation/machine/snapshot-machine.ts';
import { restoreMachine } from '../representation/machine/snapshot.ts';
import { applyPatch } from './apply-patch.ts';
import type { StructuralPatch } from './structural-patch.ts';

/** What one pilot episode of a machine showed. */
export interface PilotEpisode {
  readonly reward: number;
  /** Lanes and steps in which an invariant did not hold. */
  readonly violations: number;
}

/** Plays one episode; the same rng path gives both machines the same world. */
export type Pilot = (machine: Machine, rng: Rng) => PilotEpisode;

/** The components of a patch's PoX score, each positive when the patch is good. */
export interface PilotGain {
  /** ΔR: reward gained per episode. */
  readonly R: number;
  /** ΔS: violations avoided per episode. */
  readonly S: number;
  /** ΔC: share of the gates of a step that is saved. */
  readonly C: number;
  /** ΔI: bits by which the description of the experts is shorter. */
  readonly I: number;
}

/**
 * Runs a machine with and without a patch on the same episodes, in pairs. Neither run touches the machine itself.
 *
 * @source seed 000 §6: ΔR, ΔS, ΔC, ΔI from pilot runs
 */
export function pilotRun(
  machine: Machine,
  patch: StructuralPatch,
  pilot: Pilot,
  { episodes, seedPath }: { readonly episodes: number; readonly seedPath: string },
): PilotGain {
  const snapshot = snapshotMachine(machine);
  const fresh = (isPatched: boolean): Machine => {
    const copy = restoreMachine(snapshot, { compile: 'never' });
    if (isPatched) applyPatch(copy, patch);
    return copy;
  };
  const pairs = Array.from({ length: episodes }, (_, i) =>
    [false, true].map((isPatched) => pilot(fresh(isPatched), createRng(`${seedPath}/${i}`))),
  );
  const [old, next] = [fresh(false), fresh(true)];
  const gates = gatesOf(old);
  return {
    R: mean(pairs.map(([a, b]) => b!.reward - a!.reward)),
    S: mean(pairs.map(([a, b]) => a!.violations - b!.violations)),
    C: gates === 0 ? 0 : (gates - gatesOf(next)) / gates,
    I: bitsOf(old) - bitsOf(next),
  };
}

function gatesOf(machine: Machine): number {
  return machine
    .seats()
    .reduce((sum, { expert: { body } }) => sum + (body.kind === 'circuit' ? gateCount(body.circuit) : 0), 0);
}

/** Bits of a description: per gate its kind and two edges, per read and write a plane. */
function bitsOf(machine: Machine): number {
  const planeBits = Math.log2(machine.planes.count);
  return machine.seats().reduce((sum, { expert: { reads, writes, body } }) => {
    const gates =
      body.kind === 'circuit' ? gateCount(body.circuit) * (1 + 2 * Math.log2(2 * body.circuit.nodeCount)) : 0;
    return sum + gates + (reads.length + writes.length) * planeBits;
  }, 0);
}
