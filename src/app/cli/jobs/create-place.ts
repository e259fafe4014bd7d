import { z } from 'zod';
import type { AnyJobKind } from '#foundation/contracts/ports';
import type { JobPlace } from '#world/dispatch';
import { jobKinds } from '#learners/machine/evolve';
import { checkoutParts } from '../checkout.ts';
import { loadOwnTemplates } from '../tasks/own-templates.ts';

/** Kinds of jobs that compute: any thread does them. */
export async function workKinds(): Promise<readonly AnyJobKind[]> {
  return [...jobKinds, ...((await (await checkoutParts())?.kinds()) ?? [])];
}

const Settings = z.object({ tasks: z.array(z.string()).optional() }).nullish();

/** What a thread of this program runs: every kind of job that computes, and the templates that the user brought. */
export async function createPlace(settings?: unknown): Promise<JobPlace> {
  await loadOwnTemplates(Settings.parse(settings)?.tasks ?? []);
  return { kinds: await workKinds() };
}
