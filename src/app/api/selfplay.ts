import { scaledSettings, type SelfPlaySettings, usualSelfPlay } from '#learners/model/selfplay';
import { openSelfPlay, type SelfPlayed, type SelfPlayParts, type SelfPlayWatch } from './open-selfplay.ts';
import { withBooks } from './with-books.ts';

export interface SelfPlayOptions extends Omit<SelfPlayParts, 'settings'>, Pick<SelfPlayWatch, 'watch' | 'progress'> {
  /** Over the usual ones, less where judge calls are limited. */
  readonly settings?: Partial<SelfPlaySettings>;
  /** Where the run is stored; in memory alone unless told. */
  readonly workspace?: string;
}

/** Lets a model practise on questions that it makes itself, from a program. */
export function selfplay({ settings, workspace, watch, progress, ...parts }: SelfPlayOptions): Promise<SelfPlayed> {
  return withBooks(workspace, (books) =>
    openSelfPlay(
      { ...parts, settings: { ...usualSelfPlay, ...scaledSettings(settings?.limits ?? {}), ...settings } },
      books,
    ).play({
      ...(watch === undefined ? {} : { watch }),
      ...(progress === undefined ? {} : { progress }),
    }),
  );
}
