import { describe, expect, it } from 'vitest';
import { Fault } from '#foundation/kernel';
import { findTemplate } from '../registry/find-template.ts';
import { oracleLaw } from '../laws/oracle-law.ts';
import { sample } from '../play/sample.ts';
import { score } from '../play/score.ts';
import { start } from '../play/start.ts';

const bitsIn = (text: string): number[] => (/bits: ([01 ]+)/.exec(text)?.[1] ?? '').trim().split(' ').map(Number);
const parityOf = (text: string): number => bitsIn(text).reduce((sum, bit) => sum ^ bit, 0);

describe('operators that compose tasks', () => {
  it('SEQ plays one to its end and then the other', () => {
    const game = start(sample('SEQ(PARITY,MAJORITY)'));
    expect(game.text).toMatch(/round 1, task A/);
    expect(game.reply(String(parityOf(game.text)))).toEqual({ reward: 1, done: false });
    expect(game.text).toMatch(/round 2, task B/);
    const ones = bitsIn(game.text).filter((bit) => bit === 1).length;
    expect(game.reply(ones > 3 ? '1' : '0')).toEqual({ reward: 1, done: true });
  });

  it('INTERLEAVE takes turns until both are done', () => {
    const game = start(sample('INTERLEAVE(GRID_NAV,CHAR_LM)', { seed: 5 }));
    const seen: string[] = [];
    for (let i = 0; i < 6; i += 1) {
      seen.push(/task ([AB])/.exec(game.text)![1]!);
      game.reply('STAY');
    }
    expect(seen).toEqual(['A', 'B', 'A', 'B', 'A', 'B']);
  });

  it('PAR reads both replies, and one bad half spoils only itself', () => {
    const drawn = sample('PAR(PARITY,MAJORITY)', { seed: 2 });
    const half = start(drawn);
    const [first = ''] = half.text.split('</A>');
    expect(half.reply(`<A>${parityOf(first)}</A> <B>maybe</B>`)).toEqual({ reward: 1, done: true });
    expect(score(drawn, 'nothing').reward).toBe(0);
  });

  it('NEST shows each round what was answered to the one inside it, and pays for the true one', () => {
    const drawn = sample('NEST(PARITY,3)', { seed: 4 });
    const { places } = drawn.instance as { places: number[] };
    const honest = start(drawn);
    const liar = start(drawn);
    const inner = parityOf(honest.text);
    expect(honest.reply(String(inner))).toEqual({ reward: 1, done: false });
    expect(liar.reply(String(1 - inner))).toEqual({ reward: 0, done: false });
    const place = places[1]!;
    expect(bitsIn(honest.text)[place]).toBe(inner);
    expect(bitsIn(liar.text)[place]).toBe(1 - inner);
    expect(bitsIn(liar.text).toSpliced(place, 1)).toEqual(bitsIn(honest.text).toSpliced(place, 1));
    // Answering right what is seen is wrong once the answer inside was wrong.
    expect(liar.reply(String(parityOf(liar.text))).reward).toBe(0);
    expect(honest.reply(String(parityOf(honest.text))).reward).toBe(1);
  });

  it('MASK of one parity bit leaves a coin; of one majority bit, the exact posterior', () => {
    expect(sample('MASK(PARITY,x)').template.optimum(sample('MASK(PARITY,x)').instance)).toMatchObject({
      kind: 'expected',
      reward: 0.5,
    });
    const majority = findTemplate('MASK(MAJORITY,x..)');
    for (let index = 0; index < 50; index += 1) {
      const { instance } = sample(majority, { index });
      const { whole } = instance as { whole: { bits: Uint8Array } };
      const ones = whole.bits.slice(1).filter((bit) => bit === 1).length;
      expect(majority.optimum(instance).reward).toBe(ones === 3 ? 0.5 : 1);
    }
  });

  it('MASK shows nothing of what it hides', () => {
    const masked = findTemplate('MASK(PARITY,xx)');
    const texts = Array.from({ length: 200 }, (_, index) => start(sample(masked, { index })).text);
    expect(texts.every((text) => text.startsWith('bits: 0 0 '))).toBe(true);
  });

  it('MASK hides walls of a grid until one bumps into them', () => {
    const drawn = sample('MASK(GRID_NAV,x)', { level: 2, seed: 3 });
    expect(start(drawn).text).not.toContain('#');
    const { whole } = drawn.instance as { whole: { cells: Uint8Array } };
    expect(whole.cells.includes(1)).toBe(true);
    expect(oracleLaw(drawn.template, 2, 30).findings).toEqual([]);
    // The reference policy is not told where the walls are: it falls short of the bound somewhere.
    const short = Array.from({ length: 30 }, (_, index) => {
      const one = sample('MASK(GRID_NAV,x)', { level: 2, seed: 3, index });
      const policy = one.template.oracle(one.instance);
      const game = start(one);
      while (!game.done) game.step(policy.act(game.observe()));
      return one.template.optimum(one.instance).reward - game.trace.total;
    });
    expect(Math.max(...short)).toBeGreaterThan(0);
  });

  it('SAFE_DECISION_WITH_HELP on a grid lets the helper walk at a price, and giving up ends it', () => {
    const drawn = sample('SAFE_DECISION_WITH_HELP(GRID_NAV)', { seed: 2 });
    const help = Number(drawn.params['help_cost']);
    const { reward: best } = drawn.template.optimum(drawn.instance);
    const helped = start(drawn);
    let asked = 0;
    for (; !helped.done; asked += 1) helped.reply('HELP');
    expect(helped.trace.total).toBeCloseTo(best - asked * help);
    const game = start(drawn);
    expect(game.reply('PREDICT(0.9) STAY')).toEqual({ reward: -1, done: false });
    expect(game.reply('ABSTAIN')).toEqual({ reward: 0, done: true });
    expect(drawn.template.verify(drawn.instance, game.trace.actions)).toMatchObject({ ok: false, reward: -1 });
  });

  it('ENV_NONSTATIONARY turns the wanted answer around where the base says so', () => {
    const template = findTemplate('ENV_NONSTATIONARY(PARITY)');
    const drawn = sample(template, { seed: 9 });
    const { changes } = drawn.instance as { changes: number[] };
    const game = start(drawn);
    const rewards: number[] = [];
    while (!game.done) rewards.push(game.reply(String(parityOf(game.text))).reward);
    expect(rewards.slice(0, changes[0]).every((reward) => reward === 1)).toBe(true);
    expect(rewards.slice(changes[0], changes[1]).every((reward) => reward === 0)).toBe(true);
  });

  it('ENV_NONSTATIONARY with other dynamics makes the same moves lead elsewhere', () => {
    const drawn = sample('ENV_NONSTATIONARY(GRID_NAV)', { params: { change_type: 'dynamics' }, seed: 9 });
    const { rounds, changes } = drawn.instance as { rounds: { instance: { effects: number[] } }[]; changes: number[] };
    expect(rounds[0]!.instance.effects).toEqual([0, 1, 2, 3, 4]);
    expect(rounds[changes[0]!]!.instance.effects).toEqual(rounds.at(-1)!.instance.effects);
    expect(oracleLaw(drawn.template, 3, 20).findings).toEqual([]);
  });

  it('SAFE_DECISION_WITH_HELP pays as it says', () => {
    const path = 'SAFE_DECISION_WITH_HELP(PARITY)/1/1/0';
    const right = parityOf(start(path).text);
    expect(score(path, `PREDICT(0.9) ${right}`)).toMatchObject({ ok: true, reward: 1 });
    expect(score(path, `PREDICT ${1 - right}`)).toMatchObject({ ok: false, reward: -1 });
    expect(score(path, 'HELP')).toMatchObject({ ok: false, reward: 0.7 });
    expect(score(path, 'ABSTAIN')).toMatchObject({ ok: false, reward: 0 });
    expect(score(path, 'er')).toMatchObject({ ok: false, reward: -1, illegal: 1 });
    expect(score(path, `PREDICT(0.9) ${right}`).metrics['brier']).toBeCloseTo(0.01);
  });

  it('a bare wrapper stands for the wrapper over its usual base', () => {
    expect(findTemplate('SELF_CALIBRATION_BATCH').name).toBe('SELF_CALIBRATION_BATCH(KV_RETRIEVAL)');
  });

  it('SELF_CALIBRATION_BATCH never pays for answering worse than one can', () => {
    const drawn = sample('SELF_CALIBRATION_BATCH(PARITY)', { params: { batch_size: 4 }, seed: 1 });
    const play = (percent: number, rightOnes: number): number => {
      const game = start(drawn);
      game.reply(`${percent}%`);
      for (let i = 0; !game.done; i += 1) {
        game.reply(String(i < rightOnes ? parityOf(game.text) : 1 - parityOf(game.text)));
      }
      return game.trace.total;
    };
    expect(play(100, 4)).toBe(2);
    expect(play(50, 2)).toBe(1);
    for (const percent of [0, 25, 50, 100]) {
      for (let right = 1; right <= 4; right += 1)
        expect(play(percent, right)).toBeGreaterThanOrEqual(play(percent, right - 1));
    }
  });

  it.each([
    ['MASK(CHAR_LM,x)', /one answer/],
    ['MASK(PARITY,abc)', /pattern/],
    ['MASK(KV_RETRIEVAL,xxxx)', /completions/],
    ['NEST(CHAR_LM,2)', /among its symbols/],
    ['NEST(PARITY,0)', /k is 0/],
    ['NEST(PARITY)', /takes a,k/],
    ['ENV_NONSTATIONARY(SEQ(PARITY,DYCK1))', /cannot/],
    ['SAFE_DECISION_WITH_HELP(CHAR_LM)', /expectation/],
    ['SELF_CALIBRATION_BATCH(GRID_NAV)', /many steps/],
    ['SELF_CALIBRATION_BATCH(MASK(PARITY,x))', /right answer is known/],
    ['SEQ(PARITY,NOWHERE)', /NOWHERE/],
    ['TWIST(PARITY)', /no operator/],
    ['SEQ(PARITY', /template/],
  ])('%s is refused with a reason', (name, reason) => {
    expect(() => findTemplate(name)).toThrow(Fault);
    expect(() => findTemplate(name)).toThrow(reason);
  });
});
