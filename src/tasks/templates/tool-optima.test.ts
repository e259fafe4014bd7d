import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import type { Params, Template } from '#foundation/contracts/tasks';
import { playRandom } from '../play/rollout.ts';
import { bracketSizes, callPrice, cheapestCalls } from '../tools/calc-plan.ts';
import { trustTable } from '../tools/trust-value.ts';
import { codesOf, FIRST_OPERATOR, type Prefix } from './arith-expr/arith-expression.ts';
import { safeLoop } from './safe-loop/safe-loop.ts';
import { toolCalcArith } from './tool-calc/tool-calc-arith.ts';
import { toolDbLookup } from './tool-db-lookup.ts';
import { Suggest, type SuggestInstance, worthByOdds } from './tool-llm/suggest-game.ts';
import { toolLlmSuggest } from './tool-llm/tool-llm-suggest.ts';
import { drawFates, planWorth, Prover, type ProverInstance, proverRules } from './tool-prover/prover-game.ts';

interface World<I> {
  readonly instance: I;
  readonly weight: number;
}

/**
 * The best expected return over all policies, by trying every action in the environment of every world that is still possible. Actions that show nothing
 * new and earn nothing are left out: they only waste steps.
 */
function bestByTrying<I, O, A>(
  template: Pick<Template<Params, I, O, A>, 'start'>,
  worlds: readonly World<I>[],
  actions: readonly A[],
  history: readonly A[] = [],
): number {
  let best = 0;
  for (const action of actions) {
    let value = 0;
    let idle = true;
    const groups = new Map<string, World<I>[]>();
    for (const world of worlds) {
      const environment = template.start(world.instance);
      for (const done of history) environment.step(done);
      const before = JSON.stringify(environment.observe());
      const { reward, done } = environment.step(action);
      const after = JSON.stringify(environment.observe());
      value += world.weight * reward;
      if (done || after !== before) idle = false;
      if (!done) groups.set(after, [...(groups.get(after) ?? []), world]);
    }
    if (idle) continue;
    for (const group of groups.values()) value += bestByTrying(template, group, actions, [...history, action]);
    best = Math.max(best, value);
  }
  return best;
}

function every<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((all, list) => all.flatMap((head) => list.map((item) => [...head, item])), [[]]);
}

describe('TOOL_LLM_SUGGEST', () => {
  const n = 3;
  const actions = [
    { kind: 'THINK' } as const,
    { kind: 'TOOL_LLM' } as const,
    ...[0, 1, 2].flatMap((option) => [{ kind: 'VERIFY', option } as const, { kind: 'ANSWER', option } as const]),
  ];
  const base = { n_options: n, llm_cost: 0.05, risk_rate: 0.5, waste_penalty: 0.05 };
  it.each([
    { error_rate: 0.05, coverage: 1, verify_cost: 0.1, think_cost: 0.1, risk_penalty: 0.5 },
    { error_rate: 0.3, coverage: 0.5, verify_cost: 0.05, think_cost: 0.2, risk_penalty: 0.1 },
    { error_rate: 0.2, coverage: 0.8, verify_cost: 0.3, think_cost: 0.15, risk_penalty: 2 },
    { error_rate: 0.1, coverage: 0.9, verify_cost: 0.4, think_cost: 0.4, risk_penalty: 0.05 },
    { error_rate: 0.3, coverage: 0.5, verify_cost: 0.5, think_cost: 0.15, risk_penalty: 2 },
    { error_rate: 0.25, coverage: 0.6, verify_cost: 0.1, think_cost: 0.5, risk_penalty: 2 },
  ])('no policy that plays the odds beats the trust table, and one reaches it: %j', (varied) => {
    const params = { ...base, ...varied };
    const q = params.coverage * (1 - params.error_rate);
    for (const high_risk of [false, true]) {
      const worlds = every([
        [0, 1, 2],
        [0, 1, 2],
        [0, 1],
      ]).map(([answer = 0, suggestion = 0, turn = 0]) => {
        const wrong = [0, 1, 2].filter((option) => option !== answer);
        const doubts = turn === 0 ? wrong : wrong.toReversed();
        const weight = (suggestion === answer ? q : (1 - q) / (n - 1)) / n / 2;
        return { instance: { params, high_risk, answer, suggestion, doubts }, weight };
      });
      const game = { start: (instance: SuggestInstance) => new Suggest(instance) };
      expect(bestByTrying(game, worlds, actions)).toBeCloseTo(worthByOdds(params, high_risk), 9);
      const advised = worlds.filter(({ instance }) => instance.suggestion === 1);
      const { alive } = trustTable({ ...params, penalty: high_risk ? params.risk_penalty : 0 });
      const found = bestByTrying(game, advised, actions, [{ kind: 'TOOL_LLM' }]);
      expect(found * n).toBeCloseTo(alive[n]!.value, 9);
    }
  });

  it('neither verifying always nor never is best over the levels', () => {
    const moves = new Set<string>();
    for (const params of toolLlmSuggest.levels) {
      for (let i = 0; i < 40; i += 1) {
        const instance = toolLlmSuggest.generate(params, createRng(`verify/${i}`));
        const environment = toolLlmSuggest.start(instance);
        const policy = toolLlmSuggest.rivals!(instance)['by the odds']!;
        let verified = 'answered unverified';
        for (let done = false; !done;) {
          const action = policy.act(environment.observe());
          if (action.kind === 'VERIFY') verified = 'verified';
          ({ done } = environment.step(action));
        }
        moves.add(`${verified} ${instance.high_risk}`);
      }
    }
    expect(moves).toContain('verified true');
    expect(moves).toContain('answered unverified false');
  });
});

describe('TOOL_PROVER_VERIFY', () => {
  const game = { start: (instance: ProverInstance) => new Prover(instance) };
  it.each([
    {
      cost: 0.1,
      budget: 1,
      check_cost: 0.05,
      check_power: 0.5,
      timeout_rate: 0.2,
      prover_error: 0.1,
      loss: 3,
      spread: 1,
    },
    { cost: 0.05, budget: 2, check_cost: 0.2, check_power: 0.8, timeout_rate: 0, prover_error: 0, loss: 5, spread: 1 },
    {
      cost: 0.3,
      budget: 1,
      check_cost: 0.02,
      check_power: 0.3,
      timeout_rate: 0.5,
      prover_error: 0.2,
      loss: 1,
      spread: 0.5,
    },
  ])('no policy beats the declared optimum and one has it: %j', (varied) => {
    const params = { n_patches: 2, miss: 0, ...varied };
    const { check_power, timeout_rate, prover_error } = params;
    for (const seed of ['a', 'b', 'c']) {
      const drawn = drawFates(params, createRng(seed));
      // The chance of a bug as the rules state it.
      const rates = proverRules(params);
      const bugOf = ({ kind, size }: { kind: string; size: number }): number =>
        Number(new RegExp(`${kind} ([\\d.]+)/([\\d.]+)/([\\d.]+)`).exec(rates)![size]);
      const fates = drawn.patches.map((patch) =>
        every<string>([
          ['good', 'bug'],
          ['passed', 'failed'],
          ['proved', 'refuted', 'unknown'],
        ]).map(([label, check, proof]) => {
          const bug = label === 'bug';
          const bugChance = bug ? bugOf(patch) : 1 - bugOf(patch);
          const fails = bug ? check_power : 0;
          const rightly = (proof === 'refuted') === bug ? 1 - prover_error : prover_error;
          const said = proof === 'unknown' ? timeout_rate : (1 - timeout_rate) * rightly;
          return { bug, check, proof, weight: bugChance * (check === 'failed' ? fails : 1 - fails) * said };
        }),
      );
      const worlds = every(fates)
        .map((fate) => ({
          weight: fate.reduce((product, { weight }) => product * weight, 1),
          instance: {
            ...drawn,
            buggy: fate.map(({ bug }) => bug),
            checks: fate.map(({ check }) => (check === 'failed' ? ('failed' as const) : ('passed' as const))),
            proofs: fate.map(({ proof }) => proof as 'proved' | 'refuted' | 'unknown'),
          },
        }))
        .filter(({ weight }) => weight > 0);
      const found = bestByTrying(game, worlds, ['CHECK', 'PROVE', 'ACCEPT', 'REJECT']);
      expect(found).toBeCloseTo(planWorth(drawn), 3);
    }
  });
});

describe('TOOL_DB_LOOKUP', () => {
  const base = { n_keys: 3, call_cost: 0.05, waste_penalty: 0.02, call_budget: 3 } as const;
  it.each([
    { n_values: 3, query: 'sum', complexity: 2, noise_rate: 0, noise_kind: 'call', missing_rate: 0.2 } as const,
    { n_values: 3, query: 'max', complexity: 2, noise_rate: 0, noise_kind: 'call', missing_rate: 0.1 } as const,
    {
      n_values: 3,
      query: 'max',
      complexity: 2,
      noise_rate: 0,
      noise_kind: 'call',
      missing_rate: 0,
      call_cost: 0.2,
    } as const,
    { n_values: 2, query: 'hop', complexity: 2, noise_rate: 0.2, noise_kind: 'key', missing_rate: 0.1 } as const,
    { n_values: 2, query: 'sum', complexity: 2, noise_rate: 0.1, noise_kind: 'key', missing_rate: 0.1 } as const,
    {
      n_values: 2,
      query: 'get',
      complexity: 1,
      noise_rate: 0.3,
      noise_kind: 'key',
      missing_rate: 0.4,
      call_cost: 0.2,
    } as const,
  ])('no policy beats the declared optimum and one has it: %j', (varied) => {
    const params = { ...base, ...varied };
    const { n_values: V, missing_rate: m, noise_rate } = params;
    const drawn = toolDbLookup.generate(params, createRng('db'));
    const links = [1, 2, 0];
    const path = params.query === 'hop' ? [0, 1] : [0, 1].slice(0, params.complexity);
    const values = Array.from({ length: V }, (_, i) => i);
    const rowFates = links.map((link, key) => {
      if (!path.includes(key)) return [{ row: { value: 0, link }, shown: 0, weight: 1 }];
      const present = every([values, values])
        .filter(([value, shown]) => noise_rate > 0 || value === shown)
        .map(([value = 0, shown = 0]) => {
          const read = value === shown ? 1 - noise_rate : noise_rate / (V - 1);
          return { row: { value, link }, shown, weight: ((1 - m) / V) * read };
        });
      return [...present, { row: null, shown: 0, weight: m }];
    });
    const worlds = every(rowFates).flatMap((fate) => {
      const rows = fate.map(({ row }) => row);
      const read = path.flatMap((key) => rows[key] ?? []).map(({ value }) => value);
      const whole = {
        get: read[0],
        hop: read.at(-1),
        max: Math.max(...read),
        sum: read.reduce((a, b) => a + b, 0) % V,
      };
      const answer = read.length < path.length ? null : whole[params.query]!;
      const weight = fate.reduce((product, one) => product * one.weight, 1);
      const keys = params.query === 'hop' ? [0] : path;
      return weight === 0
        ? []
        : [{ weight, instance: { ...drawn, keys, rows, shown: fate.map(({ shown }) => shown), answer } }];
    });
    const actions = [
      ...[0, 1].map((key) => ({ kind: 'QUERY', key }) as const),
      ...[...values, null].map((value) => ({ kind: 'ANSWER', value }) as const),
    ];
    const optimum = toolDbLookup.optimum(drawn);
    expect(optimum.kind).toBe('expected');
    expect(bestByTrying(toolDbLookup, worlds, actions)).toBeCloseTo(optimum.reward, 9);
  });
});

describe('SAFE_LOOP', () => {
  it('no sequence of proposals beats the declared optimum', () => {
    const params = { ...safeLoop.levels[1]!, periods: 2, n_experts: 2, n_candidates: 2, verify_cost: 400_000 };
    const proposals = every([
      [0, 1],
      [0, 1],
    ]).map(([expert = 0, candidate = 0]) => ({ kind: 'PROPOSE', expert, candidate }) as const);
    for (let i = 0; i < 25; i += 1) {
      const instance = safeLoop.generate(params, createRng(`loop/${i}`));
      const found = bestByTrying(safeLoop, [{ instance, weight: 1 }], [{ kind: 'RUN' }, ...proposals]);
      expect(found).toBeCloseTo(safeLoop.optimum(instance).reward, 9);
    }
  });
});

describe('TOOL_CALC_ARITH', () => {
  /** The coefficient, −1, 0 or 1, of each hidden variable in each bracket. */
  function coefficients(prefix: Prefix, hidden: number): number[][] {
    const brackets: number[][] = [];
    let at = 0;
    const walk = (): number[] => {
      const code = prefix[at]!;
      at += 1;
      if (code < FIRST_OPERATOR) return Array.from({ length: hidden }, (_, i) => (i === code ? 1 : 0));
      const left = walk();
      const right = walk();
      const sum = left.map((value, i) => (code === FIRST_OPERATOR + 1 ? value - right[i]! : value + right[i]!));
      brackets.push(sum);
      return sum;
    };
    walk();
    return brackets;
  }

  function rank(rows: readonly (readonly number[])[]): number {
    const left = rows.map((row) => [...row]);
    let found = 0;
    for (let column = 0; column < (rows[0]?.length ?? 0); column += 1) {
      const at = left.findIndex((row, i) => i >= found && Math.abs(row[column]!) > 1e-9);
      if (at < 0) continue;
      [left[found], left[at]] = [left[at]!, left[found]!];
      for (const [i, row] of left.entries()) {
        if (i === found) continue;
        const factor = row[column]! / left[found]![column]!;
        for (const [j, value] of left[found]!.entries()) row[j]! -= factor * value;
      }
      found += 1;
    }
    return found;
  }

  it('no cheaper set of calls determines the value: every set is tried', () => {
    let tried = 0;
    for (const params of toolCalcArith.levels.slice(1)) {
      for (let i = 0; i < 25; i += 1) {
        const { prefix } = toolCalcArith.generate(params, createRng(`calc/${i}`));
        const sizes = bracketSizes(prefix);
        const linear = coefficients(prefix, params.hidden);
        const variables = Array.from({ length: params.hidden }, (_, k) => ({
          row: Array.from({ length: params.hidden }, (_, j) => (j === k ? 1 : 0)),
          price: callPrice(params, 1),
        }));
        const brackets = linear.map((row, k) => ({ row, price: callPrice(params, sizes[k]!) }));
        const calls = [...variables, ...(params.scope === 'all' ? brackets : brackets.slice(0, -1))];
        // More calls have too many sets to try.
        if (calls.length > 12) continue;
        tried += 1;
        let cheapest = Infinity;
        for (let set = 0; set < 1 << calls.length; set += 1) {
          const chosen = calls.filter((_, k) => (set >> k) & 1);
          const price = chosen.reduce((sum, call) => sum + call.price, 0);
          const rows = chosen.map(({ row }) => row);
          if (price < cheapest - 1e-9 && rank(rows) === rank([...rows, linear.at(-1)!])) cheapest = price;
        }
        expect(cheapestCalls(prefix, params).cost).toBeCloseTo(cheapest, 9);
      }
    }
    expect(tried).toBeGreaterThan(75);
  });

  it('knows what random actions are worth: right answers are rare, so many episodes are played', () => {
    const params = { ...toolCalcArith.levels[1]!, over_penalty: 0.5, step_budget: 3 };
    const instance = toolCalcArith.generate(params, createRng('worth'));
    const rng = createRng('many');
    const episodes = 100_000;
    let [sum, squares] = [0, 0];
    for (let i = 0; i < episodes; i += 1) {
      const { total } = playRandom(toolCalcArith, { params, instance }, rng);
      sum += total;
      squares += total * total;
    }
    const mean = sum / episodes;
    const error = Math.sqrt((squares / episodes - mean * mean) / episodes);
    expect(Math.abs(mean - toolCalcArith.randomReturn(instance))).toBeLessThan(4 * error);
    expect(error).toBeLessThan(0.0003);
  });

  it('only + and − stand above a hidden variable', () => {
    const sums = codesOf('+-');
    for (let i = 0; i < 200; i += 1) {
      const params = toolCalcArith.levels[4]!;
      const { prefix } = toolCalcArith.generate(params, createRng(`tame/${i}`));
      let at = 0;
      const walk = (): boolean => {
        const code = prefix[at]!;
        at += 1;
        if (code < FIRST_OPERATOR) return code < params.hidden;
        const [left, right] = [walk(), walk()];
        expect(!(left || right) || sums.includes(code)).toBe(true);
        return left || right;
      };
      walk();
    }
  });
});
