import { z } from 'zod';
import { systemTimer } from '#app/api';
import { practise } from '#ratchet/learner';
import { type Ended, openRun, type Over, type RunBooks } from '#ratchet/open-run';
import { type DialConfig, dialLearner } from './dial-learner.ts';

const Stored = z.strictObject({
  seed: z.int(),
  proposals: z.int(),
  tasks: z.int(),
  best: z.number(),
  alpha: z.number(),
});

/** Opens a run of the dial, or takes one up again, and lets it practise to its end. */
export function runDial(
  config: DialConfig,
  books: RunBooks,
  { resume, over }: { readonly resume?: string; readonly over?: Over } = {},
): Promise<{ snapshot: string; dial: number; accepted: number } & Ended> {
  const same = ({ best, ...settings }: DialConfig) => ({ settings, tasks: best });
  const asked = { learner: 'dial', seed: config.seed, config, read: (stored: unknown) => Stored.parse(stored) };
  return openRun({ ...asked, same, resume }, books).conduct(systemTimer, over, async ({ journal }) => {
    const summary = await practise(dialLearner(config, journal));
    return { summary, kept: summary };
  });
}
