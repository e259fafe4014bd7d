import { Domain } from '#foundation/contracts/tasks';

/** What a template cannot do without, by what it must be. */
const needed = {
  string: ['name', 'family', 'domain', 'says', 'shape'],
  list: ['tags', 'levels', 'metrics'],
  object: ['params', 'text'],
  function: [
    'difficulty',
    'rewardRange',
    'maxSteps',
    'generate',
    'start',
    'oracle',
    'optimum',
    'randomAction',
    'randomReturn',
    'verify',
    'measure',
    'bits',
  ],
} as const;

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'list';
  return value === null ? 'null' : typeof value;
}

/** All that keeps a value from being a template: members that are missing or of another kind, a name or domain that cannot be. */
export function shapeFindings(value: Readonly<Record<string, unknown>>): string[] {
  const all = Object.entries(needed).flatMap(([kind, names]) => names.map((name) => ({ kind, name })));
  const missing = all.filter(({ name }) => value[name] === undefined).map(({ name }) => name);
  if (missing.length === all.length) return ['it has no member of one; is there an `export default`?'];
  const findings = missing.length === 0 ? [] : [`it lacks ${missing.join(', ')}`];
  for (const { kind, name } of all) {
    const found = kindOf(value[name]);
    if (found !== 'missing' && found !== kind) findings.push(`${name} is a ${found}, and should be a ${kind}`);
  }
  const { name, domain } = value;
  if (typeof name === 'string' && !/^[A-Z][A-Z0-9_]*$/.test(name))
    findings.push(`its name is ${JSON.stringify(name)}, and should be of capitals, digits and _, such as FILL_TANKS`);
  if (typeof domain === 'string' && !Domain.safeParse(domain).success)
    findings.push(`its domain is ${domain}, and should be one of ${Domain.options.join(', ')}`);
  return findings;
}
