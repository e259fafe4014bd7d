import { defineConfig } from 'vitest/config';

const tests = {
  near: [
    'src/ratchet/{gate,budget,rollout}/**/*.test.ts',
    'src/learners/skill/**/*.test.ts',
    'src/ratchet/audit/check-statistical.test.ts',
  ],
  far: [
    'src/app/cli/skill/**/*.test.ts',
    'test/train/{agent,bad-day,command,defaults,draft,eval-against,first-minutes,held,leaks,limits,objectives}.test.ts',
    'test/train/{harm,ideas,review,refusals,rollouts,search,several-skills,train,undecided,worth}.test.ts',
    'test/attacks/{aborts,floods,injections,leaks}.test.ts',
    'test/trainer-loop.test.ts',
  ],
};

// oxlint-disable-next-line import/no-default-export -- what vitest reads
export default defineConfig({
  test: {
    include: tests[process.env.PAWL_MUTANTS_TESTS ?? 'near'],
    // Instrumented code is slow, and a busy machine slower: a test that times out would end the whole run.
    testTimeout: 600_000,
    isolate: false,
    setupFiles: ['test/setup.ts'],
  },
});
