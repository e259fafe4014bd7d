import type { Json } from '#foundation/contracts';
import { isRecord } from '#foundation/kernel';
import type { RunSetting } from '#app/server/views';
import type { RunReport } from './run-report.ts';
import { stretchesOf } from './score-curve.ts';
import { showDuration, showMoment } from './show-time.ts';
import { sparkline } from './sparkline.ts';

const sparklineWidth = 60;
const certificatesShown = 10;
const settingsWidth = 100;

function row(name: string, text: string): string {
  return `${name.padEnd(13)}${text}`;
}

/** An object as `name value` and `3 names`; what lies deeper is in `--json`. */
function factsOf(value: Json | undefined): string[] {
  if (value === undefined) return ['-'];
  if (!isRecord(value)) return [showFact(value)];
  return Object.entries(value).map(([name, fact]) => {
    if (Array.isArray(fact)) return `${fact.length} ${name}`;
    if (!isRecord(fact)) return `${name} ${showFact(fact)}`;
    const inner = Object.entries(fact).map(([part, one]) => `${part} ${isPlain(one) ? showFact(one) : '…'}`);
    return `${name} (${inner.join(', ')})`;
  });
}

function isPlain(value: Json): boolean {
  return typeof value !== 'object' || value === null;
}

function showFact(fact: Json): string {
  if (typeof fact === 'number') return showNumber(fact);
  return typeof fact === 'string' ? fact : JSON.stringify(fact);
}

/** A number as people read it: at most four significant digits. */
function showNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
}

/** A row of each model, then all settings in rows that fit a terminal. */
function settingRows(settings: readonly RunSetting[]): string[] {
  const models = settings.filter(({ kind }) => kind === 'model').map(({ name, value }) => row(name, value));
  const others = settings.filter(({ kind }) => kind === 'setting').map(({ name, value }) => `${name} ${value}`);
  const lines = wrapped(others, settingsWidth);
  return [...models, ...lines.map((line, i) => row(i === 0 ? 'settings' : '', line))];
}

/** Parts joined by commas, in lines of about so many characters. */
function wrapped(parts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const [i, part] of parts.entries()) {
    const text = i === parts.length - 1 ? part : `${part},`;
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + text.length <= width) lines[lines.length - 1] = `${last} ${text}`;
    else lines.push(text);
  }
  return lines;
}

/** A run in a few lines, its score over time drawn as a sparkline. */
export function runText({ run, events, curve, sentence, settings, score, certificates }: RunReport): readonly string[] {
  const ended = run.endedAt === undefined ? '' : `, took ${showDuration(run.endedAt - run.startedAt)}`;
  const lines = [
    ...(sentence === null ? [] : [sentence, '']),
    row('run', run.id),
    row('loop', `${run.loop}, seed ${run.seed}`),
    row('status', `${run.status}, started ${showMoment(run.startedAt)} UTC${ended}`),
    row('hash', run.hash ?? '- (not finished; --resume takes it up again)'),
    ...settingRows(settings),
    ...wrapped(factsOf(run.summary), settingsWidth).map((line, i) => row(i === 0 ? 'summary' : '', line)),
    row('events', events.map(([type, count]) => `${count} ${type}`).join(', ') || 'none'),
  ];
  const stretches = stretchesOf(curve.points, sparklineWidth);
  if (stretches.length > 0) {
    const means = stretches.map(({ mean }) => mean);
    const from = `${showNumber(score.before ?? means[0]!)} → ${showNumber(score.after ?? means.at(-1)!)}`;
    lines.push(row(curve.field, `${sparkline(means)} ${from} (${curve.points.length} values)`));
  }
  lines.push(row('certificates', String(certificates.length)));
  for (const { hash, certificate } of certificates.slice(0, certificatesShown)) {
    lines.push(`  ${hash.slice(0, 12)} ${certificate.kind.padEnd(11)} ${certificate.claim}`);
  }
  if (certificates.length > certificatesShown) lines.push(`  … and ${certificates.length - certificatesShown} more`);
  return lines;
}
