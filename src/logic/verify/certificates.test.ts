import { describe, expect, it } from 'vitest';
import { type Circuit, createBuilder } from '#logic/circuit/graph';
import { truthTablesOf } from '#logic/circuit/tables';
import { words } from '#logic/circuit/words';
import type { Certificate } from '#foundation/contracts/certificates';
import { Fault, hashOf, sha256 } from '#foundation/kernel';
import { checkProof, parseDimacs } from '#logic/sat';
import { checkEquivalence } from './equivalence.ts';
import { certifyTables } from './certify/exhaustive.ts';
import { certifyProof } from './certify/proof-material.ts';

function multiplier(how: 'multiply' | 'multiplyTree'): Circuit {
  const builder = createBuilder();
  return builder.build(words[how](builder, builder.inputs(3), builder.inputs(3)));
}

function memory() {
  const blobs = new Map<string, Uint8Array>();
  const certificates: Certificate[] = [];
  const putBlob = (bytes: Uint8Array): string => {
    blobs.set(sha256(bytes), bytes);
    return sha256(bytes);
  };
  const certify = (certificate: Certificate): string => {
    certificates.push(certificate);
    return hashOf(certificate);
  };
  return { blobs, certificates, putBlob, certify };
}

describe('certificates of equivalence', () => {
  it('hold the formula and the proof of an equivalence, which the checker accepts from the store alone', () => {
    const store = memory();
    const found = checkEquivalence(multiplier('multiply'), multiplier('multiplyTree'));
    if (found.answer !== 'equal') throw new Error('expected equal');
    certifyProof(found.proof, store);
    const [certificate] = store.certificates;
    if (certificate?.kind !== 'proof') throw new Error('expected a proof');
    const cnf = parseDimacs(store.blobs.get(certificate.cnf)!);
    expect(checkProof(cnf, store.blobs.get(certificate.proof)!, certificate.format).verified).toBe(true);
  });

  it('hold both tables of an exhaustive claim, in whole bytes', () => {
    const store = memory();
    const actual = truthTablesOf(multiplier('multiplyTree'));
    certifyTables(multiplier('multiply'), actual, store);
    expect(store.certificates).toMatchObject([{ kind: 'exhaustive', inputs: 6, outputs: 6 }]);
    const [, table] = store.blobs.values();
    expect(table!.length).toBe(6 * 8);
    // Output 0 is the product of the lowest bits: true where bits 0 and 3 of the assignment are.
    expect(table![1]! & 0b0010).toBe(0b0010);
    expect(table![0]).toBe(0);
  });

  it('are not made for tables that differ', () => {
    const store = memory();
    const expected = truthTablesOf(multiplier('multiply'));
    const actual = [...expected].reverse();
    expect(() => certifyTables(multiplier('multiply'), actual, store)).toThrow(Fault);
    expect(() => certifyTables(multiplier('multiply'), expected.slice(1), store)).toThrow(Fault);
    expect(store.certificates).toEqual([]);
    expect(store.blobs.size).toBe(0);
  });
});
