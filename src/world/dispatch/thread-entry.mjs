// What a worker thread runs: it loads the module of job kinds that its pool names, from sources in a checkout and from `dist` elsewhere.
import { workerData } from 'node:worker_threads';

const { module, settings, isSource } = workerData.place;
if (isSource) {
  const { register } = await import('tsx/esm/api');
  register();
}
const { runNamedJob } = await import(isSource ? './run-named-job.ts' : './run-named-job.js');
const { createPlace } = await import(module);
const place = await createPlace(settings);

// oxlint-disable-next-line import/no-default-export -- piscina asks for it
export default (job) => runNamedJob(place, job, new AbortController().signal);
