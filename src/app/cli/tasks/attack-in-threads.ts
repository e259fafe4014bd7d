import { Worker } from 'node:worker_threads';
import { type AdversaryReport, adversaryLaw, efforts } from '#tasks/adversary';
import { pathNameOf } from '#tasks/settings';
import type { AnyTemplate } from '#foundation/contracts/tasks';

/** One level to attack; a template that only this process knows is attacked here. */
export interface Attack {
  readonly template: AnyTemplate;
  readonly level: number;
  readonly isRegistered: boolean;
}

export interface ThreadSettings {
  readonly effort: keyof typeof efforts;
  readonly threads: number;
  readonly seed?: string | undefined;
  /** Files of own templates, which every thread loads. */
  readonly files?: readonly string[];
  /** A report that is known without an attack. */
  readonly known?: (attack: Attack) => AdversaryReport | undefined;
  /** Hears each report in the order of the attacks. */
  readonly heard: (report: AdversaryReport, place: number) => void;
}

interface Answer {
  readonly place: number;
  readonly report: AdversaryReport;
}

/** Attacks every level, spread over threads; the reports do not depend on how many there are. */
export async function attackAll(attacks: readonly Attack[], settings: ThreadSettings): Promise<AdversaryReport[]> {
  const { effort, threads, seed } = settings;
  const reports: (AdversaryReport | undefined)[] = attacks.map(() => undefined);
  let told = 0;
  const keep = (place: number, report: AdversaryReport): void => {
    reports[place] = report;
    for (let next = reports[told]; next !== undefined; next = reports[told]) {
      settings.heard(next, told);
      told += 1;
    }
  };
  for (const [place, attack] of attacks.entries()) {
    const known = settings.known?.(attack);
    if (known !== undefined) keep(place, known);
  }
  const open = attacks.flatMap((_, place) => (reports[place] === undefined ? [place] : []));
  const shared = open.filter((place) => threads > 1 && attacks[place]!.isRegistered);
  const own = open.filter((place) => !shared.includes(place));
  for (const place of own) {
    const { template, level } = attacks[place]!;
    keep(place, adversaryLaw(template, level, { ...efforts[effort], ...(seed === undefined ? {} : { seed }) }));
  }
  const ask = (place: number): unknown => {
    const { template, level } = attacks[place]!;
    return { place, template: pathNameOf(template), level, effort, seed };
  };
  await Promise.all(
    Array.from({ length: Math.min(threads, shared.length) }, () =>
      runThread(startWorker(settings.files ?? []), shared, ask, keep),
    ),
  );
  return reports.filter((report) => report !== undefined);
}

/** Gives a thread the next place until none is left. */
function runThread(
  worker: Worker,
  queue: number[],
  ask: (place: number) => unknown,
  keep: (place: number, report: AdversaryReport) => void,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const next = (): void => {
      const place = queue.shift();
      if (place === undefined) void worker.terminate().then(() => resolve(), reject);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
      else worker.postMessage(ask(place));
    };
    worker.on('message', ({ place, report }: Answer) => {
      keep(place, report);
      next();
    });
    worker.on('error', reject);
    next();
  });
}

/** A checkout runs its sources, which need a loader in every thread. */
function startWorker(files: readonly string[]): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = new URL(isSource ? './attack-worker.ts' : './attack-worker.js', import.meta.url).href;
  const workerData = isSource ? { loader: import.meta.resolve('tsx/esm/api'), entry, files } : { entry, files };
  return new Worker(new URL('./attack-thread.mjs', import.meta.url), { workerData });
}
