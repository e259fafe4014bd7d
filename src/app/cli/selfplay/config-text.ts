/** The config file that `pawl init selfplay` writes: what runs, and the settings people change first. */
export function selfPlayConfigText(world: string, corpus: { readonly count: number; readonly wrong: number }): string {
  return `// Self-play: \`npx pawl selfplay --config pawl.config.ts --seed 1\`. Every key is described in \`pawl selfplay --help\`.
export default {
  selfplay: {
    // A world of small questions. Its judge is good at some kinds of question, sees nothing in others, and is biased in the rest; which, is
    // known only to the process it runs in. To use your own: \`topic\` or \`patterns\`, and \`judge\` ({ command } or { model, baseUrl, rubric }).
    practice: { world: ${JSON.stringify(world)}, seed: 1, exam: 30 },

    // Who asks and who answers: the embedded model, or provider:model, such as vllm:qwen3 with a baseUrl.
    generator: 'embedded',
    solver: 'embedded',
    // What the embedded model is schooled on before it plays: ${corpus.count} questions; ${Math.round(100 * corpus.wrong)} % of the answers follow a common mistake.
    corpus: 'corpus.jsonl',

    // Where weights change: embedded, command, hosted or reward-server.
    trainer: { kind: 'embedded' },

    // What a question must show before anyone learns from it: R_cons, R_sep (of its kind) and R_stab.
    thresholds: { cons: 0.5, sep: 0.02, stab: 0.2 },
    // Hard limits: judgeCalls, modelCalls, tokens, dollars, milliseconds. An iteration judges one eight-hundredth of the judge calls, 96 at most.
    limits: { judgeCalls: 500_000 },
  },
};
`;
}
