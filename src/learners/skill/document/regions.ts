import { Fault, invariant } from '#foundation/kernel';

/** Parts of a file that no edit may touch: the engine's two blocks and what the user marks as kept. */
export type RegionKind = 'SLOW_UPDATE' | 'APPENDIX' | 'KEEP';

export interface Region {
  readonly kind: RegionKind;
  /** With its markers. */
  readonly text: string;
}

/**
 * A file cut at its protected regions:
 *
 *     text = frontMatter + open₀ + region₀ + open₁ + … + regionₙ₋₁ + openₙ
 *
 * Edits are functions of `open` alone, so protection holds by construction. Invariant: no open part contains a start
 * marker; therefore cutting the joined text again gives the same regions.
 */
export interface CutText {
  readonly frontMatter: string;
  readonly open: readonly string[];
  readonly regions: readonly Region[];
}

const startMarker = /<!--\s*(SLOW_UPDATE|APPENDIX|KEEP)_START\s*-->/;
const anyMarker = /<!--\s*(?:SLOW_UPDATE|APPENDIX|KEEP)_(?:START|END)\s*-->/g;
const frontMatterBlock = /^---[ \t]*\r?\n(?:[\s\S]*?\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** The marker lines of a region. */
export function markersOf(kind: RegionKind): readonly [start: string, end: string] {
  return [`<!-- ${kind}_START -->`, `<!-- ${kind}_END -->`];
}

/** Front matter at the very start, with its closing line; empty for none. */
function frontMatterOf(text: string): string {
  return frontMatterBlock.exec(text)?.[0] ?? '';
}

/** A region that is never closed is a fault: to guess its end would be to edit it. */
export function cutRegions(text: string): CutText {
  const frontMatter = frontMatterOf(text);
  const open: string[] = [];
  const regions: Region[] = [];
  let rest = text.slice(frontMatter.length);
  for (let start = startMarker.exec(rest); start !== null; start = startMarker.exec(rest)) {
    const kind = kindOf(start[1]);
    const end = new RegExp(`<!--\\s*${kind}_END\\s*-->`).exec(rest.slice(start.index + start[0].length));
    if (end === null) throw new Fault('skill/open-region', `${start[0]} has no ${markersOf(kind)[1]} after it`);
    const stop = start.index + start[0].length + end.index + end[0].length;
    open.push(rest.slice(0, start.index));
    regions.push({ kind, text: rest.slice(start.index, stop) });
    rest = rest.slice(stop);
  }
  return { frontMatter, open: [...open, rest], regions };
}

/**
 * The text of a cut. Whatever the open parts hold, they can neither start a region nor become front matter.
 */
export function joinRegions({ frontMatter, open, regions }: CutText): string {
  invariant(open.length === regions.length + 1, 'there is one open part more than regions');
  const body = open.map((part, i) => dropStartMarkers(part) + (regions[i]?.text ?? '')).join('');
  if (frontMatter === '') return frontMatterOf(body) === '' ? body : `\n${body}`;
  return frontMatter.endsWith('\n') || body === '' ? frontMatter + body : `${frontMatter}\n${body}`;
}

/** Text without any marker, also none that forms when one is taken out. */
export function dropMarkers(text: string): string {
  return untilStable(text, (each) => each.replaceAll(anyMarker, ''));
}

/** Text that a model wrote as a whole file: without front matter, regions, lone markers. */
export function dropRegions(text: string): string {
  const body = text.slice(frontMatterOf(text).length);
  const closed = /\n*<!--\s*(SLOW_UPDATE|APPENDIX|KEEP)_START\s*-->[\s\S]*?<!--\s*\1_END\s*-->\n*/g;
  return dropMarkers(untilStable(body, (each) => each.replaceAll(closed, '\n\n')));
}

function dropStartMarkers(text: string): string {
  return untilStable(text, (each) => each.replace(startMarker, ''));
}

function untilStable(text: string, step: (text: string) => string): string {
  for (let now = text, next = step(now); ; now = next, next = step(now)) if (next === now) return now;
}

function kindOf(name: string | undefined): RegionKind {
  invariant(name === 'SLOW_UPDATE' || name === 'APPENDIX' || name === 'KEEP', 'a marker names its kind');
  return name;
}
