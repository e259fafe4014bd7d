import { Fault } from '#foundation/kernel';
import { createCurriculum, type Curriculum, observeLevel } from './curriculum.ts';
import type { Knobs } from '../knobs.ts';
import { emptyTrack, extendTrack, type Track } from '../practice-history.ts';

/** The practice record of one difficulty band of a template, in one context; the context '' pools all. */
interface Arm {
  readonly context: string;
  readonly band: number;
  readonly track: Track;
}

/** What TEACH knows of one template: statistics only, never the inside of its environments. */
export interface TemplateEntry {
  readonly template: string;
  readonly domain: string;
  readonly curriculum: Curriculum;
  readonly arms: readonly Arm[];
}

/** All templates, in a fixed order, and the number of TEACH steps so far. Plain data. */
export interface TeachLibrary {
  readonly step: number;
  readonly entries: readonly TemplateEntry[];
}

/** What came of one TEACH step: the episodes of one template at one level. */
export interface Lesson {
  readonly template: string;
  readonly level: number;
  /** Under which the lesson was chosen, such as the learner's name or phase; '' for none. */
  readonly context: string;
  readonly episodes: readonly { readonly passed: boolean; readonly regret: number }[];
}

/** What the library needs to know of a template to teach it. */
export interface TeachTemplate {
  readonly template: string;
  readonly domain: string;
  readonly levels: number;
}

/** A library in which nothing was taught yet. */
export function createTeachLibrary(templates: readonly TeachTemplate[]): TeachLibrary {
  return templates.reduce(addTemplate, { step: 0, entries: [] });
}

/** The library with one more template, such as a new composition. */
export function addTemplate(library: TeachLibrary, { template, domain, levels }: TeachTemplate): TeachLibrary {
  if (library.entries.some((entry) => entry.template === template)) {
    throw new Fault('schedule/twice', `template ${template} is in the library already`);
  }
  const entry: TemplateEntry = { template, domain, curriculum: createCurriculum(levels), arms: [] };
  return { ...library, entries: [...library.entries, entry] };
}

/** Which of (at most) three bands of difficulty a level lies in: 0 low, 1 middle, 2 high. */
export function bandOf(level: number, levels: number): number {
  return Math.floor(((level - 1) * Math.min(3, levels)) / levels);
}

/** The record to judge a band by: the context's own once it can show a slope, else the pooled one. */
export function findTrack({ arms }: TemplateEntry, context: string, band: number): Track {
  const find = (name: string): Track =>
    arms.find((arm) => arm.context === name && arm.band === band)?.track ?? emptyTrack;
  const own = find(context);
  return own.marks.length >= 3 ? own : find('');
}

/**
 * The library after a lesson. Its score, 1 − mean regret, joins the track of its band, once for the context and once
 * pooled; each episode moves the curriculum. A lesson without episodes only passes time.
 *
 * @source spec/task-grammar §1.1: TEACH sees a template only through its meta statistics
 */
export function observeLesson(library: TeachLibrary, lesson: Lesson, knobs: Knobs): TeachLibrary {
  const { template, level, context, episodes } = lesson;
  const at = library.entries.findIndex((entry) => entry.template === template);
  const entry = library.entries[at];
  if (entry === undefined) throw new Fault('schedule/unknown', `template ${template} is not in the library`);
  const step = library.step + 1;
  if (episodes.length === 0) return { ...library, step };

  const curriculum = episodes.reduce(
    (ladder, episode) => observeLevel(ladder, { ...episode, level }, knobs),
    entry.curriculum,
  );
  const band = bandOf(level, curriculum.levels.length);
  const score = 1 - episodes.reduce((sum, { regret }) => sum + regret, 0) / episodes.length;
  let arms = entry.arms;
  for (const name of new Set([context, ''])) {
    const i = arms.findIndex((arm) => arm.context === name && arm.band === band);
    const old = arms[i]?.track ?? emptyTrack;
    const track = extendTrack(old, { at: library.step, score }, knobs.window, knobs.evidenceRate);
    const arm: Arm = { context: name, band, track };
    arms = i < 0 ? [...arms, arm] : arms.with(i, arm);
  }
  return { step, entries: library.entries.with(at, { ...entry, curriculum, arms }) };
}
