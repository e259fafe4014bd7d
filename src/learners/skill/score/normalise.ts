/**
 * Text as answers are compared: lower case, no punctuation, no articles, single spaces.
 *
 * @source Rajpurkar et al. 2016 (SQuAD), official evaluation script
 */
export function normalise(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\p{P}/gu, '')
    .replaceAll(/\b(a|an|the)\b/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ');
}
