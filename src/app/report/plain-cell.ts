/** Text of unknown origin as a cell of a Markdown table: it becomes no markup and breaks no line. */
export function plainCell(text: string): string {
  const plain = text.replaceAll(/\p{Cc}+/gu, ' ').replaceAll(/[\\`*_{}[\]<>|#]/gu, (mark) => `\\${mark}`);
  return plain.length > 300 ? `${plain.slice(0, 300)} …` : plain;
}
