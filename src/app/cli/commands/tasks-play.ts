import { createInterface } from 'node:readline';
import { z } from 'zod';
import { drawAt, type Game, scoreGame, start } from '#tasks/play';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { asUsage, drawFlags, lawfulTemplates, ownFlag, wantedTasks } from './tasks-usage.ts';

/** Plays a game by lines of text until it is over or the lines end; what is left unplayed is illegal. */
export async function playByLines(game: Game, lines: AsyncIterable<string>, shell: Shell): Promise<void> {
  let { seat } = game;
  shell.print(game.rules);
  shell.print('');
  shell.print(game.text);
  for await (const line of lines) {
    const unread = game.illegal;
    const { reward, done } = game.reply(line);
    const isRead = game.illegal === unread;
    shell.print(`${isRead ? '' : 'could not be read: no action; '}reward ${reward}`);
    if (!isRead) shell.note(`What can be replied: ${game.rules.split('\n').at(-1) ?? game.rules}`);
    if (done) break;
    if (game.seat !== seat) {
      seat = game.seat;
      // Another agent: whoever sits at the terminal now should not see what stands above.
      shell.print(`${'\n'.repeat(40)}Player ${seat + 1}: you know the rules and what follows, nothing else.`);
      shell.print(game.rules);
      shell.print('');
    }
    shell.print(game.text);
  }
  let left = 0;
  for (; !game.done; left += 1) game.step(undefined);
  if (left > 0) shell.note(`The input ended early: ${left} more steps count as no action.`);
}

export const tasksPlay = defineCommand({
  name: 'tasks play',
  args: [{ name: 'template', says: 'a template or a composition' }],
  flags: z.object({ ...drawFlags, ...ownFlag }),
  short: { level: 'l', seed: 's' },
  examples: [
    'pawl tasks play GRID_NAV',
    "pawl tasks play 'PAR(PARITY,MAJORITY)' --level 2 --seed 7",
    'pawl tasks play --tasks ./my-template.ts --level 2',
  ],

  run: (args, flags, shell) =>
    asUsage(async () => {
      const own = await lawfulTemplates(flags.tasks, shell);
      const { template, setting, draw } = wantedTasks(args, flags, own);
      const game = start(drawAt(template, setting, draw(0)));
      const lines = createInterface({ input: process.stdin });
      await playByLines(game, lines, shell);
      lines.close();
      const result = scoreGame(game);
      if (shell.json) shell.print(JSON.stringify(result));
      else {
        const share =
          result.normalised === null
            ? ''
            : `, ${(100 * result.normalised).toFixed(1)} % of the way from chance to the best`;
        shell.print(
          `${result.ok ? 'solved' : `not solved: ${result.why ?? ''}`}; return ${result.reward} of ${result.optimal}${share}`,
        );
      }
      return result.ok ? ExitCode.ok : ExitCode.answerIsNo;
    }),
});
