import type { LaneInput, MainMachine, SlotKey, SlotPick } from '#learners/machine/combined';
import type { Actor } from '#learners/machine/hypotheses';
import { type ComposedFace, readWord, writeWord } from './composed-slots.ts';

/** A pick in a composed task: which fragment served which slot of which episode. */
export interface ComposedPick {
  readonly episode: number;
  readonly slot: number;
  readonly fragment: string;
}

/**
 * Lets B_main play a composed task: each slot has a lane of its own, with the key of the slot, and a new round begins a new episode there.
 * What the machine does with a lane is all that it does for the slot; nothing is decided here.
 */
export function composeActor(
  main: MainMachine,
  face: ComposedFace,
  { keys, width, policy = 'best', picked }: ComposeOptions,
): Actor {
  const { slots, round } = face;
  const per = slots.length;
  const episodes = Math.floor(main.sizes.lanes / per);
  let rounds: number[] = [];
  return {
    lanes: episodes,
    begin() {
      main.clear();
      rounds = new Array<number>(episodes * per).fill(-1);
    },
    act(observations) {
      const lanes: (LaneInput | undefined)[] = new Array<undefined>(episodes * per).fill(undefined);
      const begun: number[] = [];
      for (const [episode, bits] of observations.entries()) {
        for (const [slot, { seen, observation }] of slots.entries()) {
          if (bits === undefined || readWord(bits, seen) !== seen.value) continue;
          const lane = episode * per + slot;
          lanes[lane] = {
            key: keys[slot]!,
            observation: bits.slice(observation.at, observation.at + observation.width),
          };
          if (rounds[lane] === readWord(bits, round)) continue;
          begun.push(lane);
          rounds[lane] = readWord(bits, round);
        }
      }
      main.clear(begun);
      const actions = main.think(lanes, policy);
      picked?.(
        main
          .picks(lanes)
          .filter(({ lane }) => begun.includes(lane))
          .map(pickOf(per)),
      );
      return observations.map((bits, episode) =>
        bits === undefined ? undefined : joined(face, width, actions.slice(episode * per, (episode + 1) * per)),
      );
    },
  };
}

export interface ComposeOptions {
  /** Of the slots, in their order. */
  readonly keys: readonly SlotKey[];
  /** Of an action, in bits. */
  readonly width: number;
  readonly policy?: 'best' | 'sampled';
  readonly picked?: (picks: readonly ComposedPick[]) => void;
}

function pickOf(per: number): (pick: SlotPick) => ComposedPick {
  return ({ lane, fragment }) => ({ episode: Math.floor(lane / per), slot: lane % per, fragment });
}

/** The actions of the slots that are on, in the bits of the composed action. */
function joined(
  { slots }: ComposedFace,
  width: number,
  actions: readonly (Uint8Array | undefined)[],
): Uint8Array | undefined {
  const bits = new Uint8Array(width);
  let isAny = false;
  for (const [slot, action] of actions.entries()) {
    const { told, action: place } = slots[slot]!;
    if (action?.length !== place.width) continue;
    isAny = true;
    writeWord(bits, told, told.value);
    bits.set(action, place.at);
  }
  return isAny ? bits : undefined;
}
