import { describe, expect, it } from 'vitest';
import { aggregate, type AggregateInput } from './aggregate.ts';
import { editItem, type Script, scriptedOptimizer, systemText, userText } from '../fixtures/scripted-optimizer.ts';
import type { AnalystReport } from './reflect.ts';
import type { Proposal } from '../edits/update-item.ts';

function report(source: 'failure' | 'success', n: number, ...contents: string[]): AnalystReport {
  const items = contents.map((content, i) =>
    editItem(`${source[0]}${n}.${i}`, content, { source, causes: [`${source}-${n}`] }),
  );
  const rest = { reasoning: '', failureTypes: [], successPatterns: [], notes: [] };
  return { source, name: `${source}_${n}`, taskIds: [`${source}-${n}`], items, ...rest };
}

function run(
  reports: readonly AnalystReport[],
  script: Script,
  changes: Partial<AggregateInput> = {},
): {
  proposal: Promise<Proposal>;
  requests: ReturnType<typeof scriptedOptimizer>['requests'];
} {
  const { optimizer, requests } = scriptedOptimizer(script);
  const input = {
    skill: { 'SKILL.md': '' },
    reports,
    mode: 'patch',
    mergeBatchSize: 2,
    metaSkill: '',
    ...changes,
  } as const;
  return { proposal: aggregate(input, optimizer), requests };
}

const failures = [0, 1, 2, 3, 4].map((n) => report('failure', n, `- rule ${n}`));

/** Joins all items of a merge to one. */
const joinAll: Script = (request) => {
  const ids = [...userText(request).matchAll(/"id":"([^"]+)"/g)].map((found) => found[1]);
  return {
    reasoning: 'joined',
    edits: [{ op: 'append', content: `- all of ${ids.join(' ')}`, target: '', from: ids }],
  };
};

describe('aggregate (1.6)', () => {
  it('merges level by level in groups, lets a single one pass, and counts support from the tasks behind', async () => {
    const { proposal, requests } = run(failures, joinAll);
    const { items } = await proposal;
    // 5 → (2, 2, 1) → (2, 1) → 2 → 1
    expect(requests.map((request) => /# Merge\n(.*)/.exec(userText(request))![1])).toEqual([
      '2 proposals, level 1.',
      '2 proposals, level 1.',
      '2 proposals, level 2.',
      '2 proposals, level 3.',
    ]);
    expect(items).toHaveLength(1);
    expect(items[0]!.origin).toMatchObject({ source: 'failure', support: 5, level: 3 });
    expect(items[0]!.origin.causes).toEqual(['failure-0', 'failure-1', 'failure-2', 'failure-3', 'failure-4']);
  });

  it('puts fewer into one merge where they would not fit the prompt, but never fewer than two', async () => {
    const long = [0, 1, 2, 3].map((n) => report('failure', n, `- rule ${n} ${'word '.repeat(400)}`));
    const short: Script = () => ({ edits: [{ op: 'append', content: '- short', target: '', from: ['f0.0'] }] });
    const sizes = async (contextTokens: number): Promise<number[]> => {
      const { optimizer, requests } = scriptedOptimizer(short, { contextTokens });
      await aggregate(
        { skill: { 'SKILL.md': '' }, reports: long, mode: 'patch', mergeBatchSize: 8, metaSkill: '' },
        optimizer,
      );
      return requests.map((request) => [...userText(request).matchAll(/"id":/g)].length);
    };
    expect(await sizes(60_000)).toEqual([4]);
    expect(await sizes(1200)).toEqual([2, 2, 2]);
    expect(await sizes(1)).toEqual([2, 2, 2]);
  });

  it('asks nobody when one proposal or none is left', async () => {
    const none = run([], joinAll);
    expect(await none.proposal).toEqual({ reasoning: '', items: [] });
    const one = run([failures[0]!], joinAll);
    expect((await one.proposal).items).toEqual(failures[0]!.items);
    const beside = run([failures[0]!, report('failure', 9)], joinAll);
    expect((await beside.proposal).items).toEqual(failures[0]!.items);
    expect([...none.requests, ...one.requests, ...beside.requests]).toEqual([]);
  });

  it('merges failures and successes last, where failures have priority', async () => {
    const { proposal, requests } = run([failures[0]!, report('success', 0, '- keep')], joinAll, {
      metaSkill: 'Be general.',
    });
    const { items } = await proposal;
    expect(requests).toHaveLength(1);
    expect(systemText(requests[0]!)).toContain('the list from failures wins');
    expect(userText(requests[0]!)).toContain('# Merge\n2 proposals.\n');
    expect(userText(requests[0]!).startsWith('# Advice')).toBe(true);
    expect(userText(requests[0]!).indexOf('"f0.0"')).toBeLessThan(userText(requests[0]!).indexOf('"s0.0"'));
    expect(items[0]!.origin).toMatchObject({ source: 'failure', support: 2 });
    expect(items[0]!.origin.level).toBeUndefined();
  });

  it('puts the lists one after the other when a merge fails, failures first', async () => {
    const reports = [report('success', 0, '- keep'), ...failures.slice(0, 2)];
    const { items, reasoning } = await run(reports, () => 'no').proposal;
    expect(items.map(({ origin }) => origin.id)).toEqual(['f0.0', 'f1.0', 's0.0']);
    expect(reasoning).toContain('without a merge');
  });

  it('takes an empty list for an answer', async () => {
    expect((await run(failures.slice(0, 2), () => ({ edits: [] })).proposal).items).toEqual([]);
  });

  it('traces an item that names no source to the one it is most like', async () => {
    const script: Script = () => ({
      edits: [{ op: 'append', content: '- rule 1 in short', target: '', from: ['zz'] }],
    });
    const { items } = await run(failures.slice(0, 2), script).proposal;
    expect(items[0]!.origin).toMatchObject({ from: ['f1.0'], causes: ['failure-1'], support: 1, level: 1 });
  });

  it('takes an item as of failures where one behind it is, whatever the merge says', async () => {
    const successes = [0, 1].map((n) => report('success', n, `- keep ${n}`));
    const sourceOf = async (reports: readonly AnalystReport[], source_type?: string): Promise<string> => {
      const edit = { op: 'append', content: '- all', target: '', from: ['f0.0', 's0.0'], source_type };
      return (await run(reports, () => ({ edits: [edit] })).proposal).items[0]!.origin.source;
    };
    expect(await sourceOf(successes)).toBe('success');
    expect(await sourceOf(failures.slice(0, 2), 'success')).toBe('failure');
    expect(await sourceOf([failures[0]!, successes[0]!], 'success')).toBe('failure');
  });

  it('refuses a batch of one: the original never came to an end', async () => {
    await expect(run(failures, joinAll, { mergeBatchSize: 1 }).proposal).rejects.toThrow(
      expect.objectContaining({ code: 'skill/bad-setting' }),
    );
  });
});
