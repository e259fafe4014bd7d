import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText, createRng } from '#kernel';
import { Task } from '#contracts/tasks';
import { goldenHashes } from './laws/golden.ts';
import { balanceFindings } from './laws/fixtures/balance-findings.ts';
import { drawParams } from './laws/fixtures/random-params.ts';
import { mutationLaw } from './laws/mutation-law.ts';
import { oracleLaw, TOLERANCE } from './laws/oracle-law.ts';
import { findRecorded, findTemplate } from './registry/find-template.ts';
import { checkParams } from './define/param-range.ts';
import { earlierVersions } from './registry/earlier.ts';
import { templates } from './registry/templates.ts';
import { playOracle, playRandom, rollout } from './play/rollout.ts';
import { answerOf, drawAt, sample, sampleAt, taskOf } from './play/sample.ts';
import { settingOf } from './settings/seed-path.ts';
import { pathNameOf } from './settings/versions.ts';

const only = process.env['PAWL_TEMPLATE'];
/** One composition of each operator at least; the long test tries every operator on every template. */
const compositions = [
  'SEQ(PARITY,GRID_NAV)',
  'PAR(PARITY,KV_RETRIEVAL)',
  'PAR(GRID_NAV,CHAR_LM)',
  'INTERLEAVE(GRID_NAV,DYCK1)',
  'NEST(MAJORITY,3)',
  'MASK(MAJORITY,x.x)',
  'NEST(KV_RETRIEVAL,2)',
  'NEST.v1(MAJORITY,3)',
  'MASK(KV_RETRIEVAL,x)',
  'MASK(GRID_NAV,.x)',
  'SAFE_DECISION_WITH_HELP(GRID_NAV)',
  'ENV_NONSTATIONARY(CHAR_LM)',
  'SEQ(NEST(PARITY,2),PAR(MAJORITY,DYCK1))',
].map((name) => findTemplate(name));
const all = [...templates, ...compositions];
/** Versions that were replaced, and the wrapper of one. */
const earlier = only === undefined ? [...earlierVersions, findRecorded('ENV_NONSTATIONARY(GRID_NAV)')] : [];
const chosen = only === undefined ? all : all.filter(({ name }) => only.split(';').includes(name));

/** Replies of every kind: nonsense, unicode, numbers, near misses, markup, and very long ones. */
function anyReply(): fc.Arbitrary<string> {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      'answer:',
      'Answer: ',
      '\\boxed{',
      '}',
      '\n',
      '"',
      '{',
      '[',
      'NaN',
      '-0',
      '1e999',
      'UP',
      'null',
      '%',
    ),
    fc.integer().map(String),
    fc.double().map(String),
    fc.json({ maxDepth: 2 }),
    fc.constantFrom(
      'HELP',
      'ABSTAIN',
      'PREDICT',
      'TOOL',
      'THINK',
      'PASS',
      '()',
      '0 1 0',
      'true',
      '__proto__',
      'constructor',
    ),
  );
  return fc.oneof(
    fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
    fc.array(piece, { maxLength: 6 }).map((pieces) => `answer: ${pieces.join(' ')}`),
    fc.constantFrom('', ' ', 'answer:', 'x'.repeat(20_000), '9'.repeat(5000), '('.repeat(5000), '\u0000'),
  );
}

// A law that is broken breaks at nearly every instance, so that tens of them show it; the long test plays hundreds, at every level.
describe.each(chosen)('$name', (template) => {
  const isComposed = compositions.includes(template);
  const levels = template.levels.map((_, i) => i + 1).filter((level) => !isComposed || level <= 2);
  const few = template.family === 'composition' || template.family === 'wrapper' ? 4 : 1;
  const draws = (level: number, count: number, seed: string): ReturnType<typeof drawAt>[] =>
    Array.from({ length: count }, (_, index) => drawAt(template, settingOf(template, level), { seed, index }));

  it('draws the same bytes from the same path', () => {
    for (const level of levels) {
      const first = sample(template, { level, seed: 's', index: 3 });
      const again = sampleAt(first.seedPath);
      expect(canonicalText(again.instance)).toBe(canonicalText(first.instance));
      expect(canonicalText(taskOf(again))).toBe(canonicalText(taskOf(first)));
    }
  });

  it('draws different instances at different indices and seeds', () => {
    const last = levels.length;
    const texts = new Set(
      draws(last, 20, 'a')
        .concat(draws(last, 20, 'b'))
        .map(({ instance }) => canonicalText(instance)),
    );
    expect(texts.size).toBeGreaterThan(30);
  });

  it('makes tasks that fit the schema', () => {
    for (const level of levels) expect(() => Task.parse(taskOf(sample(template, { level })))).not.toThrow();
  });

  it.each(levels)('level %i: the oracle earns the optimum and the verifier agrees', (level) => {
    expect(oracleLaw(template, level, 32 / few).findings).toEqual([]);
  });

  it.each(levels)('level %i: mutated answers are refused', (level) => {
    expect(mutationLaw(template, level, 20 / few).findings).toEqual([]);
  });

  // The other levels are in the long test, by `checkTemplate`: a solver behind each of so many instances would be most of the time of this file.
  it.each(levels.filter((level) => isComposed || level === 1))(
    'level %i: labels are balanced and no size predicts them',
    (level) => {
      expect(balanceFindings(template, level)).toEqual([]);
    },
  );

  it.each(levels)(
    'level %i: illegal and random play stays within the reward range, and the verifier agrees',
    (level) => {
      const rng = createRng(`conformance/${template.name}/${level}`);
      const breaches: string[] = [];
      const measured = new Set<string>();
      for (const { instance, params, seedPath } of draws(level, 8 / few, 'range')) {
        const { low, high } = template.rewardRange(params);
        const careless = rollout(template, params, template.start(instance), (seen) =>
          rng.chance(0.3) ? undefined : template.randomAction(seen, rng, params),
        );
        const silent = rollout(template, params, template.start(instance), () => undefined);
        for (const trace of [careless, silent, playOracle(template, params, instance)]) {
          const { total, actions } = trace;
          if (total < low - TOLERANCE || total > high + TOLERANCE) breaches.push(`${seedPath}: ${total} out of range`);
          const { reward } = template.verify(instance, actions);
          if (Math.abs(reward - total) > TOLERANCE)
            breaches.push(`${seedPath}: verifier ${reward}, environment ${total}`);
          for (const name of Object.keys(template.measure(instance, trace))) measured.add(name);
        }
      }
      expect(breaches).toEqual([]);
      expect(template.metrics.map(({ name }) => name)).toEqual(expect.arrayContaining([...measured]));
    },
  );

  it.each(levels.slice(0, 3))('level %i: random play earns the random return on average', (level) => {
    const rng = createRng(`random/${template.name}/${level}`);
    const gaps: number[] = [];
    let spread = 0;
    for (const { instance, params } of draws(
      level,
      template.shape === 'answer' ? 100 / few : few === 1 ? 40 : 25,
      'random',
    )) {
      const expected = template.randomReturn(instance);
      const { low, high } = template.rewardRange(params);
      gaps.push(playRandom(template, { params, instance }, rng).total - expected);
      spread = Math.max(spread, (expected - low) * (high - expected));
    }
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const seen = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / (gaps.length - 1);
    // A hundred episodes may all miss a rare reward; then only the largest possible variance is known.
    const variance = seen < TOLERANCE ? spread : seen;
    expect(Math.abs(mean)).toBeLessThanOrEqual(4.5 * Math.sqrt(variance / gaps.length) + TOLERANCE);
  });

  it.each(levels)('level %i: every face round-trips along an episode', (level) => {
    const rng = createRng(`faces/${template.name}/${level}`);
    for (const { instance, params } of draws(level, 4, 'faces')) {
      const bits = template.bits(params);
      expect(bits.observation.width % (bits.token ?? 1)).toBe(0);
      const policy = template.oracle(instance);
      let steps = 0;
      rollout(template, params, template.start(instance), (seen) => {
        steps += 1;
        const action = steps % 2 === 1 ? policy.act(seen) : template.randomAction(seen, rng, params);
        if (steps > 12) return action;
        const encoded = bits.observation.encode(seen);
        expect(encoded.length).toBe(bits.observation.width);
        expect(bits.observation.decode(encoded)).toEqual(seen);
        expect(bits.action.decode(bits.action.encode(action))).toEqual(action);
        const text = template.text.action(action, params);
        expect(template.text.parse(text, params, seen)).toEqual(action);
        expect(template.text.parse(`Let me think.\n\n**Answer:** ${text}`, params, seen)).toEqual(action);
        expect(template.text.observation(seen, params).length).toBeGreaterThan(0);
        return action;
      });
    }
  });

  it('keeps its word under other parameters than those of its levels', () => {
    const rng = createRng(`params/${template.name}`);
    const breaches: string[] = [];
    let tried = 0;
    for (let i = 0; i < 24 / few; i += 1) {
      const drawn = drawParams(template, rng);
      if (drawn === undefined) continue;
      tried += 1;
      const { instance, params, seedPath } = sampleAt(
        sample(template, { level: drawn.level, params: drawn.overrides, index: i }).seedPath,
      );
      const best = playOracle(template, params, instance);
      const optimum = template.optimum(instance);
      if (optimum.kind === 'exact' && Math.abs(best.total - optimum.reward) > TOLERANCE) {
        breaches.push(`${seedPath}: the oracle earns ${best.total} of ${optimum.reward}`);
      }
      if (optimum.kind === 'bound' && best.total > (optimum.high ?? optimum.reward) + TOLERANCE) {
        breaches.push(`${seedPath}: the oracle earns ${best.total}, above ${optimum.reward}`);
      }
      const careless = rollout(template, params, template.start(instance), (seen) =>
        rng.chance(0.3) ? undefined : template.randomAction(seen, rng, params),
      );
      const { low, high } = template.rewardRange(params);
      for (const { total, actions } of [best, careless]) {
        const { reward } = template.verify(instance, actions);
        if (Math.abs(reward - total) > TOLERANCE)
          breaches.push(`${seedPath}: verifier ${reward}, environment ${total}`);
        if (total < low - TOLERANCE || total > high + TOLERANCE) breaches.push(`${seedPath}: ${total} out of range`);
      }
      const { observation } = template.bits(params);
      const seen = template.start(instance).observe();
      expect(observation.decode(observation.encode(seen))).toEqual(seen);
    }
    expect(breaches).toEqual([]);
    expect(tried).toBeGreaterThan(2);
  });

  it('property: no reply crashes it', () => {
    fc.assert(
      fc.property(anyReply(), fc.constantFrom(...levels), fc.nat(5), (reply, level, index) => {
        const { instance, params } = drawAt(template, settingOf(template, level), { seed: 'fuzz', index });
        const first = template.text.parse(reply, params, template.start(instance).observe());
        const trace = rollout(template, params, template.start(instance), () => first);
        expect(Number.isFinite(trace.total)).toBe(true);
        expect(Number.isFinite(template.verify(instance, trace.actions).reward)).toBe(true);
        template.measure(instance, trace);
      }),
      { numRuns: 32 / few },
    );
  });

  it('reads any bits as a value it writes back, or as none', () => {
    const rng = createRng(`bits/${template.name}`);
    for (const level of levels) {
      const { observation, action } = template.bits(settingOf(template, level).params);
      for (const codec of [observation, action]) {
        const decoded = Array.from({ length: 20 }, () =>
          codec.decode(Uint8Array.from({ length: codec.width }, () => rng.bit())),
        ).filter((value) => value !== undefined);
        expect(decoded.map((value) => codec.decode(codec.encode(value)))).toEqual(decoded);
      }
    }
  });

  it('gives an answer exactly where one action ends the episode', () => {
    const drawn = sample(template);
    expect(answerOf(drawn) === undefined).toBe(template.shape === 'episode');
  });
});

/** Levels and golden files belong to the registry; compositions borrow those of their bases. */
describe.each(chosen.filter((template) => !compositions.includes(template)))('$name', (template) => {
  it('has at least five levels, all within range and each harder than the one before', () => {
    expect(template.levels.length).toBeGreaterThanOrEqual(5);
    for (const params of template.levels) checkParams(template, params);
    const difficulties = template.levels.map((params) => template.difficulty(params));
    for (let i = 1; i < difficulties.length; i += 1) expect(difficulties[i]).toBeGreaterThan(difficulties[i - 1]!);
  });
});

/** Every version keeps its instances for ever. */
describe.each([...chosen.filter((template) => !compositions.includes(template)), ...earlier])('$name', (template) => {
  it('keeps its golden hashes', () => {
    const file = new URL(`golden/${pathNameOf(template)}.json`, import.meta.url);
    const hashes = goldenHashes(template);
    if (process.env['PAWL_GOLDEN'] === 'write') writeFileSync(file, `${JSON.stringify(hashes, null, 2)}\n`);
    expect(existsSync(file)).toBe(true);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(hashes);
  });
});
