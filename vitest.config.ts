import { defineConfig } from 'vitest/config';

const long = process.env['PAWL_LONG'] === '1';

export default defineConfig({
  test: {
    include: long ? ['{src,test}/**/*.long.ts'] : ['{src,test}/**/*.test.ts'],
    testTimeout: long ? 1_800_000 : 60_000,
    hookTimeout: 120_000,
    passWithNoTests: false,
    setupFiles: ['test/setup.ts'],
  },
});
