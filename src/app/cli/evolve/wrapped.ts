/** A text in lines of at most so many characters, broken between words; a word that is longer is a line of its own. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  // A drawing is not broken: its blanks mean something.
  if (text.length <= width) return [text];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
