import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { queueKey } from '../src/app/cli/jobs/open-dispatcher.ts';
import { expectCommand } from './expect-command.ts';

const folder = 'examples/deploy';

const Service = z.strictObject({
  image: z.string(),
  command: z.string(),
  environment: z.record(z.string(), z.string()).optional(),
  depends_on: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  tmpfs: z.array(z.string()).optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']).optional(),
  stop_grace_period: z
    .string()
    .regex(/^\d+[smh]$/)
    .optional(),
  read_only: z.boolean().optional(),
});
const Compose = z.strictObject({
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.strictObject({})),
});

/** Names in `${NAME}`, `${NAME:?why}` and `${NAME:-else}`, or in Kubernetes' `$(NAME)`. */
const variablesIn = (text: string): string[] => [...text.matchAll(/\$[{(](\w+)/g)].map(([, name]) => name!);

it('the compose file has command lines that exist, and names only services, volumes and variables that it tells of', async () => {
  const text = readFileSync(`${folder}/compose.yaml`, 'utf8');
  const { services, volumes } = Compose.parse(parse(text));
  const [head = ''] = text.split('\n');
  for (const { command, environment = {}, depends_on = [], volumes: mounts = [] } of Object.values(services)) {
    const hosts = [...command.matchAll(/@(\w+):6379/g)].map(([, host]) => host);
    expect(depends_on).toEqual(hosts);
    expect(Object.keys(services)).toEqual(expect.arrayContaining(depends_on));
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(mounts.map((mount) => mount.split(':')[0])));
    const named = variablesIn(`${command} ${Object.values(environment).join(' ')}`);
    for (const name of named) expect(head).toContain(`${name}=`);
  }
  const own = Object.values(services).filter(({ image }) => image.includes('pawl'));
  expect(own).toHaveLength(2);
  for (const { command, environment = {} } of own) {
    const [program, ...words] = command.split(' ');
    expect(program).toBe('pawl');
    await expectCommand(words);
    expect(() => queueKey(environment)).not.toThrow();
  }
});

const Meta = z.strictObject({ name: z.string() });
const Labels = z.record(z.string(), z.string());
const Container = z.looseObject({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()),
  env: z.array(z.looseObject({ name: z.string() })),
  volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string() })),
});
const Pods = z.looseObject({
  serviceName: z.string().optional(),
  selector: z.strictObject({ matchLabels: Labels }),
  template: z.strictObject({
    metadata: z.strictObject({ labels: Labels }),
    spec: z.looseObject({
      containers: z.array(Container),
      volumes: z.array(z.looseObject({ name: z.string() })).optional(),
    }),
  }),
  volumeClaimTemplates: z.array(z.looseObject({ metadata: Meta })).optional(),
});
const Manifest = z.discriminatedUnion('kind', [
  z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('Service'),
    metadata: Meta,
    spec: z.strictObject({ selector: Labels, ports: z.array(z.strictObject({ port: z.int() })) }),
  }),
  ...(['StatefulSet', 'Deployment'] as const).map((kind) =>
    z.strictObject({ apiVersion: z.literal('apps/v1'), kind: z.literal(kind), metadata: Meta, spec: Pods }),
  ),
]);

it('the manifest selects its own pods, mounts volumes that are there, and starts commands that exist', async () => {
  const documents = parseAllDocuments(readFileSync(`${folder}/pawl.yaml`, 'utf8'));
  const manifests = documents.map((document) => Manifest.parse(document.toJS()));
  const services = manifests.filter((each) => each.kind === 'Service');
  const names = services.map(({ metadata }) => metadata.name);
  const groups = manifests.filter((each) => each.kind !== 'Service').map(({ spec }) => spec);
  const labels = groups.map(({ template }) => template.metadata.labels);
  for (const { spec } of services) expect(labels).toContainEqual(spec.selector);
  for (const { selector, serviceName = names[0], template, volumeClaimTemplates = [] } of groups) {
    expect(selector.matchLabels).toEqual(template.metadata.labels);
    expect(names).toContain(serviceName);
    const { containers, volumes = [] } = template.spec;
    const known = [...volumeClaimTemplates.map(({ metadata }) => metadata.name), ...volumes.map(({ name }) => name)];
    for (const { args, env, volumeMounts } of containers) {
      expect(env.map(({ name }) => name)).toEqual(expect.arrayContaining(variablesIn(args.join(' '))));
      expect(known).toEqual(expect.arrayContaining(volumeMounts.map(({ name }) => name)));
    }
  }
  const own = groups.flatMap(({ template }) => template.spec.containers).filter(({ image }) => image === 'pawl');
  expect(own).toHaveLength(1);
  for (const { args, env } of own) {
    const [program, ...words] = args;
    expect(program).toBe('pawl');
    await expectCommand(words);
    expect(() => queueKey(Object.fromEntries(env.map(({ name }) => [name, 'set'])))).not.toThrow();
    expect(names).toContain(/@([\w-]+):6379/.exec(args.join(' '))?.[1]);
  }
});
