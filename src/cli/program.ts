import { Command as Program, CommanderError, Option } from 'commander';
import { Fault } from '#kernel';
import type { Command } from './command.ts';
import type { LazyCommand } from './commands.ts';
import { type Flag, flagsOf } from './flags.ts';
import { nearestName } from './nearest.ts';

/** Flags of every command. */
export interface GlobalFlags {
  readonly json?: boolean;
  readonly workspace?: string;
  readonly config?: string;
}

/** What a command line asks for: a command to run, or text that is already the answer. */
export type Invocation =
  | {
      readonly kind: 'command';
      readonly lazy: LazyCommand;
      readonly command: Command;
      readonly args: readonly string[];
      readonly typed: Readonly<Record<string, unknown>>;
      readonly globals: GlobalFlags;
    }
  | { readonly kind: 'text'; readonly text: string; readonly ok: boolean };

const globalOptions = [
  new Option('--json', 'print results as JSON for machines'),
  new Option('--workspace <dir>', 'where runs are stored (default: .pawl)'),
  new Option('--config <file>', 'configuration file (default: pawl.config.ts, .json or .yaml, if there)'),
];

/** The words of a command line that may name a command: all but flags and the values of global flags. */
function wordsOf(argv: readonly string[]): readonly string[] {
  const words: string[] = [];
  for (let i = 0; i < argv.length; i += 1) {
    const word = argv[i]!;
    if (word === '--') break;
    if (word === '--workspace' || word === '--config') i += 1;
    else if (!word.startsWith('-') || word === '-') words.push(word);
  }
  return words;
}

/** The command with the longest name that the words begin with. */
function choose(words: readonly string[], commands: readonly LazyCommand[]): LazyCommand | undefined {
  const line = `${words.join(' ')} `;
  return commands
    .filter(({ name }) => line.startsWith(`${name} `))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
}

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

function describeCommand(node: Program, command: Command): void {
  node.description(command.summary);
  for (const { name, says, required, many } of command.args ?? []) {
    const inner = many === true ? `${name}...` : name;
    node.argument(required === true ? `<${inner}>` : `[${inner}]`, says);
  }
  const short = new Map<string, string | undefined>(Object.entries(command.short ?? {}));
  for (const flag of flagsOf(command.flags)) {
    for (const option of optionsOf(flag, short.get(flag.field))) node.addOption(option);
  }
  if (command.examples.length > 0) {
    node.addHelpText('after', `\nExamples:\n${command.examples.map((line) => `  ${line}`).join('\n')}`);
  }
}

/** Finds or makes the nodes of a name such as `tasks sample`. */
function nodeAt(root: Program, name: string): Program {
  let node = root;
  for (const word of name.split(' ')) {
    node = node.commands.find((child) => child.name() === word) ?? node.command(word).allowExcessArguments(false);
  }
  return node;
}

/** Turns the parser's complaint into a usage fault with the nearest valid name. */
function usageFault(error: CommanderError, node: Program): Fault {
  const message = error.message.replace(/^error: /, '');
  const typed = /'([^']+)'/.exec(message)?.[1] ?? '';
  let known: readonly string[] = [];
  if (error.code === 'commander.unknownOption') {
    known = [...node.options, ...globalOptions, new Option('--help')].map(({ long }) => long ?? '');
  } else if (error.code === 'commander.unknownCommand') {
    known = node.commands.map((child) => child.name());
  }
  const near = nearestName(typed, known);
  return new Fault(
    'cli/usage',
    message,
    near === undefined ? {} : { hint: `Did you mean ${near}?`, details: { near } },
  );
}

/** Reads a command line against the table of commands; loads only the command it names. */
export async function readCommandLine(
  argv: readonly string[],
  commands: readonly LazyCommand[],
  version: string,
): Promise<Invocation> {
  // The parser's own help command knows one word only.
  const line = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv;
  const root = new Program('pawl');
  let text = '';
  let found: Invocation | undefined;
  let failedAt = root;

  root.description('Verified self-improvement: every change that stays carries a certificate.');
  root.version(version, '-V, --version', 'print the version');
  for (const option of globalOptions) root.addOption(option);
  for (const { name, summary } of commands) nodeAt(root, name).description(summary).summary(summary);
  for (const group of root.commands.filter((node) => node.description() === '')) {
    group.description(group.commands.map((node) => node.name()).join(' | '));
  }

  const lazy = choose(wordsOf(line), commands);
  if (lazy !== undefined) {
    const command = await lazy.load();
    const node = nodeAt(root, lazy.name);
    describeCommand(node, command);
    node.action(() => {
      found = {
        kind: 'command',
        lazy,
        command,
        args: node.args,
        typed: node.opts(),
        globals: root.opts<GlobalFlags>(),
      };
    });
  }

  const finish = (node: Program): void => {
    node
      .showSuggestionAfterError(false)
      .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
      .configureOutput({
        writeOut: (part) => (text += part),
        writeErr: (part) => (text += part),
        outputError: () => {
          failedAt = node;
        },
      })
      .exitOverride();
    for (const child of node.commands) finish(child);
  };
  finish(root);

  try {
    await root.parseAsync(line, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // A group without a word after it shows its help, but it did not do anything.
    if (error.code === 'commander.help') return { kind: 'text', text, ok: false };
    if (error.exitCode === 0) return { kind: 'text', text, ok: true };
    throw usageFault(error, failedAt);
  }
  return found ?? { kind: 'text', text, ok: false };
}
