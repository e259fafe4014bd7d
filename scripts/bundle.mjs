// Puts the program into few files: entries keep their places, what they share are chunks, and packages of plain JavaScript are inside.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const root = dirname(dirname(new URL(import.meta.url).pathname));
const source = join(root, 'src');

/** What users import, by its name in `exports`. */
export const doors = ['index', 'skill/index', 'tasks/index', 'sat/index', 'circuit/index', 'verify/index'].map(
  (door) => `app/api/${door}`,
);

/** What is started by its path: the command, and what threads and processes of their own load. */
const started = [
  'app/cli/main',
  'app/cli/jobs/create-place',
  'app/cli/serve/server-place',
  'app/cli/tasks/attack-worker',
  'app/cli/selfplay/school-worker',
  'app/cli/circuit/simplify-worker',
  'learners/model/lm/shard-worker',
  'world/dispatch/run-named-job',
  'world/models/practice/serve-practice',
];

/** Packages of plain JavaScript whose code is inside the program: a user installs no copy of them. */
const insidePackages = JSON.parse(readFileSync(join(root, 'scripts/inside-packages.json'), 'utf8'));
const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const outside = [...Object.keys(dependencies), ...Object.keys(peerDependencies)];
const isOutside = (id) => outside.some((name) => id === name || id.startsWith(`${name}/`));

const entries = (names, from, ending) =>
  Object.fromEntries(names.map((name) => [name, join(from, `${name}${ending}`)]));

/** `#folder` is the front door of a folder. */
const folderDoors = {
  name: 'folder-doors',
  resolveId: (id) => (id.startsWith('#') ? join(source, id.slice(1), 'index.ts') : null),
};

/** A module still finds the files beside it by the place that it had: chunks lie elsewhere. */
const ownPlace = {
  name: 'own-place',
  transform(code, id) {
    if (!id.startsWith(source) || !code.includes('import.meta.url')) return null;
    const place = relative(source, id).replace(/\.ts$/, '.js');
    const dist = "import.meta.url.slice(0, import.meta.url.lastIndexOf('/dist/') + 6)";
    return code.replaceAll('import.meta.url', `(${dist} + ${JSON.stringify(place)})`);
  },
};

/** The notices of the packages that are inside. */
function noticesOf(modules) {
  const folders = new Set(modules.flatMap((id) => id.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/)?.[0] ?? []));
  const notices = [...folders].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    if (file === undefined) throw new Error(`${name} says nothing of its licence`);
    return { name, text: `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n` };
  });
  const names = notices.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b));
  if (names.join() !== insidePackages.join())
    throw new Error(`inside are ${names.join(', ')}: say so in inside-packages.json`);
  return insidePackages.map((name) => notices.find((each) => each.name === name).text);
}

/** The program as JavaScript, into `dist`. */
export async function bundleProgram(dist) {
  const bundle = await rolldown({
    input: entries([...doors, ...started], source, '.ts'),
    platform: 'node',
    external: isOutside,
    plugins: [folderDoors, ownPlace],
    checks: { circularDependency: false, pluginTimings: false },
  });
  const { output } = await bundle.write({
    dir: dist,
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name].js',
    minify: { compress: false, mangle: false, codegen: true },
  });
  await bundle.close();
  const modules = output.flatMap((chunk) => chunk.moduleIds ?? []);
  writeFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), noticesOf(modules).join('\n---\n\n'));
}

/** The declarations of what users import, from those of all files. */
export async function bundleTypes(from, dist) {
  const bundle = await rolldown({
    input: entries(doors, resolve(from), '.d.ts'),
    external: /^node:/,
    plugins: [dts({ dtsInput: true, tsconfig: false, resolver: 'oxc', resolve: ['zod'] })],
    checks: { pluginTimings: false },
  });
  await bundle.write({
    dir: dist,
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: 'types/[name].js',
  });
  await bundle.close();
}
