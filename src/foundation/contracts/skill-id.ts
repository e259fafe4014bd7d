/** What a skill is for: a template or composition at a level, and, of a composition, which of its slots. */
export interface SkillId {
  readonly template: string;
  readonly level: number;
  readonly slot?: number;
}

/** `TEMPLATE@level` or `COMPOSITION@level#slot`: how a skill is named in events, certificates, machines and as a key. */
export function skillName({ template, level, slot }: SkillId): string {
  return `${template}@${level}${slot === undefined ? '' : `#${slot}`}`;
}

/** Reads what `skillName` wrote; the only place that does. Any other text is a template at level 0, which none has. */
export function skillIdOf(name: string): SkillId {
  const { template, level, slot } = /^(?<template>.+)@(?<level>\d+)(?:#(?<slot>\d+))?$/s.exec(name)?.groups ?? {};
  if (template === undefined) return { template: name, level: 0 };
  return { template, level: Number(level), ...(slot === undefined ? {} : { slot: Number(slot) }) };
}
