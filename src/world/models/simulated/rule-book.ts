import { createRng } from '#foundation/kernel';
import type { WorldData } from './world-data.ts';

/** A hidden rule of a world. */
export interface HiddenRule {
  readonly tag: string;
  readonly action: string;
  /** How often tasks carry the tag, relative to the others. */
  readonly weight: number;
  /** The rule that must be known beside this one, or it misleads. */
  readonly needs?: string;
}

const TAGS =
  'amber basil cedar delta ember fjord grove heron inlet jade kelp lotus maple nectar onyx pearl quartz raven sable thyme umber velvet willow xenon yarrow zephyr'.split(
    ' ',
  );

/** What a target may answer to a tag. */
export const ACTIONS: readonly string[] =
  'ANCHOR BRAZE CLAMP DRAIN ETCH FLUSH GRIND HOIST INVERT JOIN KNEAD LEVEL MELT NOTCH PLANE QUENCH RIVET SCORE TEMPER WELD'.split(
    ' ',
  );

/** The hidden rules of one draw of a world, the most frequent tag first. */
export function drawRules(data: WorldData, seed: number): readonly HiddenRule[] {
  const rng = createRng(`simulated/${data.name}/${seed}/rules`);
  const tags = rng.shuffle([...TAGS]).slice(0, data.rules);
  const linked = new Set(rng.distinct(Math.min(data.links, data.rules - 1), data.rules - 1).map((at) => at + 1));
  return tags.map((tag, at) => ({
    tag,
    action: rng.pick(ACTIONS),
    weight: (at + 1) ** -data.zipf,
    ...(linked.has(at) ? { needs: tags[at - 1]! } : {}),
  }));
}

/** A rule as a line of a skill; targets know no other way to say it. */
export function ruleLine(tag: string, action: string): string {
  return `- For the tag "${tag}" the action is ${action}.`;
}

/** The same as a scorer's hint. */
export function hintText(tag: string, action: string): string {
  return `Hint: for the tag "${tag}" the action is ${action}.`;
}
