import { describe, expect, it } from 'vitest';
import type { EvolveSummary } from '#learners/machine/evolve';
import { createMemoryJournal } from '#world/store';
import { counted, inGoodWords, roughTime } from '../counted.ts';
import { Pulse } from './pulse.ts';
import { findTemplate } from '#tasks/registry';
import { bestLines } from './best-lines.ts';
import { firstWords } from './first-words.ts';
import { lossesOf, reportLines } from './report-lines.ts';
import { watchEvolving } from './watch-evolving.ts';

const silent = { begin: () => () => undefined, enter: () => undefined };

function watch() {
  const lines: string[] = [];
  const watched = watchEvolving(createMemoryJournal(), {
    note: (line) => lines.push(line),
    pulse: silent,
    target: 0.95,
  });
  return { lines, ...watched };
}

describe('the live table', () => {
  it('calls better what the gate accepted below the target, and learnt what needs no more practice', () => {
    const { lines, journal } = watch();
    const lesson = { template: 'LIFT', level: 2, domain: 'agentic', class: 'word program', how: 'practised' };
    for (const score of [0.07, 0.949, 0.95, 1]) journal.emit('candidate-accepted', { ...lesson, score });
    expect(lines.map((line) => line.split(': ').at(-1))).toEqual(['better', 'better', 'learnt', 'learnt']);
  });

  it('opens with what its columns are, once', () => {
    const { lines, journal } = watch();
    for (const phase of [1, 2, 3]) journal.emit('phase-begun', { phase, says: 'practice' });
    const heads = lines.filter((line) => /^phase +domain +template +level +score/.test(line));
    expect(heads).toEqual([lines[0]]);
    expect(lines).toHaveLength(4);
  });

  it('folds what came of patches into a line of each kind, and says nothing twice', () => {
    const { lines, journal, end } = watch();
    journal.emit('phase-begun', { phase: 3, says: 'the machine practises' });
    for (let i = 0; i < 12; i += 1) {
      journal.emit('patch-proposed', { id: `p${i}`, kind: 'fuse' });
      journal.emit(i < 9 ? 'patch-accepted' : 'patch-rejected', { id: `p${i}`, kind: 'fuse', fragment: 'LIFT@1' });
      journal.emit('main-acted', { what: 'LIFT@1', domain: 'agentic', score: i < 11 ? 1 : 0.5, mode: 'act' });
    }
    journal.emit('patch-rejected', { id: 'q', kind: 'simplify', fragment: 'LIFT@1' });
    expect(lines.filter((line) => line.includes('LIFT'))).toHaveLength(2);
    expect(lines.filter((line) => line.includes('a patch is a proposed change'))).toHaveLength(1);
    end();
    end();
    expect(lines.slice(-2)).toEqual([
      '3     fuse: 9 patches proved, 3 refused: counterexample',
      '3     simplify: 1 refused: counterexample',
    ]);
  });

  it('says what a certificate is where the first one is shown', () => {
    const { lines, journal } = watch();
    const lesson = { template: 'LIFT', level: 2, domain: 'agentic', class: 'word program', how: 'practised' };
    for (const certificate of ['a', 'b']) journal.emit('candidate-accepted', { ...lesson, score: 1, certificate });
    expect(lines.map((line) => line.includes('certificate'))).toEqual([false, true, false]);
  });

  it('hears that the time was over, and which machine skills did not go into the main machine at last', () => {
    const { lines, journal, heard } = watch();
    expect(heard.isSpent).toBe(false);
    const skill = { skill: 'LIFT@2', domain: 'agentic', score: 0.4 };
    journal.emit('machine-skill-distilled', { ...skill, misfit: 'no episode is good enough' });
    expect(lines.at(-1)).toMatch(
      /LIFT +2 +40 % +kept out of the main machine: it was tried on new tasks and solved none of them/,
    );
    const told = lines.length;
    // Once for a template: what its other levels are kept out for is the same sentence.
    for (const level of [2, 3])
      journal.emit('machine-skill-distilled', {
        ...skill,
        skill: `LIFT@${level}`,
        misfit: 'no episode is good enough',
      });
    expect(lines).toHaveLength(told);
    journal.emit('machine-skill-distilled', { ...skill, skill: 'SWAP@1', misfit: 'no episode is good enough' });
    expect(lines).toHaveLength(told + 1);
    journal.emit('machine-skill-distilled', { ...skill, skill: 'LIFT@3' });
    journal.emit('machine-skill-distilled', { ...skill, skill: 'SWAP@1' });
    expect([...heard.misfits.keys()]).toEqual(['LIFT@2']);
    journal.emit('machine-skill-distilled', skill);
    expect(heard.misfits.size).toBe(0);
    journal.emit('budget-spent', { unit: 'specialise 2' });
    expect(heard.isSpent).toBe(true);
  });

  it('tells the pulse what a step does, until it ends', async () => {
    const told: string[] = [];
    const begin = (what: string) => {
      told.push(what);
      return () => void told.push(`end of ${what}`);
    };
    const { journal } = watchEvolving(createMemoryJournal(), {
      note: () => undefined,
      pulse: { begin, enter: (what) => void told.push(what) },
      target: 0.95,
    });
    journal.emit('phase-begun', { phase: 1, says: 'specialists practise' });
    await journal.step('lesson', { template: 'LIFT', level: 2 }, () => 1);
    // What only keeps the books is no work that a person waits for.
    for (const name of ['stop-asked', 'time-read', 'orders']) await journal.step(name, {}, () => null);
    await expect(journal.step('teach-route', {}, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(told).toEqual([
      'specialists practise',
      'practising LIFT@2',
      'end of practising LIFT@2',
      'teaching the machine when to use a skill',
      'end of teaching the machine when to use a skill',
    ]);
  });
});

describe('the pulse of a run of evolve', () => {
  it('says what is under way, for how long, and how long the phase may take at this pace', () => {
    let now = 0;
    let isSpent = false;
    const said: string[] = [];
    const display = {
      update: (done: number, total: number | undefined, what: string) => said.push(`${done}/${total} ${what}`),
    };
    const pulse = new Pulse({ display, now: () => now, isSpent: () => isSpent });
    pulse.update(0, 30, 'specialists');
    const end = pulse.begin('practising LIFT@2');
    now = 40_000;
    pulse.beat();
    expect(said.at(-1)).toBe('0/30 specialists; practising LIFT@2 for 40 s');
    const ends = [pulse.begin('propose patches'), pulse.begin('propose patches')];
    now = 44_000;
    pulse.beat();
    expect(said.at(-1)).toBe('0/30 specialists; practising LIFT@2 for 44 s; propose patches (2) for 4 s');
    for (const each of ends) each();
    now = 40_000;
    end();
    pulse.update(1, 30, 'specialists');
    expect(said.at(-1)).toBe('1/30 specialists; about 19 min more of this phase at this pace');
    isSpent = true;
    pulse.beat();
    expect(said.at(-1)).toBe('1/30 specialists; the time is up: what is under way is finished first');
    isSpent = false;
    pulse.enter('distillation');
    pulse.beat();
    expect(said.at(-1)).toBe('0/undefined distillation');
    pulse.end();
  });
});

describe('words for what evolve does', () => {
  it('begin with the tasks, one of them as it is drawn, and what a lesson is', () => {
    const lines = firstWords([findTemplate('PARITY'), findTemplate('GRID_NAV')]);
    expect(lines[0]).toContain('2 families of tasks');
    expect(lines[0]).toContain('PARITY');
    expect(lines.join('\n')).toMatch(/\| right is: [01]$/m);
    expect(lines.at(-1)).toContain('A lesson practises');
    for (const line of lines.slice(1)) expect(line.length).toBeLessThanOrEqual(110);
    // A drawing keeps its lines and its blanks.
    expect(firstWords([findTemplate('GRID_NAV')])).toContain('  | .....');
    expect(firstWords([])).toEqual([]);
  });

  it('end with the three best, of several domains, in all their words', () => {
    const long = Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ');
    const best = { ...template, levelAfter: 4, after: 1, says: long };
    const lines = bestLines([
      { ...best, template: 'A' },
      { ...best, template: 'B' },
      { ...best, template: 'C', domain: 'math' },
      { ...best, template: 'D', levelAfter: 1, domain: 'code' },
      { ...template, template: 'NOT' },
    ]);
    expect(lines.filter((line) => /^ {2}[A-Z]/.test(line)).map((line) => line.trim()[0])).toEqual(['A', 'C', 'D']);
    expect(lines.join(' ')).toContain('word59');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
    expect(bestLines([template])).toEqual([]);
  });

  it('count as people do', () => {
    expect([0, 1, 2].map((n) => counted(n, 'try', 'tries'))).toEqual(['0 tries', '1 try', '2 tries']);
    expect(inGoodWords('1 cases over 1 words, 1 pointed words and 1 runs')).toBe(
      '1 case over 1 word, 1 pointed word and 1 run',
    );
    expect(inGoodWords('11 cases over 21 words: word 1 runs on')).toBe('11 cases over 21 words: word 1 runs on');
    expect([300, 89_000, 600_000, 7_200_000].map(roughTime)).toEqual(['1 s', '89 s', '10 min', '2 h']);
  });
});

const template = {
  template: 'LIFT',
  domain: 'agentic',
  levelBefore: 0,
  levelAfter: 0,
  level: 1,
  before: 0,
  specialist: 0.36,
  after: 0.07,
  class: 'linear values',
  says: '4 cases over 1 words',
  how: 'practised',
  spent: { episodes: 400, effort: 1e6 },
  levels: [{ level: 1, score: 0.36 }],
  trials: [],
} as const;

const summary: EvolveSummary = {
  domains: {},
  templates: [template, { ...template, template: 'FERRY', after: 0.345 }],
  distilled: [],
  abstractions: ['library 0 of list $0: the sum of $0'],
  compositions: [],
  patches: { proposed: 0, proved: 0, refused: 0, unknown: 0, stale: 0, effort: 0, left: 0 },
  certificates: { statistical: 1, proofs: 2 },
  lessons: 1,
  episodes: 10,
  effort: 1e6,
  climb: [],
  offPolicy: { used: 0, masked: 0 },
  acted: { batches: 0, score: 0 },
  spent: {},
  cost: { learnt: 0, patched: 0 },
  sizes: {},
  machine: 'a'.repeat(64),
};

describe('the report of evolve', () => {
  const losses = lossesOf(summary, new Map([['LIFT@1', 'no episode is good enough']]));
  const shell = { workspace: '/w/.pawl', folder: '/w', store: { kind: 'file', path: '/w/.pawl/pawl.db' } } as never;
  const lines = reportLines(
    { ...summary, run: 'evolve-1', hash: 'h', stopped: 'budget', losses, own: ['/w/lift.ts', '/x/my ferry.ts'] },
    shell,
  ).join('\n');

  it('tells where the main machine lost what a specialist can do, and why', () => {
    expect(losses).toMatchObject([{ template: 'LIFT', level: 1, specialist: 0.36, after: 0.07 }]);
    expect(lines).toContain(
      '! LIFT@1: the machine has 7 % where its specialist has 36 %; not taken over: it was tried',
    );
    expect(lines).not.toContain('! FERRY');
    expect(lossesOf(summary, new Map())[0]?.why).toContain('another machine skill');
  });

  it('says plainly what was not learnt, without shares below zero or above all, and nothing of gates that were not saved', () => {
    const told = reportLines(
      {
        ...summary,
        templates: [
          { ...template, template: 'WORSE', before: 0.2, after: -2.89 },
          { ...template, template: 'NONE', class: null, says: null, before: -0.4, after: -0.4 },
          { ...template, template: 'GOOD', levelAfter: 1, before: -0.15, after: 1.02 },
        ],
        run: 'evolve-1',
        hash: 'h',
        stopped: null,
        losses: [],
        own: [],
      },
      shell,
    );
    const lineOf = (name: string): string => told.find((line) => line.includes(name)) ?? '';
    expect(lineOf('WORSE')).toContain('not learnt: the machine does no better than before');
    expect(lineOf('NONE')).toContain('not learnt: nothing that was tried stayed');
    expect(lineOf('GOOD')).toMatch(/< chance →    100 % at 1  linear values/);
    expect(told.join('\n')).not.toMatch(/-\d+ %|10[1-9] %|gates saved/);
    expect(lines).toMatch(/LIFT .* learnt in part, linear values/);
  });

  it('tells that the time cut it short, counts as people do, and names the files of own templates', () => {
    expect(lines).toContain('evolve-1: 1 lesson, 10 episodes');
    expect(lines).toContain('cut short by --budget');
    expect(lines).toContain('4 cases over 1 word');
    expect(lines).toContain('1 paired test, 2 proofs');
    expect(lines).toContain("npx pawl evolve --tasks lift.ts,'/x/my ferry.ts' --profile full");
  });
});
