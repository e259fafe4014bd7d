import { describe, expect, it } from 'vitest';
import { ideaText, type UpdateItem } from '#learners/skill/edits';
import type { AnalystReport } from '#learners/skill/optimizer';
import { chooseItems } from '../../src/learners/skill/train/propose/choose-items.ts';
import { practise } from '../../src/learners/skill/train/propose/practise.ts';
import { reflectOn } from '../../src/learners/skill/train/propose/reflect-on.ts';
import { isScored } from '../../src/learners/skill/train/propose/step.ts';
import { reportOf } from '../../src/learners/skill/train/fixtures/report.ts';
import { beginRun, type Begun, item, type Scoring, searching, stepOf, taskOf, versionOf, words } from './begun-run.ts';
import { shortOptimizer } from './short-run.ts';

const tasks = words.flatMap((word) => [0, 1].map((i) => taskOf(`${word}${i}`, `Sort ${word}`)));
const failing = tasks.filter(({ id }) => /amber|basil/u.test(id));
const report = (...items: UpdateItem[]): AnalystReport => reportOf({ source: 'failure', items });
const settings = { search: searching({ votes: 2, readings: 2 }) };

/** A step whose analysts said these things, of which the merge kept some; what is known of ideas, and what tasks passed before. */
async function choosing(
  score: Scoring,
  lines: readonly string[],
  said: { readonly reports: readonly AnalystReport[]; readonly merged: readonly UpdateItem[] },
  known: readonly { readonly text: string; readonly bad: number }[] = [],
): Promise<Begun & { chosen: string[] }> {
  const begun = beginRun(score, { train: tasks, lines, settings });
  const { run } = begun;
  const parent = versionOf(...lines);
  for (const _time of [1, 2, 3]) await practise(run, parent, run.train);
  const made = (await practise(run, parent, run.train)).filter(isScored);
  Object.assign(run.state, { said: new Set(['weld', 'melt', 'etch', 'join']) });
  for (const { text, bad } of known) run.book.ideaMeasured(text, { good: 0, bad });
  const rolled = { made: made.length, rollouts: made, batches: [] };
  const chosen = await chooseItems(
    run,
    stepOf(parent),
    { items: said.merged, kept: [] },
    { rolled, reports: said.reports },
  );
  return { ...begun, chosen: chosen.map(ideaText) };
}

describe('what a step takes up', () => {
  const melt = [item('m0', 'amber: melt'), item('m1', 'for amber always melt'), item('m2', 'amber gets melt')];
  const weld = item('w', 'amber: weld');
  const etch = [item('e0', 'basil: etch'), item('e1', 'basil wants etch')];
  const reports = [report(melt[0]!, etch[0]!), report(melt[1]!, etch[1]!), report(melt[2]!, weld)];
  const passes: Scoring = (text, { id }) => Number(id.startsWith('amber') ? text.includes('amber: weld') : false);
  const merged = [melt[0]!, etch[0]!];

  it('is also what a merge hid: where the favourite was refuted in other words, its rivals race beside what is agreed', async () => {
    const refuted = [{ text: '- whatever is amber, melt it', bad: 4 }];
    const { chosen, eventsOf } = await choosing(passes, ['Say one word.'], { reports, merged }, refuted);
    expect(chosen).toEqual(['- basil: etch', '- amber: weld']);
    expect(eventsOf('ideas-raced')).toMatchObject([{ kept: ['w'] }]);
  });

  it('is what most say while nothing speaks against it', async () => {
    const { chosen, eventsOf } = await choosing(passes, ['Say one word.'], { reports, merged });
    expect(chosen).toEqual(['- amber: melt', '- basil: etch']);
    expect(eventsOf('ideas-raced').flatMap(({ kept }) => kept)).toEqual([]);
  });

  it('takes no place of a line that rollouts have proved, unless a race speaks for it', async () => {
    const edit = { op: 'replace', target: '- amber: weld', content: '- amber: melt' } as const;
    const replacing: UpdateItem = { ...melt[0]!, kind: 'edit', edit };
    const said = {
      reports: [0, 1, 2].map((i) => report({ ...replacing, origin: { ...replacing.origin, id: `r${i}` } })),
      merged: [replacing],
    };
    // The line lets seven of eight rollouts pass; one slipped, and analysts take it for the reason.
    let met = 0;
    const slipping: Scoring = (text, { id }) =>
      id.startsWith('amber') ? Number(text.includes('weld') && (met += 1) !== 7) : 1;
    expect((await choosing(slipping, ['amber: weld'], said)).chosen).toEqual([]);
    const better: Scoring = (text, { id }) =>
      id.startsWith('amber') ? Number(text.includes('melt') || (met += 1) % 4 === 0) : 1;
    expect((await choosing(better, ['amber: weld'], said)).chosen).toEqual(['- amber: melt']);
  });
});

describe('what analysts read', () => {
  const readBy = async (replies: (times: number) => number): Promise<number[]> => {
    const asked: string[] = [];
    const optimizer = {
      ...shortOptimizer(),
      complete: async (request: Parameters<ReturnType<typeof shortOptimizer>['complete']>[0]) => {
        asked.push(request.messages[1]!.content);
        return shortOptimizer().complete(request);
      },
    };
    const { run } = beginRun((_, task, repeat) => (failing.includes(task) ? replies(repeat) : 1), {
      train: tasks,
      settings,
      optimizer,
    });
    const parent = versionOf('Say one word.');
    const counts: number[] = [];
    for (const history of ['', 'Step 1: nothing']) {
      const made = (await practise(run, parent, run.train)).filter(isScored);
      await reflectOn(run, stepOf(parent, { history }), {
        made: made.length,
        rollouts: made,
        batches: [{ made: made.length, scored: made }],
      });
      counts.push(asked.length - counts.reduce((sum, count) => sum + count, 0));
    }
    return counts;
  };

  it('are failures as often as was asked for, and successes once; what was read before is not read again', async () => {
    // Four failures are two minibatches, four successes as many: two readings of the ones and one of the others.
    expect(await readBy(() => 0)).toEqual([6, 0]);
  });
});
