import { Predictor } from './predictor.ts';
import { defaultSettings, type PredictorSettings } from './predictor-settings.ts';
import { type Nesting, TokenRouter } from './token-router.ts';
import { type Breadth, TextRouter, type TextSizes } from './text-router.ts';

/** 283 MiB: room for the contexts of 1 MB of text; of longer ones, what is seen rarely is lost first. */
const largeTextSizes: TextSizes = { bucketBits: 22, refineBits: 16, historyBits: 22 };

/** A predictor of text in bytes that knows nothing yet. */
export function createTextPredictor(
  sizes: TextSizes = largeTextSizes,
  breadth: Breadth = 'narrow',
  settings: Partial<PredictorSettings> = {},
): Predictor {
  return new Predictor(new TextRouter(sizes, breadth), { ...defaultSettings, ...settings });
}

/** A predictor of tokens, two bytes each with the high one first, that knows nothing yet but which of them nest. */
export function createTokenPredictor(sizes: TextSizes, nesting: Nesting): Predictor {
  return new Predictor(new TokenRouter(sizes, nesting), defaultSettings);
}

/** What a text predictor is made of, apart from its sizes. */
export function describePredictor(breadth: Breadth): {
  readonly contexts: readonly string[];
  readonly matches: readonly string[];
  readonly weightSets: readonly string[];
  readonly refinements: readonly string[];
  readonly settings: Readonly<Record<string, number>>;
} {
  const { contexts, matches, sets, refinements } = new TextRouter(
    { bucketBits: 8, refineBits: 8, historyBits: 8 },
    breadth,
  ).shape;
  const weightSets = sets.map(({ name, route, keys }) => `${name}: ${keys} keys, by ${route}`);
  return { contexts, matches, weightSets, refinements, settings: { ...defaultSettings } };
}
