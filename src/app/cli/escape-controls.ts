/**
 * Text that a terminal shows and does not obey: control characters other than tab and line ends, and marks that turn the direction of
 * writing, as `\u{1b}`. What models, tasks and files of others say reaches the terminal through here.
 */
export function escapeControls(text: string): string {
  return text.replaceAll(
    /(?![\t\n]|\r\n)[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}
