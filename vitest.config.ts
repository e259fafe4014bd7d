import { defineConfig } from 'vitest/config';

const long = process.env['PAWL_LONG'] === '1';
const kind = process.env['PAWL_AGENTS'] === undefined ? (long ? 'long' : 'test') : 'harness';

export default defineConfig({
  test: {
    include: [`{src,test}/**/*.${kind}.ts`],
    testTimeout: long ? 1_800_000 : 60_000,
    hookTimeout: 120_000,
    passWithNoTests: false,
    setupFiles: ['test/setup.ts'],
  },
});
