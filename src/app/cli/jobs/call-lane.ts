import type { ModelSettings } from '#world/models/providers';

/** The lane of calls of a model: one per provider, and per server of one's own. */
export function callLane(model: string | ModelSettings): string {
  const { model: name, baseUrl = '' } = typeof model === 'string' ? { model } : model;
  const provider = name.includes(':') ? name.slice(0, name.indexOf(':')) : name;
  const host = URL.canParse(baseUrl) ? `-${new URL(baseUrl).host}` : '';
  return `calls-${provider}${host}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '-')
    .slice(0, 40);
}
