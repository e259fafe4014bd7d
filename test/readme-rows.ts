import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.ts';

/** What a command of README's table printed, and how it ended. */
export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What a row needs to be run in an empty folder. */
export interface RowTest {
  /** Of the empty folder: the one in which the row is run. */
  readonly folder: string;
  /** Writes the files that the row names. */
  readonly before?: (folder: string) => void;
  /** Words of the row that stand for something of the user's. */
  readonly words?: Readonly<Record<string, string>>;
  /** Flags beside those of the row, by command: nobody answers questions here, and nobody has minutes. */
  readonly more?: Readonly<Record<string, readonly string[]>>;
  readonly code?: number;
  /** What the last command prints. */
  readonly prints: RegExp;
}

const table = (): string =>
  ['amount,kind,late', ...Array.from({ length: 40 }, (_, i) => `${i},${(i * 7) % 13},${i > 20 ? 'yes' : 'no'}`)].join(
    '\n',
  );

function git(folder: string, ...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=someone', '-c', 'user.email=someone@localhost', ...args], { cwd: folder });
}

/** By the first words after `pawl`. */
export const rowTests: Readonly<Record<string, RowTest>> = {
  'learn FILE.csv': {
    folder: 'own',
    before: (folder) => writeFileSync(join(folder, 'FILE.csv'), table()),
    words: { COLUMN: 'late' },
    prints: /no row contradicts it/,
  },
  evolve: { folder: 'own', more: { evolve: ['--budget', '5s'] }, prints: /certificates {2}\d+ paired tests?/ },
  'init skill': { folder: 'skill', more: { 'init skill': ['--yes'] }, prints: /The best skill:/ },
  'eval SKILL.md': {
    folder: 'skill',
    before(folder) {
      git(folder, 'init', '--quiet', '--initial-branch=main');
      git(folder, 'add', 'SKILL.md', 'pawl.config.ts');
      git(folder, 'commit', '--quiet', '--message=the skill');
    },
    prints: /Not shown to be worse/,
  },
  'init selfplay': {
    folder: 'selfplay',
    more: { selfplay: ['--set', 'iterations=4'] },
    prints: /Check it again: +npx pawl audit selfplay-/,
  },
  'runs show': { folder: 'own', prints: /^200 text\/html/ },
  'audit latest': { folder: 'own', prints: /(\d+) of \1 certificates hold/ },
  'tasks sample': { folder: 'own', prints: /^(\{.*\}\n){100}$/ },
  'sat FILE.cnf': {
    folder: 'own',
    before: (folder) => writeFileSync(join(folder, 'FILE.cnf'), 'p cnf 2 3\n1 0\n-1 2 0\n-2 0\n'),
    code: 20,
    prints: /^s UNSATISFIABLE$/m,
  },
  'bench all': { folder: 'own', code: 1, prints: /cli\/needs-checkout[\s\S]*Clone the project/ },
};

/** The rows of README's table: what somebody wants, and the commands as words after `pawl`. */
export function readmeRows(): readonly { readonly want: string; readonly commands: readonly (readonly string[])[] }[] {
  const rows = readFileSync(join(root, 'README.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ['));
  return rows.map((row) => ({
    want: /^\| \[([^\]]+)\]/.exec(row)![1]!,
    commands: Array.from(row.matchAll(/`npx pawl ([^`]+)`/g), ([, words = '']) => words.trim().split(/\s+/)),
  }));
}

/** Runs the commands of a row where the package is installed; the last one is what is told. */
export async function runRow(
  installed: string,
  commands: readonly (readonly string[])[],
  { folder, before, words = {}, more = {} }: RowTest,
): Promise<Printed> {
  const own = join(installed, folder);
  mkdirSync(own, { recursive: true });
  before?.(own);
  let printed: Printed = { code: 0, out: '', err: '' };
  for (const command of commands) {
    const flags = Object.entries(more).find(([name]) => command.join(' ').startsWith(name))?.[1] ?? [];
    const argv = [...command.map((word) => words[word] ?? word), ...flags];
    printed = await (argv[0] === 'serve' ? runServer : runOnce)(join(installed, 'node_modules/.bin/pawl'), argv, own);
    if (printed.code !== 0) break;
  }
  return printed;
}

function runOnce(program: string, argv: readonly string[], cwd: string): Promise<Printed> {
  return new Promise((done) => {
    const child = execFile(program, argv, { cwd, maxBuffer: 1e8 }, (error, out, err) =>
      done({ code: error === null ? 0 : (child.exitCode ?? -1), out, err }),
    );
    child.stdin?.end();
  });
}

/** What a server answers at the address that it tells; then it is asked to end. */
function runServer(program: string, argv: readonly string[], cwd: string): Promise<Printed> {
  return new Promise((done) => {
    const child = spawn(program, argv, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    let answered: Promise<string> | undefined;
    child.stdout.on('data', (part: Buffer) => {
      said += part.toString();
      const address = /http:\S+(?=\s)/.exec(said)?.[0];
      if (address === undefined || answered !== undefined) return;
      answered = openLink(address).finally(() => child.kill('SIGINT'));
    });
    child.on('exit', (code, signal) => {
      const hasEnded = signal === 'SIGINT' || code === 0 || code === 130;
      void (answered ?? Promise.resolve(said)).then((out) => done({ code: hasEnded ? 0 : (code ?? -1), out, err: '' }));
    });
  });
}

/** What a browser sees behind a link with a token: it is given a cookie, and goes on with it. */
async function openLink(address: string): Promise<string> {
  const { headers: given } = await fetch(address, { redirect: 'manual' });
  const cookie = given.get('set-cookie')?.split(';')[0] ?? '';
  const { status, headers } = await fetch(new URL(given.get('location') ?? '/', address), { headers: { cookie } });
  return `${status} ${headers.get('content-type')}`;
}
