import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { certificateOf, type PairedOutcome } from '#foundation/contracts/certificates';
import { canonicalText, hashOf } from '#foundation/kernel';
import { type RunJournal, openStore } from '#world/store';
import { encodeStatement } from '../../src/ratchet/audit/encode/encode-statement.ts';
import { checkAgain } from '../../src/app/cli/serve/server-work.ts';
import { runPawl } from '../run-pawl.ts';
import { Forger } from './forger.ts';
import { workplace } from './workplace.ts';

// Files that would keep an audit busy for ever, fill its memory or end it with a stack trace: each is refused with a sentence, soon.
type CertificateContent = Parameters<typeof certificateOf>[0];
const folder = workplace();
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const nested = '['.repeat(100_000) + ']'.repeat(100_000);
let count = 0;

/** A run of one acceptance or proof that its forger made whole. */
async function recorded(
  make: (journal: RunJournal) => CertificateContent | Promise<CertificateContent>,
): Promise<string> {
  const workspace = join(folder, `w${(count += 1)}`);
  const store = openStore(workspace);
  const journal = store.createRun({ loop: 'practise', seed: 1, config: { alpha: 0.9 } });
  const [incumbent, candidate] = ['old', 'new'].map((text) => journal.putBlob(bytes(text)));
  journal.emit('practice-started', { snapshot: incumbent!, alpha: 0.9 });
  const content = await make(journal);
  const certificate = journal.certify(certificateOf(content));
  if (content.kind === 'statistical') {
    journal.emit('candidate-accepted', { candidate: candidate!, certificate, spent: content.spent });
    journal.finish({ snapshot: candidate! });
  } else {
    journal.emit('claim-accepted', { certificate });
    journal.finish({ snapshot: incumbent! });
  }
  store.close();
  return workspace;
}

function comparing(test: string, outcomes: readonly PairedOutcome[], pValue = 0) {
  return async (journal: RunJournal): Promise<CertificateContent> => {
    const [incumbent, candidate] = [hashOf('old'), hashOf('new')].map((_, i) =>
      journal.putBlob(bytes(i === 0 ? 'old' : 'new')),
    );
    const inputs = { incumbent: incumbent!, candidate: candidate! };
    await journal.step('compare', inputs, () => ({ outcomes: [...outcomes] }));
    const evidence = { kind: 'paired' as const, steps: [{ name: 'compare', inputs }] };
    return { kind: 'statistical', ...inputs, test, alpha: 0.5, spent: 0.5, outcomes: [...outcomes], pValue, evidence };
  };
}

const outcomesOf = (length: number, gain: (i: number) => number): PairedOutcome[] =>
  Array.from({ length }, (_, i) => ({ task: `t${i}`, incumbent: 0, candidate: gain(i) }));

/** A circuit of so many inputs, and gates in a chain. */
function chain(inputs: number, gates: number): string {
  const pairs: number[] = [];
  for (let i = 0; i < gates; i += 1) pairs.push(2, 2 * (inputs + i));
  return canonicalText({ gates: pairs, inputs, outputs: [2 * (inputs + gates)] });
}

const proofOf = (
  statement: Extract<CertificateContent, { kind: 'proof' }>['statement'],
  journal: RunJournal,
): CertificateContent => ({
  kind: 'proof',
  statement,
  cnf: journal.putBlob(bytes('p cnf 0 0\n')),
  proof: journal.putBlob(bytes('')),
  format: 'lrat',
});

const floods: readonly (readonly [string, RegExp, Parameters<typeof recorded>[0]])[] = [
  [
    'an exact test of 3,000 outcomes in steps of 1/9999',
    /the exact test takes up to .* additions, and an audit makes 100000000/u,
    comparing(
      'sign-flip-exact-one-sided/9999',
      outcomesOf(3000, (i) => (i % 4999) / 9999 + 0.4),
    ),
  ],
  [
    '60,000 outcomes',
    /60000 outcomes are more than the 50000 that an audit counts/u,
    comparing(
      'sign-exact-one-sided',
      outcomesOf(60_000, () => 1),
    ),
  ],
  [
    '60,000 outcomes of a test that looks for hidden losses',
    /60000 outcomes are more than/u,
    comparing(
      'sign-flip-exact-one-sided/60',
      outcomesOf(60_000, () => 1 / 60),
    ),
  ],
  [
    'a table of 20 inputs for a long circuit',
    /to run it on every input takes .* gates, and an audit runs/u,
    (journal) => ({
      kind: 'exhaustive',
      over: 'all-inputs',
      circuit: journal.putBlob(bytes(chain(20, 100_000))),
      rows: journal.putBlob(new Uint8Array(2 ** 17)),
      inputs: 20,
      outputs: 1,
    }),
  ],
  [
    'a million steps over a million planes',
    /it has \d+ inputs, and an audit encodes 1048576/u,
    (journal) => {
      const holds = journal.putBlob(bytes(chain(1, 0)));
      const program = { kind: 'sequence' as const, steps: [] };
      const invariant = [{ planes: [0], holds }];
      return proofOf(
        { property: 'induction', planes: { state: 1_000_000, input: 1_000_000 }, program, invariant, steps: 1_000_000 },
        journal,
      );
    },
  ],
  [
    'a million steps that copy a million planes each',
    /it copies more than 50000000 signals/u,
    (journal) => {
      const holds = journal.putBlob(bytes(chain(1, 0)));
      const program = { kind: 'sequence' as const, steps: [] };
      return proofOf(
        {
          property: 'reach',
          planes: { state: 500_000, input: 0 },
          program,
          init: [],
          invariant: [{ planes: [0], holds }],
          steps: 1_000_000,
        },
        journal,
      );
    },
  ],
];

const texts: readonly (readonly [string, RegExp, (forger: Forger) => void])[] = [
  [
    'evidence that is not JSON',
    /a recorded step compare: it is not JSON/u,
    (f) => f.sql('UPDATE effects SET result = ? WHERE run = ?', f.putBlob('not JSON'), f.run),
  ],
  [
    'evidence of 100,000 brackets',
    /a recorded step compare: it nests deeper than 256 brackets/u,
    (f) => f.sql('UPDATE effects SET result = ? WHERE run = ?', f.putBlob(nested), f.run),
  ],
  [
    'an event of 100,000 brackets',
    /event 0 \(practice-started\): it nests deeper/u,
    (f) => f.sql('UPDATE events SET data = ? WHERE run = ? AND seq = 0', nested, f.run),
  ],
  [
    'a summary of 100,000 brackets',
    /the summary: it nests deeper/u,
    (f) => f.sql('UPDATE runs SET summary = ? WHERE id = ?', nested, f.run),
  ],
  [
    'a configuration of 100,000 brackets',
    /the configuration: it nests deeper/u,
    (f) => f.sql('UPDATE runs SET config = ? WHERE id = ?', nested, f.run),
  ],
  [
    'a certificate of 100,000 brackets',
    /it nests deeper/u,
    (f) => f.sql('UPDATE certificates SET content = ? WHERE run = ?', nested, f.run),
  ],
  [
    'a certificate that is none',
    /it is no certificate/u,
    (f) => f.sql("UPDATE certificates SET content = '{}' WHERE run = ?", f.run),
  ],
  [
    'an event of 3 million values',
    /event 0 \(practice-started\): it holds 3000001 values, and an audit reads 2000000/u,
    (f) => f.sql('UPDATE events SET data = ? WHERE run = ? AND seq = 0', `[${'0,'.repeat(3_000_000)}0]`, f.run),
  ],
  [
    'an event of 40 million characters',
    /a text of the run \(event\) has 40000002 characters, and an audit reads 33554432/u,
    (f) => f.sql('UPDATE events SET data = ? WHERE run = ? AND seq = 0', `"${'x'.repeat(40_000_000)}"`, f.run),
  ],
  [
    'a status that no run has',
    /the run is elsewhere, which no run can be/u,
    (f) => f.sql("UPDATE runs SET status = 'elsewhere'"),
  ],
];

describe('an audit is not stopped by', () => {
  it.each(floods)('%s', async (_, says, make) => {
    const workspace = await recorded(make);
    const began = performance.now();
    const { code, out, err } = await runPawl(['audit', 'latest', '--workspace', workspace]);
    expect(out).toMatch(says);
    expect([code, err]).toEqual([3, '']);
    const signed = await runPawl(['runs', 'sign', 'latest', '--workspace', workspace]);
    expect([signed.code, signed.err]).toEqual([1, expect.stringMatching(says)]);
    const store = openStore(workspace, { readOnly: true });
    const { id } = store.listRuns().at(-1)!;
    const { hash } = store.certificatesOf(id)[0]!;
    store.close();
    expect(checkAgain(workspace, id, hash)).toEqual({ ok: false, why: expect.stringMatching(says) });
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  it.each(texts)('%s', async (_, says, forge) => {
    const workspace = await recorded(
      comparing(
        'sign-exact-one-sided',
        outcomesOf(10, () => 1),
        2 ** -10,
      ),
    );
    const store = openStore(workspace, { readOnly: true });
    const { id } = store.listRuns().at(-1)!;
    store.close();
    expect(await runPawl(['audit', 'latest', '--workspace', workspace])).toMatchObject({ code: 0 });
    const forger = new Forger(workspace, id);
    forge(forger);
    forger.database.close();
    const { code, out, err } = await runPawl(['audit', 'latest', '--workspace', workspace]);
    expect(out).toMatch(says);
    expect([code, err]).toEqual([3, '']);
  });

  it('a proof of many steps that each look at every clause: it says so after the time it was given', async () => {
    const inputs = 20_000;
    const workspace = await recorded((journal) => {
      const circuit = journal.putBlob(bytes(chain(inputs, 50_000)));
      const statement = { property: 'never', circuit } as const;
      const formula = encodeStatement(statement, { getBlob: () => bytes(chain(inputs, 50_000)) });
      // A variable that no clause has may be set by resolution, after a look at all of them.
      const proof = Array.from({ length: inputs - 2 }, (_, i) => `${i + 2} 0`).join('\n');
      const [cnf, steps] = [journal.putBlob(formula), journal.putBlob(bytes(`${proof}\n`))];
      return { kind: 'proof', statement, cnf, proof: steps, format: 'drat' };
    });
    const began = performance.now();
    const { code, out } = await runPawl(['audit', 'latest', '--workspace', workspace, '--seconds', '1']);
    expect(out).toContain('the audit met its limit of 1 s');
    expect(code).toBe(3);
    expect(performance.now() - began).toBeLessThan(15_000);
  });

  it('what takes longer than it may: it says so, and how much it did not check', async () => {
    const workspace = await recorded(
      comparing(
        'sign-flip-exact-one-sided/60',
        outcomesOf(400, (i) => (i % 60) / 60),
        0,
      ),
    );
    const { code, out } = await runPawl(['audit', 'latest', '--workspace', workspace, '--seconds', '0.01']);
    expect(out).toContain('the audit met its limit of 0.01 s');
    expect(code).toBe(3);
  });
});
