import type { GoalWorld } from './goal-schema.ts';

const place = '((?:red|blue|green) door|exit|fountain|bridge|tower|well)';
const thing = '((?:red|blue|green) key|gold coin|lamp)';
const patterns: Readonly<Record<GoalWorld, readonly (readonly [string, RegExp])[]>> = {
  grid: [
    ['target', new RegExp(`(?:end at|way to|cell of|destination is) the ${place}`)],
    ['first', new RegExp(`(?:collect|pick up|taking|you hold) the ${thing}`)],
    ['avoid', /cells marked (\w+)/],
    ['limit', /(\d+) steps/],
  ],
  causal: [
    ['variable', /(?:matters is|value of|should move is) ([A-F])\b/],
    ['value', /(?:end at|value must be|leave it at|reading is) ([01])\b/],
    ['hold', /(?:keep|disturb|leave|effect on) ([A-F])\b/],
    ['limit', /(\d+) (?:times|interventions)/],
  ],
  tool: [
    ['result', /(?:with|be|back|wanted is) a (number|word|list|verdict)/],
    ['tool', /the ([A-Z]+) tool/],
    ['budget', /(\d+) calls/],
    ['check', /(?:result|proved|confirmed) (once|twice)/],
  ],
};

/**
 * Reads a goal back from its text by looking for the words around each value. It knows nothing of how texts are made: the
 * verifier's own reading.
 */
export function readGoal(world: GoalWorld, text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(patterns[world].map(([slot, pattern]) => [slot, pattern.exec(text)?.[1] ?? 'none']));
}
