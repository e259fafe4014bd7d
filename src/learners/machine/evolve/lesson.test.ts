import { drawAt } from '#tasks/play';
import { findAmong, findTemplate } from '#tasks/registry';
import { settingOf } from '#tasks/settings';
import { describe, expect, it } from 'vitest';
import type { JobContext } from '#foundation/contracts/ports';
import { compareKind } from './compare-skills.ts';
import { nearlyRight, rareCase } from './fixtures/rare-case.ts';
import { lessonKind, type LessonInputs, type LessonResult } from './lesson.ts';

const asked: LessonInputs = {
  template: 'PARITY',
  level: 1,
  path: 'lesson-test',
  incumbent: null,
  skills: [],
  hasLibrary: true,
  failed: [],
  target: 0.95,
  budget: { episodes: 3000, effort: 4e6 },
  measured: 16,
  climb: 0,
  only: ['terms'],
};

/** A lesson looks at nothing but its inputs. */
const context: JobContext = {
  signal: new AbortController().signal,
  blobs: { getBlob: unasked },
};

function unasked(): never {
  throw new Error('a lesson asked for a blob');
}

const give = async (inputs: Partial<LessonInputs> = {}): Promise<LessonResult> =>
  lessonKind(findTemplate).run({ ...asked, ...inputs }, context);

describe('a lesson', () => {
  it('proposes what was practised, and nothing above it where it may not climb', async () => {
    const { candidates } = await give();
    expect(candidates.map(({ skill, how }) => [skill.level, how])).toEqual([[1, 'practised']]);
  });

  it('jumps to the highest level that the same skill solves, and counts what it played on the way', async () => {
    const [plain, climbed] = [await give(), await give({ climb: 4 })];
    expect(climbed.candidates.map(({ skill, how }) => [skill.level, how])).toEqual([
      [1, 'practised'],
      [4, 'carried'],
    ]);
    expect(climbed.episodes - plain.episodes).toBe(4 * asked.measured);
  });

  it('searches by the knobs that were turned', async () => {
    const [plain, turned] = [await give(), await give({ search: { trialEpisodes: 32 } })];
    expect(plain.episodes - turned.episodes).toBeGreaterThanOrEqual(128 - 32);
    expect((await give({ search: { mostTermBits: 2, signatureBits: 8 } })).contenders).not.toEqual(plain.contenders);
  });

  it('practises nothing where the skill in force is good enough, and climbs from there', async () => {
    const [first] = (await give()).candidates;
    const { candidates, contenders } = await give({ incumbent: first!.skill, climb: 3 });
    expect(contenders).toEqual([]);
    expect(candidates.map(({ skill }) => skill.level)).toEqual([3]);
  });

  it('proposes nothing that equals the skill in force, of its own class or in what it does', async () => {
    const [first] = (await give()).candidates;
    // Above any score, so that what is in force is practised all the same.
    const again = { incumbent: first!.skill, skills: [first!.skill], target: 2 };
    const same = await give(again);
    expect(same.contenders.map(({ entries }) => entries)).toEqual([0]);
    expect(same.candidates).toEqual([]);
    const other = await give({ ...again, only: ['sequence program'] });
    expect((await give({ only: ['sequence program'] })).candidates).toHaveLength(1);
    expect(other.candidates).toEqual([]);
  });

  it('does not climb with what is not good enough', async () => {
    const { candidates } = await give({ climb: 4, budget: { episodes: 300, effort: 1e4 }, only: ['linear values'] });
    expect(candidates.every(({ skill }) => skill.level === 1)).toBe(true);
  });

  it('repairs what is in force where it is known to fail, however good it is elsewhere: a case more', async () => {
    const find = findAmong([rareCase]);
    // Tasks as Adv_d finds them: with a parameter replaced.
    const failed = Array.from({ length: 60 }, (_, index) => {
      return drawAt(rareCase, settingOf(rareCase, 1, { rare: 0.4 }), { seed: 'found', split: 'train', index });
    }).flatMap(({ seedPath, instance }) => ((instance as { readonly mark: number }).mark > 11 ? [seedPath] : []));
    const lesson = { ...asked, template: rareCase.name, incumbent: nearlyRight, skills: [nearlyRight], target: 0.6 };
    const run = async (inputs: LessonInputs): Promise<LessonResult> => lessonKind(find).run(inputs, context);
    expect((await run(lesson)).candidates).toEqual([]);
    const { candidates, before } = await run({ ...lesson, failed });
    expect(before.score).toBeGreaterThan(lesson.target);
    expect(candidates).toHaveLength(1);
    const candidate = candidates[0]!.skill;
    const inputs = { path: 'repaired', incumbent: nearlyRight, candidate, tasks: 400 };
    const { score, incumbentScore } = await compareKind(find).run(inputs, context);
    expect(incumbentScore).toBeLessThan(0.97);
    expect(score).toBe(1);
  });
});
