import { canonicalText, createRng } from '#foundation/kernel';
import type { AnyTemplate, BitCodec, Params, Trace } from '#foundation/contracts/tasks';
import { playOracle, playRandom, rollout } from '../play/rollout.ts';
import { drawAt } from '../play/sample.ts';
import { settingOf } from '../settings/seed-path.ts';
import { Findings } from './findings.ts';
import { TOLERANCE } from './oracle-law.ts';

/** What was found when a level was played well, badly and not at all. */
export interface PlayReport {
  readonly instances: number;
  readonly findings: readonly string[];
}

/** How far off `randomReturn` may be, as a share of what can be won: scores shift by no more. */
const ROUGH = 0.05;

/** Steps of an episode whose faces are tried. */
const STEPS = 12;

/**
 * Whatever is played, the environment keeps its word: the same path gives the same task, an action that cannot be read is a step like others, returns lie in
 * the declared range and are those of the verifier, metrics are declared, chance earns `randomReturn` on average within 4.5 standard
 * errors, a twentieth of what can be won and what may not have come up, and every face reads back what it wrote.
 */
export function playLaw(template: AnyTemplate, level: number, count: number): PlayReport {
  const setting = settingOf(template, level);
  const findings = new Findings();
  const rng = createRng(`play-law/${template.name}/${level}`);
  const gaps: number[] = [];
  let [spread, range, earned, stake] = [0, 0, 0, 0];
  for (let index = 0; index < count; index += 1) {
    const { instance, params, seedPath } = drawAt(template, setting, { seed: 'play-law', index });
    const say = (what: string): void => findings.add(seedPath, what);
    const again = drawAt(template, setting, { seed: 'play-law', index });
    if (canonicalText(again.instance) !== canonicalText(instance)) say('drawn again, the task is another');
    const silent = rollout(template, params, template.start(instance), () => undefined);
    const random = playRandom(template, { params, instance }, rng);
    for (const trace of [silent, random, playOracle(template, params, instance)]) {
      returnLaw(template, { params, instance, trace }, say);
    }
    const { low, high } = template.rewardRange(params);
    const expected = template.randomReturn(instance);
    gaps.push(random.total - expected);
    earned += random.total;
    stake += Math.abs(template.optimum(instance).reward - expected);
    range = Math.max(range, high - low);
    spread = Math.max(spread, (expected - low) * (high - expected));
    faceLaw(template, { params, instance }, say);
  }
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / count;
  const seen = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / Math.max(1, count - 1);
  // All episodes may miss a rare reward; then only the largest possible variance is known.
  const variance = seen < TOLERANCE ? spread : seen;
  // A rare bad end that none of n episodes met happens less than 3 times in n, surely enough.
  const unseen = (3 * range) / count;
  if (Math.abs(mean) > 4.5 * Math.sqrt(variance / count) + (ROUGH * stake) / count + unseen + TOLERANCE) {
    const [is, said] = [earned / count, earned / count - mean].map((value) => value.toFixed(3));
    findings.add(`level ${level}`, `chance earns ${is} on average of ${count} tasks, \`randomReturn\` says ${said}`);
  }
  return { instances: count, findings: findings.lines };
}

interface Played {
  readonly params: Params;
  readonly instance: unknown;
}

function returnLaw(
  template: AnyTemplate,
  { params, instance, trace }: Played & { readonly trace: Trace<unknown> },
  say: (what: string) => void,
): void {
  const { low, high } = template.rewardRange(params);
  const { total, actions } = trace;
  if (total < low - TOLERANCE || total > high + TOLERANCE) say(`a return of ${total} is not in [${low}, ${high}]`);
  const { reward } = template.verify(instance, actions);
  if (Math.abs(reward - total) > TOLERANCE) say(`the verifier says ${reward}, the environment ${total}`);
  const declared = new Set(template.metrics.map(({ name }) => name));
  const unknown = Object.keys(template.measure(instance, trace)).filter((name) => !declared.has(name));
  if (unknown.length > 0) say(`\`measure\` gives ${unknown.join(', ')}, which \`metrics\` does not declare`);
}

/** Along an episode of the oracle: bits and text of what is seen and done are read back as they were. */
function faceLaw(template: AnyTemplate, { params, instance }: Played, say: (what: string) => void): void {
  const bits = template.bits(params);
  const policy = template.oracle(instance);
  const { width } = bits.observation;
  if (width % (bits.token ?? 1) !== 0)
    say(`an observation has ${width} bits, which tokens of ${bits.token} do not fill`);
  let steps = 0;
  rollout(template, params, template.start(instance), (seen) => {
    const action = policy.act(seen);
    steps += 1;
    if (steps > STEPS) return action;
    for (const [what, codec, value] of [
      ['observation', bits.observation, seen],
      ['action', bits.action, action],
    ] as const) {
      const why = misread(codec, value);
      if (why !== undefined) say(`bits of the ${what} ${shown(value)} are not read back as it was: ${why}`);
    }
    const text = template.text.action(action, params);
    if (!isSame(template.text.parse(`answer: ${text}`, params, seen), action))
      say(`the text of the action ${shown(action)}, "answer: ${text}", is not parsed as it was`);
    return action;
  });
}

/** What of a value a layout loses: the first field that comes back as another one, or why it cannot be written. */
function misread(codec: BitCodec<unknown>, value: unknown): string | undefined {
  try {
    const written = codec.encode(value);
    if (written.length !== codec.width) return `${written.length} bits are written where the layout has ${codec.width}`;
    return firstDifference(value, codec.decode(written), '');
  } catch (error) {
    // A layout cannot write what is not of its kind, such as a string that is too long.
    return `it cannot be written (${error instanceof Error ? error.message : 'it is not of its kind'})`;
  }
}

function firstDifference(was: unknown, is: unknown, path: string): string | undefined {
  if (isSame(was, is)) return undefined;
  if (typeof was === 'object' && typeof is === 'object' && was !== null && is !== null) {
    const [before, after] = [new Map(Object.entries(was)), new Map(Object.entries(is))];
    for (const name of new Set([...before.keys(), ...after.keys()])) {
      const inner = firstDifference(before.get(name), after.get(name), path === '' ? name : `${path}.${name}`);
      if (inner !== undefined) return inner;
    }
  }
  return `${path === '' ? 'it' : path} is ${shown(was)}, and is read back as ${shown(is)}: is it outside the range that \`bits\` gives it?`;
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalText(a ?? null) === canonicalText(b ?? null);
}

function shown(value: unknown): string {
  const text = canonicalText(value ?? null);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
