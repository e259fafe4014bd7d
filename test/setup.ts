import fc from 'fast-check';

// The same tests every time; another seed hunts for new failures: PAWL_FUZZ_SEED=7 npm test.
fc.configureGlobal({ seed: Number(process.env['PAWL_FUZZ_SEED'] ?? 1) });
