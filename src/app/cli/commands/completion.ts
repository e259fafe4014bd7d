import { z } from 'zod';
import { defineCommand, ExitCode } from '../command.ts';
import { flagsOf } from '../flags.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
const common = ['--json', '--workspace', '--store', '--config', '--help'];

export const completionCommand = defineCommand({
  name: 'completion',
  args: [{ name: 'SHELL', says: 'bash, zsh or fish', required: true }],
  flags: z.object({}),
  examples: ['pawl completion bash > ~/.local/share/bash-completion/completions/pawl', 'pawl completion fish | source'],

  async run([shellName = ''], _flags, shell) {
    const wanted = z.enum(shells).parse(shellName, { error: () => `expected one of ${shells.join(', ')}` });
    // The table imports this command; so it is read late.
    const { commands } = await import('../commands.ts');
    const rows: Row[] = [];
    for (const lazy of commands) {
      const { flags } = await lazy.load();
      rows.push({
        name: lazy.name,
        summary: lazy.summary,
        flags: [...flagsOf(flags).map(({ long }) => long), ...common],
      });
    }
    for (const line of wanted === 'fish' ? fishLines(rows) : bashLines(rows, wanted === 'zsh')) shell.print(line);
    return ExitCode.ok;
  },
});

interface Row {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly string[];
}

/** Words that may follow each beginning of a command: `runs` → `list show …`. */
function nextWords(rows: readonly Row[]): ReadonlyMap<string, ReadonlySet<string>> {
  const next = new Map<string, Set<string>>();
  for (const { name } of rows) {
    const words = name.split(' ');
    for (const [i, word] of words.entries()) {
      const before = words.slice(0, i).join(' ');
      next.set(before, (next.get(before) ?? new Set()).add(word));
    }
  }
  return next;
}

function bashLines(rows: readonly Row[], isZsh: boolean): string[] {
  const cases = [...nextWords(rows)].map(([before, words]) => `    '${before}') words='${[...words].join(' ')}' ;;`);
  const flags = rows.map(({ name, flags: all }) => `    '${name}') flags='${all.join(' ')}' ;;`);
  return [
    ...(isZsh ? ['autoload -U +X bashcompinit && bashcompinit'] : []),
    '_pawl() {',
    '  local current="${COMP_WORDS[COMP_CWORD]}" line="" words="" flags="" i word',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    '    word="${COMP_WORDS[i]}"',
    '    [[ $word == -* ]] && break',
    '    line="${line:+$line }$word"',
    '  done',
    '  case "$line" in',
    ...cases,
    '  esac',
    '  case "$line" in',
    ...flags,
    '  esac',
    '  if [[ $current == -* ]]; then words="$flags"; fi',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    'complete -o default -F _pawl pawl',
  ];
}

function fishLines(rows: readonly Row[]): string[] {
  const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = ['complete -c pawl -f'];
  for (const [before, words] of nextWords(rows)) {
    const condition =
      before === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${before.split(' ').at(-1)}`;
    for (const word of words) {
      const row = rows.find(({ name }) => name === `${before} ${word}`.trim());
      lines.push(`complete -c pawl -n ${quoted(condition)} -a ${word} -d ${quoted(row?.summary ?? `${word} …`)}`);
    }
  }
  for (const { name, flags } of rows) {
    const condition = `__fish_seen_subcommand_from ${name.split(' ').at(-1)}`;
    for (const flag of flags) lines.push(`complete -c pawl -n ${quoted(condition)} -l ${flag.slice(2)}`);
  }
  return lines;
}
