import { describe, expect, it } from 'vitest';
import type { UpdateItem } from '#learners/skill/edits';
import type { SkillVersion } from '../skill-version.ts';
import type { Tried } from './tried.ts';
import { bookChange, createBook, type TrainBook } from './book.ts';
import { type Change, createState } from './train-state.ts';

const versionOf = (...lines: readonly string[]): SkillVersion => {
  const skill = { 'SKILL.md': ['# Rules', '', ...lines, ''].join('\n') };
  return { skill, hash: lines.join('|'), origin: 'test' };
};
const first = versionOf();
const item = (content: string): UpdateItem => ({
  kind: 'edit',
  edit: { op: 'append', content, target: '' },
  origin: { id: content, source: 'failure', support: 1, causes: [] },
});
const changeOf = (step: number, version: SkillVersion, ...lines: readonly string[]): Change => ({
  version,
  items: lines.map(item),
  maker: { step, epoch: 1, proposer: 'edits' },
  what: `step ${step}`,
});
const triedAs = (verdict: Tried['verdict'], change: Partial<Tried> = {}): Tried => ({
  verdict,
  action: verdict,
  evidence: { outcomes: [{ task: 't', incumbent: 0.4, candidate: 0.9 }], gain: 0.5 } as never,
  hard: 0.9,
  soft: 0.9,
  incumbentScore: 0.4,
  candidateScore: 0.9,
  certificate: undefined,
  claim: 'better',
  isTested: true,
  share: { weight: 1 },
  ...change,
});
const gainOf = (book: TrainBook): number | undefined => book.state.proposers.get('edits')?.gain;

describe('the book of a unit of training', () => {
  it('is a fold over what was booked, and leaves every earlier state as it was', () => {
    const book = createBook(createState(first));
    const before = book.state;
    const a = versionOf('- a');
    book.drafted(changeOf(1, a, '- a'));
    const drafted = book.state;
    book.tried(changeOf(1, a, '- a'), [], triedAs('accept'));
    book.draftEnded();
    const { changes } = book;
    expect(changes.map(({ kind }) => kind)).toEqual(['drafted', 'tried', 'draftEnded']);
    expect(changes.reduce(bookChange, createState(first))).toEqual(book.state);
    expect(before).toEqual(createState(first));
    expect(drafted).toMatchObject({ accepted: 0, draft: { version: a } });
  });

  it('lets an accepted candidate replace incumbent and best, and forgets what was open', () => {
    const book = createBook(createState(first));
    const [a, b] = [versionOf('- a'), versionOf('- b')];
    book.tried(changeOf(1, a, '- a'), [], triedAs('undecided'));
    expect(book.state).toMatchObject({ undecided: 1, refused: 0, accepted: 0, left: { version: a } });
    expect([...book.state.open]).toEqual([a.hash]);
    expect(book.state.best).toBe(first);
    book.tried(changeOf(2, b, '- b'), [], triedAs('accept'));
    expect(book.state).toMatchObject({
      accepted: 1,
      current: b,
      best: b,
      bestScore: 0.9,
      bestStep: 2,
      left: undefined,
    });
    expect(book.state.open.size).toBe(0);
    expect(book.state.bestSeen).toEqual([0.9]);
    expect([...book.state.bundles.keys()]).toEqual([a.hash, b.hash]);
  });

  it('keeps the first measurement of the incumbent as the baseline, and the last as its score', () => {
    const book = createBook(createState(first));
    book.tried(changeOf(1, versionOf('- a')), [], triedAs('reject', { incumbentScore: null }));
    expect(book.state).toMatchObject({ refused: 1, baselineScore: null, bestScore: null, currentScore: null });
    book.tried(changeOf(1, versionOf('- a')), [], triedAs('reject'));
    book.tried(changeOf(2, versionOf('- b')), [], triedAs('reject', { incumbentScore: 0.6 }));
    expect(book.state).toMatchObject({ refused: 3, baselineScore: 0.4, bestScore: 0.4, currentScore: 0.6 });
    expect(book.state.left).toBeUndefined();
  });

  it('without a test calls best what measured best', () => {
    const book = createBook(createState(first));
    const [a, b, c] = [versionOf('- a'), versionOf('- b'), versionOf('- c')];
    const untested = (candidateScore: number): Tried => triedAs('accept', { isTested: false, candidateScore });
    book.tried(changeOf(1, a), [], untested(0.9));
    book.tried(changeOf(2, b), [], untested(0.9));
    expect(book.state).toMatchObject({ best: a, bestStep: 1, current: b, currentScore: 0.9 });
    book.tried(changeOf(3, c), [], untested(0.95));
    expect(book.state).toMatchObject({ best: c, bestStep: 3 });
  });

  it('grows a draft by parts, takes back the last, and ends it', () => {
    const book = createBook(createState(first));
    const [a, b] = [changeOf(1, versionOf('- a'), '- a'), changeOf(2, versionOf('- a', '- b'), '- b')];
    book.drafted(a);
    book.drafted(b);
    expect(book.state.draft).toEqual({ version: b.version, parts: [a, b] });
    book.draftTriedEarly();
    expect(book.state.triedParts).toBe(2);
    book.tookBack();
    expect(book.state.draft).toEqual({ version: a.version, parts: [a] });
    book.tookBack();
    expect(book.state.draft).toBeUndefined();
    book.tookBack();
    book.draftTriedEarly();
    expect(book.state.triedParts).toBe(0);
    book.drafted(a);
    book.draftTriedEarly();
    book.draftEnded();
    expect(book.state).toMatchObject({ draft: undefined, triedParts: 0 });
  });

  it('measures the last part once, and credits its maker with a gain, not a loss', () => {
    const book = createBook(createState(first));
    book.partMeasured(0.5);
    expect(gainOf(book)).toBeUndefined();
    book.drafted(changeOf(1, versionOf('- a'), '- a'));
    book.partMeasured(0.2);
    book.partMeasured(0.7);
    expect(book.state.draft!.parts[0]!.effect).toBe(0.2);
    expect(gainOf(book)).toBeCloseTo(0.2, 12);
    book.drafted(changeOf(2, versionOf('- a', '- b'), '- b'));
    book.partMeasured(-0.3);
    expect(book.state.draft!.parts.map(({ effect }) => effect)).toEqual([0.2, -0.3]);
    expect(gainOf(book)).toBeCloseTo(0.2, 12);
    expect(book.state.proposers.get('edits')!.tries).toBe(2);
  });

  it('gives what training did not explain to the parts that it did not measure; a refusal takes it away again', () => {
    const [a, b] = [changeOf(1, versionOf('- a'), '- a'), changeOf(2, versionOf('- a', '- b'), '- b')];
    const parts = [{ ...a, effect: 0.2 }, b];
    const accepted = createBook(createState(first));
    accepted.trialEnded(b, parts, triedAs('accept'));
    expect(gainOf(accepted)).toBeCloseTo(0.3, 12);
    const refused = createBook(createState(first));
    refused.trialEnded(b, parts, triedAs('reject'));
    expect(gainOf(refused)).toBeCloseTo(-0.2, 12);
    const open = createBook(createState(first));
    open.trialEnded(b, parts, triedAs('undecided'));
    expect(gainOf(open)).toBeCloseTo(0, 12);
    const alone = createBook(createState(first));
    alone.trialEnded(a, [], triedAs('accept'));
    expect(alone.state.proposers.get('edits')).toMatchObject({ tries: 1, gain: 0.5 });
    const worse = createBook(createState(first));
    worse.trialEnded(a, [], triedAs('reject'));
    expect(worse.state.proposers.get('edits')).toMatchObject({ tries: 1, gain: 0 });
  });

  it('counts fruitless trials of steps, and none of slow updates; an acceptance or a new part begins anew', () => {
    const book = createBook(createState(first));
    const change = changeOf(1, versionOf('- a'), '- a');
    book.trialEnded(change, [], triedAs('reject'));
    book.trialEnded({ ...change, maker: { ...change.maker, proposer: 'slow_update' } }, [], triedAs('reject'));
    book.trialEnded(change, [], triedAs('undecided'));
    expect(book.state.fruitless).toBe(2);
    book.trialEnded(change, [], triedAs('accept'));
    expect(book.state.fruitless).toBe(0);
    book.trialEnded(change, [], triedAs('reject'));
    book.drafted(change);
    expect(book.state.fruitless).toBe(0);
    expect(book.state.proposers.has('slow_update')).toBe(false);
  });

  it('leaves lines out of a draft with the items that wrote them; nothing is left where it is the incumbent again', () => {
    const book = createBook(createState(first));
    book.drafted(changeOf(1, versionOf('- a'), '- a'));
    book.drafted(changeOf(2, versionOf('- a', '- b', '- c'), '- b', '- c'));
    const reviewed = versionOf('- a', '- c');
    book.draftReviewed(reviewed, first);
    const { draft } = book.state;
    expect(draft!.version).toBe(reviewed);
    expect(draft!.parts.map(({ items }) => items.map(({ origin }) => origin.id))).toEqual([['- a'], ['- c']]);
    expect(draft!.parts.map(({ version }) => version.hash)).toEqual(['- a', '- a|- c']);
    book.draftReviewed(first, first);
    expect(book.state.draft).toBeUndefined();
    book.draftReviewed(reviewed, first);
    expect(book.state.draft).toEqual({ version: reviewed, parts: [] });
  });

  it('knows for every new rule the step that wrote it', () => {
    const book = createBook(createState(first));
    const both = versionOf('- say amber', '- say basil');
    const parts = [changeOf(3, versionOf('- say amber'), '- say amber'), changeOf(5, both, '- say basil')];
    const change = { ...changeOf(5, both), items: parts.flatMap(({ items }) => items) };
    book.tried(change, parts, triedAs('accept'));
    expect(Object.fromEntries(book.state.rules.map(({ text, step }) => [text, step]))).toEqual({
      '- say amber': 3,
      '- say basil': 5,
    });
  });

  it('remembers what the items of a refused bundle did, and which are to be tried again', () => {
    const book = createBook(createState(first));
    book.tookApart([{ item: item('- a'), effect: 0.1 }], [item('- a')]);
    book.tookApart([{ item: item('- b'), effect: -0.1 }], []);
    expect([...book.state.effects]).toEqual([
      ['- a', 0.1],
      ['- b', -0.1],
    ]);
    expect(book.state.kept).toEqual([]);
  });
});
