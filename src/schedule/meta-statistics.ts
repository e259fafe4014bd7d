import { measureProgress } from './progress.ts';
import type { TeachLibrary } from './lessons/teach-library.ts';

/** The meta statistics of one template at one level band, pooled over contexts. */
export interface MetaStatistics {
  readonly template: string;
  readonly domain: string;
  /** Where the curriculum stands. */
  readonly level: number;
  /** At that level; `undefined` before the first episode. */
  readonly passRate: number | undefined;
  readonly regret: number | undefined;
  /** 1 / √(1 + lessons): 1 for what was never taught. */
  readonly novelty: number;
  /** Change of score per lesson in the band practised last; `undefined` until three lessons were seen. */
  readonly learningProgress: number | undefined;
}

/**
 * What TEACH may know of each template, for display and for choice: pass rate, regret, novelty, learning progress.
 *
 * @source seed 004 §1.1
 */
export function metaStatistics({ entries }: TeachLibrary): MetaStatistics[] {
  return entries.map(({ template, domain, curriculum, arms }) => {
    const { trials, passes, regrets } = curriculum.levels[curriculum.centre - 1]!;
    const pooled = arms.filter(({ context }) => context === '');
    const lessons = pooled.reduce((sum, { track }) => sum + track.visits, 0);
    const latest = pooled.toSorted((a, b) => b.track.marks.at(-1)!.at - a.track.marks.at(-1)!.at)[0];
    const { slope, error } = measureProgress(latest?.track.marks ?? []);
    return {
      template,
      domain,
      level: curriculum.centre,
      passRate: trials > 0 ? passes / trials : undefined,
      regret: trials > 0 ? regrets / trials : undefined,
      novelty: 1 / Math.sqrt(1 + lessons),
      learningProgress: Number.isFinite(error) ? slope : undefined,
    };
  });
}
