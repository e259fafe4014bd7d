import { skillIdOf, skillName } from '#foundation/contracts';
import { type MainMachine, slotKeyOf } from '#learners/machine/combined';
import type { Actor } from '#learners/machine/hypotheses';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { drawAt, type Score, scoreGame } from '#tasks/play';
import type { FindTemplate } from '#tasks/registry';
import { type Setting, settingOf, type Split } from '#tasks/settings';
import { composeActor } from './compose-actor.ts';
import { type ComposedFace, composedFaceOf } from './composed-slots.ts';
import { type Keyed, keyOfSlot } from './main-state.ts';
import { playTasks } from './play-tasks.ts';

/** Which tasks B_main plays, and how it chooses. */
export interface MainPlay {
  /** `TEMPLATE@level` or `COMPOSITION@level`. */
  readonly what: string;
  /** Another setting with the same face; the level as it is unless told. */
  readonly setting?: Setting;
  readonly seed: string;
  readonly split: Split;
  readonly tasks: number;
  /** How often each task is played: episodes of one task are a group. */
  readonly copies: number;
  readonly policy: 'best' | 'sampled';
  readonly find: FindTemplate;
}

/** Who served which slot of which episode. */
export interface ServedSlot {
  readonly episode: number;
  readonly slot: string;
  readonly fragment: string;
}

export interface MainPlayed {
  readonly scores: readonly Score[];
  readonly served: readonly ServedSlot[];
}

/** A name as template and level. */
export function parseWhat(
  what: string,
  find: FindTemplate,
): { readonly template: AnyTemplate; readonly level: number } {
  const { template, level } = skillIdOf(what);
  return { template: find(template), level };
}

/** The slots of a task by name: itself, or one per base of a composition. */
export function slotNames(what: string, find: FindTemplate): string[] {
  const { template, level } = parseWhat(what, find);
  const face = composedOf(template, level);
  return face === undefined ? [what] : face.slots.map((_, slot) => skillName({ template: template.name, level, slot }));
}

/** The structure of a composed task; undefined for a task that is not composed. */
export function composedOf(template: AnyTemplate, level: number): ComposedFace | undefined {
  if (template.family !== 'composition') return undefined;
  return composedFaceOf(template.bits(settingOf(template, level).params));
}

/** B_main as an actor of one task, composed or not; `serve` hears who was given each slot. */
export function actorOnMain(
  main: MainMachine,
  keyed: Keyed,
  { what, policy, find }: Pick<MainPlay, 'what' | 'policy' | 'find'>,
  serve: (served: ServedSlot) => void,
): Actor {
  const { template, level } = parseWhat(what, find);
  const composed = composedOf(template, level);
  const names = slotNames(what, find);
  let batch = -1;
  const actor: Actor =
    composed === undefined
      ? main.actor(keyOfSlot(what, find, keyed), policy, (picks) =>
          picks.forEach(({ lane, fragment }) => serve({ episode: batch * actor.lanes + lane, slot: what, fragment })),
        )
      : composeActor(main, composed, {
          keys: composed.slots.map(({ face }, i) => slotKeyOf(face, keyed.named && names[i])),
          width: template.bits(settingOf(template, level).params).action.width,
          policy,
          picked: (picks) =>
            picks.forEach(({ episode, slot, fragment }) =>
              serve({ episode: batch * actor.lanes + episode, slot: names[slot]!, fragment }),
            ),
        });
  return {
    ...actor,
    begin() {
      batch += 1;
      actor.begin();
    },
  };
}

/** Plays tasks on B_main. What is sampled depends on the machine's random path alone. */
export function playOnMain(main: MainMachine, keyed: Keyed, play: MainPlay): MainPlayed {
  const { what, seed, split, copies, find } = play;
  const { template, level } = parseWhat(what, find);
  const { setting = settingOf(template, level) } = play;
  const served: ServedSlot[] = [];
  const actor = actorOnMain(main, keyed, play, (slot) => served.push(slot));
  const tasks = Array.from({ length: play.tasks * copies }, (_, i) =>
    drawAt(template, setting, { seed, split, index: Math.floor(i / copies) }),
  );
  return { scores: playTasks(actor, template.bits(setting.params), tasks).games.map(scoreGame), served };
}
