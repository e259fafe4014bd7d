import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { adversaryLaw, efforts } from '#tasks/adversary';
import { findTemplate } from '#tasks/registry';
import { pathNameOf } from '#tasks/settings';
import { loadOwnTemplates } from './own-templates.ts';

const Asked = z.object({
  place: z.number(),
  template: z.string(),
  level: z.number(),
  effort: z.enum(['quick', 'full']),
  seed: z.string().optional(),
});

const own = await loadOwnTemplates(z.object({ files: z.array(z.string()) }).parse(workerData).files);

/** A thread that attacks the levels it is given, one after the other. */
parentPort?.on('message', (message: unknown) => {
  const { place, template, level, effort, seed } = Asked.parse(message);
  const report = adversaryLaw(own.find((each) => pathNameOf(each) === template) ?? findTemplate(template), level, {
    ...efforts[effort],
    ...(seed === undefined ? {} : { seed }),
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort?.postMessage({ place, report });
});
