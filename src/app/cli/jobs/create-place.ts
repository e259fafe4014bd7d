import { z } from 'zod';
import type { AnyJobKind } from '#foundation/contracts/ports';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { findAmong } from '#tasks/registry';
import type { JobPlace } from '#world/dispatch';
import { jobKinds } from '#learners/machine/evolve';
import { checkoutParts } from '../checkout.ts';
import { loadOwnTemplates } from '../tasks/own-templates.ts';

/** Kinds of jobs that compute: any thread does them, with the templates that the user brought. */
export async function workKinds(own: readonly AnyTemplate[] = []): Promise<readonly AnyJobKind[]> {
  return [...jobKinds(findAmong(own)), ...((await (await checkoutParts())?.kinds()) ?? [])];
}

const Settings = z.object({ tasks: z.array(z.string()).optional() }).nullish();

/** What a thread of this program runs: every kind of job that computes, and the templates that the user brought. */
export async function createPlace(settings?: unknown): Promise<JobPlace> {
  return { kinds: await workKinds(await loadOwnTemplates(Settings.parse(settings)?.tasks ?? [])) };
}
