import { type CutText, cutRegions, dropRegions, joinRegions, type Region } from '../document/regions.ts';

/**
 * A new text for a file, with the old one's protected parts put back.
 *
 * Whatever the new text says in their place is dropped. Front matter comes first, kept regions go to the end of the
 * section they stood in (or of the body, where that heading is gone), the engine's regions come last.
 */
export function rewriteText(old: string, next: string): string {
  const cut = cutRegions(old);
  const body = dropRegions(next);
  const kept = cut.regions
    .map((region, i) => ({ region, at: sectionEnd(body, lastHeading(cut, i)) }))
    .filter(({ region }) => region.kind === 'KEEP')
    .sort((a, b) => a.at - b.at);
  const open: string[] = [];
  const regions: Region[] = [];
  let from = 0;
  const put = (region: Region, at: number): void => {
    const between = body.slice(from, at).trim();
    open.push(`${regions.length === 0 || between === '' ? '' : '\n\n'}${between}\n\n`);
    regions.push(region);
    from = at;
  };
  for (const { region, at } of kept) put(region, at);
  for (const region of cut.regions) if (region.kind !== 'KEEP') put(region, body.length);
  const rest = body.slice(from).trim();
  open.push(`${regions.length === 0 ? '' : '\n\n'}${rest}`.trimEnd() + '\n');
  return joinRegions({ frontMatter: cut.frontMatter, open, regions });
}

/** The last heading line above region i, in the open parts. */
function lastHeading({ open }: CutText, i: number): string | undefined {
  const above = open.slice(0, i + 1).join('\n');
  return above
    .match(/^#{1,6}\s.*$/gm)
    ?.at(-1)
    ?.trim();
}

/** Where the section of a heading ends: at the next heading of its rank or above, or with the text. */
function sectionEnd(body: string, heading: string | undefined): number {
  if (heading === undefined) return body.length;
  const lines = body.split('\n');
  const start = lines.findIndex((line) => line.trim() === heading);
  if (start === -1) return body.length;
  const rank = heading.indexOf(' ');
  const next = lines.findIndex((line, i) => i > start && new RegExp(`^#{1,${rank}}\\s`).test(line));
  return next === -1 ? body.length : lines.slice(0, next).join('\n').length;
}
