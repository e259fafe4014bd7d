import { z } from 'zod';
import type { JobPlace } from '#dispatch';
import { probeKind } from '#bench';
import { jobKinds } from '#loops';
import { loadOwnTemplates } from '../evolve/own-templates.ts';

/** Every kind of job that can be asked for. */
export const allKinds = [...jobKinds, probeKind];

const Settings = z.object({ tasks: z.array(z.string()).optional() }).nullish();

/** What a thread or a worker of this program runs: every kind of job that its loops ask for, and the templates that the user brought. */
export async function createPlace(settings?: unknown): Promise<JobPlace> {
  await loadOwnTemplates(Settings.parse(settings)?.tasks ?? []);
  return { kinds: allKinds };
}
