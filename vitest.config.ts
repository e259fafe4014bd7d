import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const { PAWL_AGENTS, PAWL_LONG, PAWL_SOAK } = process.env;
const kind = PAWL_AGENTS !== undefined ? 'harness' : PAWL_SOAK === '1' ? 'soak' : PAWL_LONG === '1' ? 'long' : 'test';
const hours = { soak: 3, long: 0.5, harness: 1 / 60, test: 1 / 60 }[kind];

export default defineConfig({
  test: {
    include: [`{src,test,bench,scripts}/**/*.${kind}.ts`],
    testTimeout: hours * 3_600_000,
    hookTimeout: 120_000,
    // One more than cores: a third of the time of `npm test` is waiting for servers, limits and signals. The default leaves a core out.
    maxWorkers: availableParallelism() + (kind === 'test' ? 1 : 0),
    // Modules load once per worker: a third of the time. No module may keep state, so tests cannot disturb each other.
    isolate: false,
    passWithNoTests: false,
    setupFiles: ['test/setup.ts'],
  },
});
