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
}

export function grammarOf({ language }: SpokenWorldData): Grammar {
  return language.family === 'development' ? developmentGrammar : reportGrammar;
}

/** The hidden rules of one draw of a world, the most frequent tag first. */
export function drawSpokenRules(data: SpokenWorldData, seed: number): readonly SpokenRule[] {
  const grammar = grammarOf(data);
  const rng = createRng(`spoken/${data.name}/${seed}/rules`);
  const tags = rng.shuffle([...grammar.tags]).slice(0, data.rules);
  return tags.map((tag, at) => {
    const usual = rng.pick(grammar.actions);
    const isTyped = rng.chance(data.language.typed);
    const other = rng.pick(grammar.actions.filter((action) => action !== usual));
    const petError = rng.pick(grammar.actions.filter((action) => action !== usual && action !== other));
    const special = rng.pick(grammar.kinds);
    const actions = Object.fromEntries(
      grammar.kinds.map((kind) => [kind, isTyped && kind === special ? other : usual]),
    );
    return { tag, actions, weight: (at + 1) ** -data.zipf, isTyped, petError };
  });
}
