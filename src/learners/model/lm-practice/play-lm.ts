import type { AnyTemplate } from '#foundation/contracts/tasks';
import { createRng } from '#foundation/kernel';
import { type Model, sample } from '#learners/model/lm';
import { promptTokens, type Tokenizer } from '#learners/model/lm/tokens';
import { type Draw, drawAt, type Game, type Score, scoreGame, start } from '#tasks/play';
import type { Setting } from '#tasks/settings';
import { teachPrompt } from './teach-examples.ts';

/** A model that reads and writes texts. */
export interface Writer {
  readonly model: Model;
  readonly tokenizer: Tokenizer;
}

/** What the model writes after each prompt; a prompt that does not fit its context keeps its end. */
export function writeTexts(
  { model, tokenizer }: Writer,
  prompts: readonly string[],
  options: { readonly temperature: number; readonly maxTokens: number; readonly seed: number },
): string[] {
  const { temperature, maxTokens, seed } = options;
  const room = Math.max(1, model.shape.context - maxTokens);
  const tokens = prompts.map((prompt) => {
    const all = promptTokens(tokenizer, prompt);
    return all.length <= room ? all : [tokenizer.begin, ...all.slice(all.length - room + 1)];
  });
  const drawn = sample(model, tokens, { temperature, maxTokens, stop: [tokenizer.end] }, createRng(`lm/write/${seed}`));
  return drawn.map((each) => tokenizer.decode(each.tokens));
}

/** Lets the model play tasks to their end, all side by side, at temperature 0. */
export function playLm(
  writer: Writer,
  template: AnyTemplate,
  setting: Setting,
  draws: readonly Draw[],
): { readonly score: Score; readonly first: { readonly text: string; readonly reply: string } }[] {
  const maxTokens = Math.min(64, Math.floor(writer.model.shape.context / 2));
  const games = draws.map((draw) => start(drawAt(template, setting, draw)));
  const firsts = new Map<Game, { text: string; reply: string }>();
  for (;;) {
    const open = games.filter((game) => !game.done);
    if (open.length === 0) break;
    const prompts = open.map((game) => teachPrompt(game.text));
    const replies = writeTexts(writer, prompts, { temperature: 0, maxTokens, seed: 0 });
    for (const [i, game] of open.entries()) {
      if (!firsts.has(game)) firsts.set(game, { text: game.text, reply: replies[i]! });
      game.reply(replies[i]!);
    }
  }
  return games.map((game) => ({ score: scoreGame(game), first: firsts.get(game) ?? { text: '', reply: '' } }));
}
