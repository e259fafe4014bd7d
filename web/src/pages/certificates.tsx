import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CertificateRow, CertificateView } from '../../../src/server/views/certificates-view.ts';
import type { RunView } from '../../../src/server/views/run-view.ts';
import { isReport } from '../api.ts';
import { useAction } from '../hooks.ts';
import { Card, CertificateLink, Choice, Empty, Fault, Rows } from '../parts/bits.tsx';
import { OfRun } from '../parts/of-run.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { bytes } from '../show.ts';

type Checked = { readonly ok: boolean; readonly why: string | null };

/** A button that checks, and what it found. */
function Check({ run, hash }: { readonly run: string; readonly hash: string }): JSX.Element | null {
  const { found, error, isBusy, ask } = useAction<Checked>();
  if (isReport) return null;
  return (
    <span role="status">
      <button
        type="button"
        disabled={isBusy}
        onClick={() => ask(`/runs/${encodeURIComponent(run)}/certificates/${hash}/check`)}
      >
        {isBusy ? 'Checking …' : 'Check again'}
      </button>{' '}
      {found !== undefined && (
        <span class={`badge ${found.ok ? 'accepted' : 'rejected'}`}>{found.ok ? 'holds' : 'does not hold'}</span>
      )}{' '}
      {found?.why}
      {error !== undefined && <Fault error={error} />}
    </span>
  );
}

export function CertificatesPage({ run }: { readonly run: RunView }): JSX.Element {
  const [kind, setKind] = useState('');
  return (
    <OfRun<{ certificates: CertificateRow[] }> run={run} name="certificates">
      {({ certificates }) => {
        const kinds = [...new Set(certificates.map((one) => one.kind))];
        const shown = certificates.filter((one) => kind === '' || one.kind === kind);
        return (
          <Card title="Certificates" note="each can be checked again from the store alone, here or with pawl audit">
            {certificates.length === 0 && (
              <Empty>No change has been accepted yet; each that is brings a certificate.</Empty>
            )}
            {kinds.length > 1 && (
              <div class="filters">
                <Choice label="Kind" value={kind} options={kinds} choose={setKind} />
              </div>
            )}
            {certificates.length > 0 && (
              <Rows label="Certificates" columns={['certificate', 'kind', 'claim', 'facts', 'check']}>
                {shown.slice(0, 500).map((one) => (
                  <tr key={one.hash}>
                    <td class="tight">
                      <CertificateLink run={run.id} hash={one.hash} />
                    </td>
                    <td class="tight">{one.kind}</td>
                    <td>{one.claim}</td>
                    <td class="note">{one.facts.map(({ name, value }) => `${name} ${value}`).join(', ')}</td>
                    <td class="tight">
                      <Check run={run.id} hash={one.hash} />
                    </td>
                  </tr>
                ))}
              </Rows>
            )}
          </Card>
        );
      }}
    </OfRun>
  );
}

export function CertificatePage({ run, hash }: { readonly run: RunView; readonly hash: string }): JSX.Element {
  return (
    <OfRun<CertificateView> run={run} name={`certificates/${hash}`}>
      {(view) => (
        <div class="grid">
          <Card title={view.claim} width="w8">
            <p class="mono note" style={{ overflowWrap: 'anywhere' }}>
              {view.hash}
            </p>
            <table>
              <tbody>
                {[{ name: 'kind', value: view.kind }, ...view.facts].map(({ name, value }) => (
                  <tr key={name}>
                    <td>{name}</td>
                    <td>{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p style={{ marginTop: '10px' }}>
              <Check run={run.id} hash={view.hash} />
            </p>
          </Card>
          <Card title="Files" note="for a checker of your own" width="w4">
            {view.files.length === 0 && <Empty>It rests on no file.</Empty>}
            <table>
              <tbody>
                {view.files.map((file) => (
                  <tr key={file.hash}>
                    <td>{file.role}</td>
                    <td>
                      {isReport || file.bytes === null ? (
                        file.name
                      ) : (
                        <a href={`/api/blobs/${file.hash}?name=${encodeURIComponent(file.name)}`} download={file.name}>
                          {file.name}
                        </a>
                      )}
                    </td>
                    <td class="n">{file.bytes === null ? 'missing' : bytes(file.bytes)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Card>
          {view.pairs.length > 0 && (
            <Card title="Paired outcomes" note="one block per task that both sides did">
              <Pairs pairs={view.pairs} />
            </Card>
          )}
          <Card title="As it is stored">
            <details>
              <summary>JSON</summary>
              <pre class="doc" tabIndex={0}>
                {JSON.stringify(view.content, null, 2).slice(0, 200_000)}
              </pre>
            </details>
          </Card>
        </div>
      )}
    </OfRun>
  );
}
