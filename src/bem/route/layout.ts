/** Byte addresses of what every query shares, at the start of memory. */
export const Shared = {
  /** How many candidates the list holds. */
  found: 0,
  /** How many it may hold. */
  wanted: 4,
  /** Distance of the last candidate of a full list; `unbounded` while there is room. */
  worst: 8,
  /** Looking into a bucket, or at a code in it, costs as much as scanning so many codes; 0 when it costs nothing. */
  probeCost: 12,
  /** The code asked for. */
  query: 64,
  /** The list: 64-bit keys, distance above id, ascending. */
  list: 128,
  /** Slots waiting to be looked at. */
  work: 128 + 8 * 1024,
  end: 128 + 8 * 1024 + 4 * 1024,
} as const;

/** Most candidates a query may ask for; the list lies in fixed memory. */
export const MAX_WANTED = 1024;

/** Slots that wait at once. */
export const WORK_SIZE = 1024;

/** Larger than any distance. */
export const unbounded = 0x7fffffff;

/** Byte offsets in the description of a partition. */
export const Part = { codes: 0, ids: 4, count: 8, tables: 12, firstTable: 16 } as const;

/** Byte offsets in the description of one table; a substring is `bits` bits, `shift` bits past byte `from` of the code. */
export const Table = { heads: 0, links: 4, from: 8, shift: 12, bits: 16, size: 20 } as const;

/** Substrings of fewer bits have too full buckets, of more too many. */
export const MIN_SUBSTRING = 8;
export const MAX_SUBSTRING = 24;

/** Longest code. */
export const MAX_BITS = 256;

/** Bytes of a description with as many tables as can be. */
export const PART_BYTES = Part.firstTable + (MAX_BITS / MIN_SUBSTRING) * Table.size;
