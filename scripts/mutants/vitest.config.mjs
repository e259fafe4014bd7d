import { defineConfig } from 'vitest/config';

// oxlint-disable-next-line import/no-default-export -- what vitest reads
export default defineConfig({
  test: {
    include: ['src/{gate,skill}/**/*.test.ts', 'src/loops/{train,budget,rollout}/**/*.test.ts', 'test/train/*.test.ts'],
    // These start processes of their own, which no mutant reaches.
    exclude: ['test/train/{bad-day,command,interrupted,crash}.test.ts'],
    testTimeout: 60_000,
    isolate: false,
    setupFiles: ['test/setup.ts'],
  },
});
