import { Fault } from '#foundation/kernel';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { findTemplate, type FindTemplate } from '../registry/find-template.ts';
import { parseSetting, type Setting } from './seed-path.ts';

/** A template under one setting: what a task reference names. */
export interface TaskReference {
  readonly template: AnyTemplate;
  readonly setting: Setting;
}

/** `NAME`, then `@LEVEL`, then the replaced parameters in brackets. */
const shape = /^(?<name>[^@]+?)(?:@(?<level>[^(@]*)(?:\((?<params>.*)\))?)?$/s;

/**
 * Reads a task reference: `GRID_NAV`, `GRID_NAV@3`, `GRID_NAV@1(size=4,obstacles=0)`, `SEQ(PARITY,GRID_NAV)@2(b.size=4)`.
 * Without a level it is level 1. The older `GRID_NAV/1,size=4` is refused with its new form.
 */
export function parseReference(text: string, find: FindTemplate = findTemplate): TaskReference {
  const trimmed = text.trim();
  refuseOldNotation(trimmed);
  const { name, level, params } = shape.exec(trimmed)?.groups ?? {};
  if (name === undefined) throw badReference(trimmed);
  const template = find(name.trim());
  if (level === '') throw badReference(trimmed);
  if (level?.includes(',')) throw olderNotation(trimmed, `${name}@${level.replace(/,(.*)/s, '($1)')}`);
  const overrides = params === undefined || params.trim() === '' ? [] : params.split(',').map((part) => part.trim());
  return { template, setting: parseSetting(template, [level ?? '1', ...overrides].join(',')) };
}

function refuseOldNotation(text: string): void {
  const old = /^(?<name>[A-Z][A-Za-z0-9_.,()x ]*)\/(?<level>\d+)(?:,(?<params>[^/]*))?$/.exec(text)?.groups;
  if (old === undefined) return;
  throw olderNotation(text, `${old['name']}@${old['level']}${old['params'] === undefined ? '' : `(${old['params']})`}`);
}

function olderNotation(text: string, now: string): Fault {
  return new Fault('tasks/bad-reference', `${JSON.stringify(text)} is an older notation`, {
    details: { field: 'task', now },
    hint: `Write ${now}.`,
  });
}

function badReference(text: string): Fault {
  return new Fault('tasks/bad-reference', `${JSON.stringify(text.slice(0, 200))} is no task reference`, {
    details: { field: 'task' },
  });
}
