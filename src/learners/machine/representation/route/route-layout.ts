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
  /** Probes and looks that the search of the partition may still make. */
  budget: 16,
  /** What `touch` leaves, so that its reads are not for nothing. */
  touched: 20,
  /** The code asked for. */
  query: 64,
  /** Candidates in ascending order. */
  list: 128,
  /** Where each of the chains goes on. */
  work: 128 + 16 * 1024,
  /** Addresses of the codes that were expanded. */
  expanded: 384 + 16 * 1024,
  end: 384 + 20 * 1024,
} as const;

/** Byte offsets in a candidate of the list: distance·2³² + id, and where its code lies. */
export const Candidate = { key: 0, code: 8, size: 16 } as const;

/** Most candidates a query may ask for; the list lies in fixed memory. */
export const MAX_WANTED = 1024;

/** Most candidates a query may expand. */
export const MAX_EXPANSIONS = 1024;

/** Chains walked at once: one for each bit of a register. */
export const CHAINS = 64;

/** Larger than any distance. */
export const unbounded = 0x7fffffff;

/**
 * Byte offsets in the description of a partition. Number 0 is nobody's; slot s has number s + 1, by which its code is found and
 * by which it is written in chains.
 */
export const Part = { codes: 0, ids: 4, count: 8, tables: 12, firstTable: 16 } as const;

/**
 * Byte offsets in the description of one table. A substring is `bits` bits, `shift` bits past byte `from` of the code; `links`
 * has for each number the next of its chain.
 */
export const Table = { heads: 0, links: 4, from: 8, shift: 12, bits: 16, masks: 20, reach: 24, size: 28 } as const;

/** Substrings of fewer bits have too full buckets, of more too many. */
export const MIN_SUBSTRING = 8;
export const MAX_SUBSTRING = 24;

/** Longest code. */
export const MAX_BITS = 256;

/** Bytes of a description with as many tables as can be. */
export const PART_BYTES = Part.firstTable + (MAX_BITS / MIN_SUBSTRING) * Table.size;
