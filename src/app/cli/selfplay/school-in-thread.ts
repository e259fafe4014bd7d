import { Worker } from 'node:worker_threads';
import type { SelfPlayParts } from '#app/api';
import { Fault } from '#foundation/kernel';
import type { Corpus, Schooling } from '#learners/model/selfplay';
import type { SelfPlayConfig } from './selfplay-config.ts';

/** What a thread is asked to school. */
export interface SchoolAsk {
  /** Only what says how questions are put. */
  readonly config: Pick<SelfPlayConfig, 'practice' | 'patterns' | 'topic' | 'instruction'>;
  readonly corpus: Corpus;
  readonly schooling: Schooling;
  readonly seed: number;
}

type Told = { readonly bytes: Uint8Array } | { readonly progress: readonly [number, number | undefined, string] };

/** Schools in a thread: it computes for minutes, and this one must hear signals meanwhile. */
export function schoolInThread(config: SelfPlayConfig): NonNullable<SelfPlayParts['school']> {
  const { practice, patterns, topic, instruction } = config;
  return ({ corpus, schooling, seed }, progress) =>
    new Promise((resolve, reject) => {
      const ask = { config: { practice, patterns, topic, instruction }, corpus, schooling, seed };
      const worker = startWorker(ask);
      worker.on('message', (told: Told) => {
        if ('progress' in told) progress?.(...told.progress);
        else resolve(told.bytes);
      });
      worker.on('error', reject);
      worker.on('exit', () => reject(new Fault('dispatch/thread-failed', 'the thread that schools ended early')));
    });
}

/** A checkout runs its sources, which need a loader in every thread. */
function startWorker(ask: SchoolAsk): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = new URL(isSource ? './school-worker.ts' : './school-worker.js', import.meta.url).href;
  const workerData = isSource ? { loader: import.meta.resolve('tsx/esm/api'), entry, ask } : { entry, ask };
  return new Worker(new URL('../tasks/attack-thread.mjs', import.meta.url), { workerData });
}
