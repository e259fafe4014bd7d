/** A text as it is shown: cut where it is long. */
export function cutText(text: string, most = 40): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
