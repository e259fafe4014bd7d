// Before `npm start`, `npm test` and `npm run check`: makes sure that what they need is there. Quick when it is.
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const script = process.argv[2] ?? 'start';

function checkNode() {
  const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node;
  const [major, minor] = wanted.replace('>=', '').split('.').map(Number);
  const [haveMajor, haveMinor] = process.versions.node.split('.').map(Number);
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return;
  console.error(`Pawl needs Node ${wanted}, and this is ${process.versions.node}. Get it from https://nodejs.org.`);
  process.exit(1);
}

/** Whether `node_modules` holds what the lock file says; npm writes its own record there as the last step. */
function isInstalledAsLocked() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(
    // Optional packages are for other platforms as well, and are then not installed.
    ([path, { version, integrity, optional }]) =>
      path === '' ||
      (installed[path] === undefined
        ? optional === true
        : installed[path].version === version && installed[path].integrity === integrity),
  );
}

async function installModules() {
  if (isInstalledAsLocked()) return;
  const folder = join(root, 'node_modules');
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error(`setup: ${folder} is a link to an install that does not fit package-lock.json; remove the link.`);
    process.exit(1);
  }
  console.log('setup: installing packages (npm ci)');
  const { run } = await import('./run.mjs');
  const code = run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund'], { cwd: root });
  if (code !== 0) process.exit(code);
}

async function installPrograms() {
  const { canInstall, missingFor } = await import('./system-packages.mjs');
  const missing = missingFor(script);
  if (missing.length === 0) return;
  const packages = missing.map(({ debian }) => debian);
  const install = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (canInstall()) {
    console.log(`setup: ${install}`);
    const { run } = await import('./run.mjs');
    const options = {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
    };
    run('apt-get', ['update', '-q'], options);
    // One by one when the whole fails: a package that this release lacks must not keep the others away.
    if (run('apt-get', install.split(' ').slice(1), options) !== 0) {
      for (const name of packages) run('apt-get', ['install', '-y', '--no-install-recommends', name], options);
    }
  } else {
    console.log(`setup: some tests will be skipped; to run them all: sudo ${install}`);
  }
  const needed = missingFor(script).filter((row) => row[script] === 'needed');
  if (needed.length > 0 && process.env['CI'] === 'true') {
    console.error(`setup: missing with CI=true: ${needed.map(({ command }) => command).join(', ')}`);
    process.exit(1);
  }
}

checkNode();
await installModules();
await installPrograms();
if (script !== 'check') await (await import('./build-web.mjs')).buildWeb();
