/** Bits as words: shapes and ports. */
export { type FacePorts, type PortedBits, portsOfFace, portsOfShape, type WordPort } from './word-ports.ts';
export { bitsShape, emptyShape, lengthLeaf, widthOfShape, type WordLeaf, type WordShape } from './word-shape.ts';
