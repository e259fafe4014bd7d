/** A model and what in the environment speaks for it. */
export interface ProposedModel {
  readonly model: string;
  readonly because: string;
}

/** A usual, not dear model of each provider whose key may be at hand. */
const byKey: readonly (readonly [variable: string, model: string])[] = [
  ['OPENAI_API_KEY', 'openai:gpt-5-mini'],
  ['ANTHROPIC_API_KEY', 'anthropic:claude-sonnet-4-5'],
  ['GEMINI_API_KEY', 'google:gemini-2.5-flash'],
  ['DASHSCOPE_API_KEY', 'qwen:qwen-plus'],
  ['MINIMAX_API_KEY', 'minimax:MiniMax-M2'],
];

/** The model whose key is set; none where no key is. */
export function proposeModel(env: Readonly<Record<string, string | undefined>>): ProposedModel | undefined {
  const found = byKey.find(([variable]) => (env[variable] ?? '') !== '');
  return found === undefined ? undefined : { model: found[1], because: `${found[0]} is set` };
}
