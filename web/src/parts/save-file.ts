import type { Curve } from '../../../src/app/server/views/curve.ts';

/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replaceAll(/[^\w.-]+/gu, '-');
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The points of curves as a table, one row for each. A spreadsheet takes a name that begins like a formula for one: an apostrophe tells it. */
export function csvOf(curves: readonly Curve[]): Blob {
  const cell = (value: string | number | null): string =>
    typeof value === 'string'
      ? `"${value.replace(/^(?=[=+\-@\t\r])/u, "'").replaceAll('"', '""')}"`
      : String(value ?? '');
  const rows = curves.flatMap((curve) =>
    curve.x.map((x, i) =>
      [curve.name, x, curve.y[i] ?? null, curve.low[i] ?? null, curve.high[i] ?? null].map(cell).join(','),
    ),
  );
  return new Blob([['curve,x,y,low,high', ...rows, ''].join('\n')], { type: 'text/csv' });
}

/** A drawing on the paper of the page, under its title, with the names of its lines. */
export function savePicture(name: string, drawing: HTMLCanvasElement, curves: readonly Curve[]): void {
  const style = getComputedStyle(document.documentElement);
  const colour = (of: string): string => style.getPropertyValue(of).trim();
  const scale = devicePixelRatio;
  const line = 18 * scale;
  const names = curves.length > 1 ? curves : [];
  const picture = document.createElement('canvas');
  picture.width = drawing.width;
  picture.height = drawing.height + line * (2 + names.length);
  const pen = picture.getContext('2d');
  if (pen === null) return;
  pen.fillStyle = colour('--raised');
  pen.fillRect(0, 0, picture.width, picture.height);
  pen.fillStyle = colour('--ink');
  pen.font = `600 ${13 * scale}px Inter, sans-serif`;
  pen.fillText(name, 8 * scale, line);
  pen.drawImage(drawing, 0, line * 1.5);
  pen.font = `${12 * scale}px Inter, sans-serif`;
  for (const [i, curve] of names.entries()) {
    const y = drawing.height + line * (2.2 + i);
    pen.fillStyle = colour(`--c${(i % 8) + 1}`);
    pen.fillRect(8 * scale, y - 5 * scale, 14 * scale, 3 * scale);
    pen.fillStyle = colour('--ink-soft');
    pen.fillText(curve.name, 28 * scale, y);
  }
  picture.toBlob((blob) => {
    if (blob !== null) saveFile(`${name}.png`, blob);
  });
}
