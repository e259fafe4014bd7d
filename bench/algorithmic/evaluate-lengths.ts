import type { InstalledProgram } from '#learners/machine/plans/programs';
import type { MergedAutomaton } from '#learners/machine/plans/merging';
import type { Rng } from '#foundation/kernel';
import { cpuSecondsSince } from '../cpu-time.ts';

/** What a cell of the benchmark found. */
export interface LengthCell {
  readonly sequences: number;
  readonly errors: number;
  /** CPU nanoseconds of all machine steps. */
  readonly nanoseconds: number;
  /** The same sequences, the first ones, by the peer. */
  readonly peerSequences: number;
  readonly peerErrors: number;
}

/** Steps whose tokens are drawn ahead, so that only the machine is timed. */
const BLOCK = 64;

/** How often a run of one block is timed. */
const AGAIN = 16;

/** Sequences that the peer is asked. */
const PEER_LANES = 2048;

/**
 * Streams random bits through every lane of a machine and compares its last answers with labels that a referee takes from
 * the number of ones of each lane. The machine does not learn meanwhile.
 */
export function evaluateLength(
  installed: InstalledProgram,
  length: number,
  rng: Rng,
  how: { readonly label: (ones: number, length: number) => number; readonly peer?: MergedAutomaton },
): LengthCell {
  const { lanes } = installed;
  const words = lanes / 32;
  const ones = new Int32Array(lanes);
  const peerStates = new Int32Array(Math.min(lanes, PEER_LANES));
  let nanoseconds = 0;
  installed.begin();
  for (let first = 0; first < length; first += BLOCK) {
    const planes = Array.from({ length: Math.min(BLOCK, length - first) }, () =>
      Int32Array.from({ length: words }, () => rng.uint32()),
    );
    for (const plane of planes) {
      for (let lane = 0; lane < lanes; lane += 1) {
        const bit = (plane[lane >>> 5]! >>> (lane & 31)) & 1;
        ones[lane]! += bit;
        if (how.peer !== undefined && lane < peerStates.length && peerStates[lane]! >= 0) {
          peerStates[lane] = how.peer.next[peerStates[lane]! * how.peer.classes + bit]!;
        }
      }
    }
    nanoseconds += timeSteps(installed, planes);
    // So short a run is less than what the engine does beside it: the least of many is the machine's own.
    const times = length <= BLOCK ? AGAIN : 1;
    for (let again = 1; again < times; again += 1) {
      installed.begin();
      nanoseconds = Math.min(nanoseconds, timeSteps(installed, planes));
    }
  }
  const [answers] = installed.answers();
  let [errors, peerErrors] = [0, 0];
  for (let lane = 0; lane < lanes; lane += 1) {
    const label = how.label(ones[lane]!, length);
    if (((answers![lane >>> 5]! >>> (lane & 31)) & 1) !== label) errors += 1;
    if (how.peer === undefined || lane >= peerStates.length) continue;
    const state = peerStates[lane]!;
    const said = state >= 0 && how.peer.answers[state] === 1 ? 1 : 0;
    if (said !== label) peerErrors += 1;
  }
  return { sequences: lanes, errors, nanoseconds, peerSequences: how.peer ? peerStates.length : 0, peerErrors };
}

/** CPU nanoseconds of the steps of a block. */
function timeSteps(installed: InstalledProgram, planes: readonly Int32Array[]): number {
  const cpuSeconds = cpuSecondsSince();
  for (const plane of planes) installed.step([plane]);
  const seconds = cpuSeconds();
  return 1e9 * seconds;
}
