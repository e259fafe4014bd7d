import pc from 'picocolors';
import { Fault, type FaultCode } from '#foundation/kernel';
import { maskOf } from '#world/store/masking';
import { ExitCode } from './command.ts';
import { escapeControls } from './escape-controls.ts';
import type { Host } from './shell.ts';

/** Faults about what was typed. All of the task grammar's are: a name, a number or a reply file that does not fit. */
function isUsage(code: FaultCode): boolean {
  return code === 'cli/usage' || code.startsWith('tasks/');
}

/**
 * Tells what went wrong on standard error, and returns the exit code. For people: code, message, hint. With `--json`
 * the last line of standard error is `{"fault":{…}}`; standard output holds answers only. Anything that is not a Fault is a bug:
 * its stack is shown, and the reader is asked to report it.
 */
export function reportFailure(error: unknown, json: boolean, host: Host, config?: unknown): number {
  const mask = maskOf(host.env, config);
  const say = (text: string): void => void host.stderr.write(`${mask(text)}\n`);
  const colors = pc.createColors(host.stderr.isTTY === true && !host.env['NO_COLOR']);
  if (error instanceof Fault) {
    if (json) say(JSON.stringify({ fault: error }));
    else say(`${colors.red(error.code)}: ${escapeControls(error.message)}\n${colors.dim(escapeControls(error.hint))}`);
    return isUsage(error.code) ? ExitCode.usage : ExitCode.fault;
  }
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? message) : message;
  const hint = 'This is a bug in pawl. Please report it with the text above and the command you ran.';
  if (json) say(JSON.stringify({ fault: { code: 'bug', message, hint, details: { stack } } }));
  else say(`${colors.red('bug')}: ${stack}\n${hint}`);
  return ExitCode.fault;
}
