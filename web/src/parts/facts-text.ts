import type { Json } from '../../../src/foundation/contracts/json.ts';
import { number } from '../show.ts';

const LONGEST = 400;
const LONGEST_VALUE = 80;

/** What an event says, as a person reads it: names and values, hashes by their first digits, lists by their length. */
export function factsText(data: Json): string {
  const text = membersOf(data)
    .map(([name, value]) => `${name} ${valueText(value)}`)
    .join(' · ');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function membersOf(value: Json): readonly (readonly [string, Json])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value === null ? [] : [['', value]];
  return Object.entries(value).flatMap(([name, member]): readonly (readonly [string, Json])[] =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? membersOf(member).map(([inside, each]) => [`${name}.${inside}`, each] as const)
      : [[name, member]],
  );
}

function valueText(value: Json): string {
  if (typeof value === 'number') return number(value, 4);
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return value === null ? '–' : JSON.stringify(value);
  if (/^[0-9a-f]{64}$/u.test(value)) return value.slice(0, 10);
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
}
