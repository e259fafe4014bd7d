import { type Command as Program, Option } from 'commander';
import type { z } from 'zod';
import type { Command } from './command.ts';
import { type Flag, flagsOf } from './flags.ts';

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function helpLine({ says, allowed, preset, kind }: Flag): string {
  const facts = [allowed, preset === undefined || kind === 'boolean' ? '' : `default: ${show(preset)}`];
  const note = facts.filter((fact) => fact !== '').join('; ');
  return `${says}${note === '' ? '' : ` (${note})`}`.trim();
}

/** A boolean has two forms, because a config file may have set it; help shows the one that changes the default. */
function optionsOf(flag: Flag, short: string | undefined): readonly Option[] {
  const prefix = short === undefined ? '' : `-${short}, `;
  if (flag.kind === 'boolean') {
    const yes = new Option(`${prefix}${flag.long}`, helpLine(flag)).hideHelp(flag.preset === true);
    const no = new Option(flag.long.replace('--', '--no-'), helpLine(flag)).hideHelp(flag.preset !== true);
    return [yes, no];
  }
  const value = { number: 'number', text: 'value', list: 'list' }[flag.kind];
  const option = new Option(`${prefix}${flag.long} <${value}>`, helpLine(flag));
  if (flag.kind === 'list') {
    option.argParser((part: string, before: readonly string[] | undefined) => [...(before ?? []), part]);
  }
  return [option];
}

/** Settings that are no flags, row by row. */
function settingsHelp(title: string, settings: z.ZodObject): string {
  const keys = flagsOf(settings);
  const width = 2 + Math.max(...keys.map(({ field }) => field.length));
  const rows = keys.map((key) => `  ${key.field.padEnd(width)}${helpLine(key)}`);
  return `\n${title}:\n${rows.join('\n')}`;
}

/** Gives a node of the parser the arguments, options and examples of a command. */
export function describeCommand(node: Program, command: Command): void {
  for (const { name, says, required, many } of command.args ?? []) {
    const inner = many === true ? `${name}...` : name;
    node.argument(required === true ? `<${inner}>` : `[${inner}]`, says);
  }
  const short = new Map<string, string | undefined>(Object.entries(command.short ?? {}));
  const conflicts = new Map<string, readonly string[] | undefined>(Object.entries(command.conflicts ?? {}));
  for (const flag of flagsOf(command.flags)) {
    for (const option of optionsOf(flag, short.get(flag.field))) {
      node.addOption(option.conflicts([...(conflicts.get(flag.field) ?? [])]));
    }
  }
  if (command.takesAnyFlag === true) node.allowUnknownOption();
  const { name, settings, table } = command;
  const also = 'set' in command.flags.shape ? '; --set takes what has one value' : '';
  if (settings !== undefined)
    node.addHelpText('after', () => settingsHelp(`In the config file, section ${name}${also}`, settings));
  if (table !== undefined) node.addHelpText('after', () => settingsHelp('Settings for --set', table));
  if (command.examples.length > 0) {
    node.addHelpText('after', `\nExamples:\n${command.examples.map((line) => `  ${line}`).join('\n')}`);
  }
}
