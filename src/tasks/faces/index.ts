/** Tasks as bits and as text. */
export {
  bitString,
  codec,
  flag,
  type Layout,
  listOf,
  maybe,
  oneOf,
  record,
  tagged,
  upTo,
  whole,
} from './bit-layout.ts';
export { parseInteger, parseIntegers, parseNumber, parseSymbols, parseWord } from './reply.ts';
