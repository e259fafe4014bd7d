const NOT_ASCII = /[\u0080-\uffff]/;

/**
 * About how many tokens a text is: a quarter per ASCII character, one per other character. Real tokenizers differ by
 * some 20 %; limits must leave that room.
 */
export function countTokens(text: string): number {
  if (!NOT_ASCII.test(text)) return Math.ceil(text.length / 4);
  let other = 0;
  for (const character of text) if (character.charCodeAt(0) > 127) other += 1;
  return Math.ceil((text.length - other) / 4 + other);
}
