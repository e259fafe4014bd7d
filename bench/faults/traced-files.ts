/** What a program did to a file, in order, as `strace -f -y -xx` wrote it down. */
export type FileAct =
  | { readonly kind: 'write'; readonly file: string; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: 'cut'; readonly file: string; readonly length: number }
  | { readonly kind: 'sync'; readonly file: string };

/** Calls that change files by position; with WAL, SQLite makes no others on its database and its log. */
export const tracedCalls = 'pwrite64,ftruncate,fsync,fdatasync';

const line = /^\d+\s+(pwrite64|ftruncate|fsync|fdatasync)\(\d+<([^>]*)>(?:, (.*))?\)\s+= (\d+)$/;

/** Calls that another thread cut in two are joined; those that failed changed nothing. */
export function actsIn(trace: string): FileAct[] {
  const unfinished = new Map<string, string>();
  const acts: FileAct[] = [];
  for (const text of trace.split('\n')) {
    const thread = /^\d+/.exec(text)?.[0] ?? '';
    if (text.endsWith(' <unfinished ...>')) {
      unfinished.set(thread, text.slice(0, -' <unfinished ...>'.length));
      continue;
    }
    const rest = /^\d+\s+<\.\.\. \w+ resumed>(.*)$/.exec(text)?.[1];
    const whole = rest === undefined ? text : `${unfinished.get(thread) ?? ''}${rest}`;
    const [, call, path = '', args = '', result] = line.exec(whole) ?? [];
    const file = unescape(path);
    if (call === 'fsync' || call === 'fdatasync') acts.push({ kind: 'sync', file });
    if (call === 'ftruncate') acts.push({ kind: 'cut', file, length: Number(args) });
    if (call !== 'pwrite64') continue;
    const [, data = '', at = '0'] = /^"([^"]*)", \d+, (\d+)$/.exec(args) ?? [];
    const bytes = Uint8Array.from(Buffer.from(data.replaceAll(String.raw`\x`, ''), 'hex'));
    acts.push({ kind: 'write', file, at: Number(at), bytes: bytes.slice(0, Number(result)) });
  }
  return acts;
}

/** With -xx paths are written in hexadecimal too. */
function unescape(path: string): string {
  return path.includes(String.raw`\x`) ? Buffer.from(path.replaceAll(String.raw`\x`, ''), 'hex').toString() : path;
}

/**
 * A file as a disk may hold it when the power goes: all that was done before its last sync, and of what came after whatever `keeps`
 * says, because a disk writes in any order.
 */
export function contentAfterLoss(acts: readonly FileAct[], file: string, keeps: () => boolean): Uint8Array {
  const own = acts.filter((act) => act.file === file);
  const synced = own.findLastIndex(({ kind }) => kind === 'sync');
  const ends = own.map((act) => (act.kind === 'write' ? act.at + act.bytes.length : 0));
  const content = new Uint8Array(Math.max(0, ...ends));
  let length = 0;
  for (const [i, act] of own.entries()) {
    if (act.kind === 'sync' || (i > synced && !keeps())) continue;
    if (act.kind === 'write') {
      content.set(act.bytes, act.at);
      length = Math.max(length, act.at + act.bytes.length);
    } else {
      length = Math.min(act.length, content.length);
      content.fill(0, length);
    }
  }
  return content.subarray(0, length);
}
