/** Tasks as bits and as text. */
export { bitString, codec, flag, listOf, maybe, oneOf, record, tagged, upTo, whole } from './bit-layout.ts';
export { disguiseFace } from './disguise.ts';
export { parseInteger, parseNumber, parseWord } from './reply.ts';
