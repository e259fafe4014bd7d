import { defineConfig } from 'vitest/config';

const long = process.env['PAWL_LONG'] === '1';
const kind = process.env['PAWL_AGENTS'] === undefined ? (long ? 'long' : 'test') : 'harness';

export default defineConfig({
  test: {
    include: [`{src,test}/**/*.${kind}.ts`],
    testTimeout: long ? 1_800_000 : 60_000,
    hookTimeout: 120_000,
    // The default leaves one core out, which on two cores is half of them.
    maxWorkers: '100%',
    // Modules load once per worker: a third of the time. No module may keep state, so tests cannot disturb each other.
    isolate: false,
    passWithNoTests: false,
    setupFiles: ['test/setup.ts'],
  },
});
