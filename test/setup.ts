import fc from 'fast-check';

declare module 'vitest' {
  interface TaskMeta {
    /** What a soak measured; `npm run test:soak` keeps it in `test/soak-results.json`. */
    figures?: Record<string, number>;
  }
}

// Vitest refuses `process.exit`, but in the first file of a worker only.
process.exit = (code) => {
  throw new Error(`process.exit(${code}) in a test`);
};

// Tests write into stores of their own only.
delete process.env['PAWL_STORE'];

// The same tests every time; another seed hunts for new failures: PAWL_FUZZ_SEED=7 npm test.
fc.configureGlobal({ seed: Number(process.env['PAWL_FUZZ_SEED'] ?? 1) });
