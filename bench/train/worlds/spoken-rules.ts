import { createRng } from '#foundation/kernel';
import { developmentGrammar } from './development-family.ts';
import type { Grammar } from './grammar.ts';
import { reportGrammar } from './report-family.ts';
import type { SpokenWorldData } from './spoken-world-data.ts';

/** A hidden rule: the action of a tag, for each kind of task. */
export interface SpokenRule {
  readonly tag: string;
  readonly actions: Readonly<Record<string, string>>;
  readonly weight: number;
  readonly isTyped: boolean;
  /** What a reflector writes that is wrong about it again and again. */
  readonly petError: string;
  /** Chance that it does so whatever the hints say. */
  readonly misread: number;
  /** The tag that must be spoken of beside this one, or its line misleads. */
  readonly needs?: string;
}

/** How the people of a world speak: its family's way, or that put together anew each time. */
export function grammarOf({ language }: SpokenWorldData): Grammar {
  const grammar = language.family === 'development' ? developmentGrammar : reportGrammar;
  return language.isReworded ? { ...grammar, rule: (saying, rng) => grammar.reworded(saying, rng) } : grammar;
}

/** The hidden rules of one draw of a world, the most frequent tag first. */
export function drawSpokenRules(data: SpokenWorldData, seed: number): readonly SpokenRule[] {
  const grammar = grammarOf(data);
  const rng = createRng(`spoken/${data.name}/${seed}/rules`);
  const known = data.rules > grammar.tags.length ? [...grammar.tags, ...grammar.moreTags] : [...grammar.tags];
  const tags = rng.shuffle(known).slice(0, data.rules);
  const misreading = createRng(`spoken/${data.name}/${seed}/misreading`);
  const links = createRng(`spoken/${data.name}/${seed}/links`);
  const linked = new Set(links.distinct(Math.min(data.links, data.rules - 1), data.rules - 1).map((at) => at + 1));
  return tags.map((tag, at) => {
    const usual = rng.pick(grammar.actions);
    const isTyped = rng.chance(data.language.typed);
    const other = rng.pick(grammar.actions.filter((action) => action !== usual));
    const petError = rng.pick(grammar.actions.filter((action) => action !== usual && action !== other));
    const special = rng.pick(grammar.kinds);
    const actions = Object.fromEntries(
      grammar.kinds.map((kind) => [kind, isTyped && kind === special ? other : usual]),
    );
    const needs = linked.has(at) ? { needs: tags[at - 1]! } : {};
    const misread = data.language.systematic * (0.5 + misreading.float());
    return { tag, actions, weight: (at + 1) ** -data.zipf, isTyped, petError, misread, ...needs };
  });
}
