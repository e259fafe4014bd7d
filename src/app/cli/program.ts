import { Command as Program, CommanderError, Option } from 'commander';
import { Fault, invariant } from '#foundation/kernel';
import type { Command } from './command.ts';
import type { LazyCommand } from './lazy-command.ts';
import { describeCommand } from './describe-command.ts';
import { nearestName } from './nearest.ts';

/** Flags of every command. */
export interface GlobalFlags {
  readonly json?: boolean;
  readonly workspace?: string;
  readonly store?: string;
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
  new Option(
    '--store <address>',
    'PostgreSQL database for the runs instead: postgres://user@host/name (or PAWL_STORE)',
  ),
  new Option('--config <file>', 'configuration file (default: pawl.config.ts, .json or .yaml, if there)'),
];

/** The words of a command line that may name a command: all but flags and the values of global flags. */
function wordsOf(argv: readonly string[]): readonly string[] {
  const words: string[] = [];
  for (let i = 0; i < argv.length; i += 1) {
    const word = argv[i]!;
    if (word === '--') break;
    if (word === '--workspace' || word === '--store' || word === '--config') i += 1;
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

/** Finds or makes the nodes of a name such as `tasks sample`. */
function nodeAt(root: Program, name: string): Program {
  let node = root;
  for (const word of name.split(' ')) {
    node = node.commands.find((child) => child.name() === word) ?? node.command(word).allowExcessArguments(false);
  }
  return node;
}

function misplacedFlags(): never {
  throw new Fault('cli/usage', 'flags go after the whole name of a command');
}

/** Turns the parser's complaint into a usage fault with the nearest valid name. */
function usageFault(error: CommanderError, node: Program): Fault {
  const message = error.message.replace(/^error: /, '');
  const typed = /'([^']+)'/.exec(message)?.[1] ?? '';
  let known: readonly string[] = [];
  let hint: { readonly hint?: string } = {};
  if (error.code === 'commander.unknownOption') {
    known = [...node.options, ...globalOptions, new Option('--help')].map(({ long }) => long ?? '');
  } else if (error.code === 'commander.unknownCommand') {
    known = node.commands.map((child) => child.name());
    hint = { hint: `Known here: ${known.join(', ')}.` };
  }
  const near = nearestName(typed, known);
  return new Fault(
    'cli/usage',
    message,
    near === undefined ? hint : { hint: `Did you mean ${near}?`, details: { near } },
  );
}

/** Asked for help on a word it does not know, the parser would show the page above it as if that were the answer. */
function refuseUnknown(words: readonly string[], root: Program): void {
  let node = root;
  for (const word of words) {
    const child = node.commands.find((one) => one.name() === word);
    if (child === undefined) {
      throw usageFault(new CommanderError(2, 'commander.unknownCommand', `unknown command '${word}'`), node);
    }
    node = child;
  }
}

/** The parser with every command in its place, described by its summary alone. */
function createRoot(commands: readonly LazyCommand[], chosen: LazyCommand | undefined): Program {
  const root = new Program('pawl');
  root.description('Verified self-improvement: every change that stays carries a certificate.');
  root.addHelpText('after', '\nExamples:\n  pawl evolve\n  pawl runs show latest\n  pawl evolve --help');
  for (const option of globalOptions) root.addOption(option);
  for (const lazy of commands) {
    const node = nodeAt(root, lazy.name).description(lazy.summary).summary(lazy.summary);
    // `pawl sat --proof p check f`: the parser goes on to a command that was not the one chosen.
    if (lazy !== chosen) node.allowExcessArguments().allowUnknownOption().action(misplacedFlags);
  }
  for (const group of root.commands.filter((node) => node.description() === '')) {
    group.description(group.commands.map((node) => node.name()).join(' | '));
  }
  return root;
}

/** Reads a command line against the table of commands; loads only the command it names. */
export async function readCommandLine(
  argv: readonly string[],
  commands: readonly LazyCommand[],
  version: string,
): Promise<Invocation> {
  // The parser's own help command knows one word only.
  const line = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv;
  const words = wordsOf(line);
  const lazy = choose(words, commands);
  const root = createRoot(commands, lazy).version(version, '-V, --version', 'print the version');
  if (lazy === undefined && (line.includes('--help') || line.includes('-h'))) refuseUnknown(words, root);
  let text = '';
  let found: Invocation | undefined;
  let failedAt = root;

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
  invariant(found !== undefined, 'a command line that parses names a command');
  return found;
}
