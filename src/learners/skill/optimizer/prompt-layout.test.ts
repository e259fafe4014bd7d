import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { countTokens } from '../document/count-tokens.ts';
import { fence, jsonLine, oneLine } from '../document/fence.ts';
import { rollout } from '../fixtures/scripted-optimizer.ts';
import { minibatches } from './minibatches.ts';
import { joinSections, section, skillSection } from './prompt-layout.ts';
import { createRecorder, rolloutRecord } from './rollout-record.ts';

describe('the layout of prompts to the optimizer', () => {
  it('show SKILL.md first, then the other files by name; of a set of skills the blank document is left out', () => {
    const shown = (skill: Record<string, string>): string[] =>
      [...skillSection(skill).matchAll(/BEGIN file (\S+)/g)].map(([, path]) => path!);
    expect(shown({ 'b.md': 'b', 'a.md': 'a', 'SKILL.md': 's', 'Z.md': 'z' })).toEqual([
      'SKILL.md',
      'Z.md',
      'a.md',
      'b.md',
    ]);
    expect(shown({ 'SKILL.md': '', 'one/SKILL.md': '# One', 'two/SKILL.md': '# Two' })).toEqual([
      'one/SKILL.md',
      'two/SKILL.md',
    ]);
  });

  it('leave empty sections out', () => {
    expect(joinSections(section('A', 'a'), section('B', ''), section('C', 'c'))).toBe('# A\na\n\n# C\nc');
  });

  it('close a fence by a mark that the text does not hold', () => {
    const nonceOf = (text: string): string => /BEGIN x ([0-9a-f]{16})/.exec(fence('x', text))![1]!;
    const plain = nonceOf('some text');
    expect(nonceOf('some text')).toBe(plain);
    expect(fence('x', 'some text')).toBe(`=== BEGIN x ${plain} ===\nsome text\n=== END x ${plain} ===`);
    expect(nonceOf('other text')).not.toBe(plain);
  });

  it('write data on one line, and cut it to its limit', () => {
    expect(jsonLine({ a: 'x\u2028y\u0085z\n' })).toBe('{"a":"x\\u2028y\\u0085z\\n"}');
    expect(oneLine(' a\n\tb\u2028 c ')).toBe('a b c');
    expect(oneLine('abcdef', 6)).toBe('abcdef');
    expect(oneLine('abcdefg', 6)).toBe('abcde…');
  });

  it('count tokens: four ASCII characters one, any other character one', () => {
    expect(['', 'a', 'abcd', 'abcde', 'éé', 'ab€', 'abcd🐾'].map(countTokens)).toEqual([0, 1, 1, 2, 2, 2, 3]);
    expect(['\u007f'.repeat(4), `${'\u007f'.repeat(4)}\u0080`].map(countTokens)).toEqual([1, 2]);
  });
});

describe('rollouts as records', () => {
  const one = rollout('t1', 0.5, { why: 'short: no tax', feedback: 'add it', turns: ['solve', 'four'] });
  const system = {
    role: 'system' as const,
    content: 'You have: Always add the tax to each and every sum that you write. Go.',
  };
  const seen = { ...one, outcome: { ...one.outcome, transcript: [system, ...one.outcome.transcript] } };

  it('say what became of them and why', () => {
    expect(rolloutRecord(one)).toEqual({
      task: 't1',
      text: 'solve t1',
      hard: 0.5,
      soft: 0.5,
      why: 'short: no tax',
      feedback: 'add it',
      turns: 2,
      transcript: one.outcome.transcript,
      reply: 'four',
    });
    expect(Object.keys(rolloutRecord(rollout('t1', 1)))).not.toContain('why');
    expect(rolloutRecord({ ...one, task: { ...one.task, type: 'sums' } }).type).toBe('sums');
  });

  it('do not repeat the skill, unless it is shorter than the word in its place', () => {
    const skill = { 'SKILL.md': 'Always add the tax to each and every sum that you write.\n', 'a.md': 'Go.' };
    expect(rolloutRecord(seen, skill).transcript![0]!.content).toBe('You have: (the skill above) Go.');
    expect(rolloutRecord(seen, skill).transcript!.slice(1)).toEqual(one.outcome.transcript);
  });

  it('are made once for all readings, with or without what was said on the way', () => {
    const recorder = createRecorder({});
    expect(recorder(one)).toBe(recorder(one));
    expect(recorder(one)).toEqual(rolloutRecord(one));
    const { transcript: _hidden, ...rest } = rolloutRecord(one);
    expect(createRecorder({}, false)(one)).toEqual(rest);
  });
});

describe('minibatches of rollouts in a prompt', () => {
  const rollouts = [0, 0.5, 1, 1, 0].map((hard, i) => rollout(`t${i}`, hard));
  const cut = (rest: object): string[] =>
    minibatches(rollouts, { minibatchSize: 2, failureOnly: false, failBelow: 1, ...rest }, createRng('m')).map(
      ({ name, prefix, source, rollouts: own }) =>
        `${name} ${prefix} ${source} ${own
          .map(({ outcome }) => outcome.score.hard)
          .sort((a, b) => a - b)
          .join('+')}`,
    );

  it('are failures, then successes, in groups of M; the last is what is left', () => {
    expect(cut({ minibatchSize: 3 })).toEqual(['fail_000 f0 failure 0+0+0.5', 'succ_000 s0 success 1+1']);
    expect(cut({}).map((line) => line.split(' ')[0])).toEqual(['fail_000', 'fail_001', 'succ_000']);
    expect(cut({ minibatchSize: 3, failureOnly: true })).toEqual(['fail_000 f0 failure 0+0+0.5']);
    expect(cut({ minibatchSize: 3, failBelow: 1e-9 })).toEqual([
      'fail_000 f0 failure 0+0',
      'succ_000 s0 success 0.5+1+1',
    ]);
  });

  it('have at least one rollout each', () => {
    expect(() => cut({ minibatchSize: 0 })).toThrow('minibatch_size is 0');
    expect(() => cut({ minibatchSize: 1.5 })).toThrow('minibatch_size is 1.5');
  });
});
