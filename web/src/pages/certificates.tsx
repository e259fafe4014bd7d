import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CertificateList, CertificateView } from '../../../src/app/server/views/certificates-view.ts';
import type { RunView } from '../../../src/app/server/views/run-view.ts';
import { ApiError, isReport, post } from '../api.ts';
import { useListing, useRunData } from '../hooks.ts';
import { Card, CertificateLink, Choice, Empty, Fault, Pager, Rows, Shown } from '../parts/bits.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { bytes } from '../show.ts';

const PAGE = 100;

type Checked = { readonly ok: boolean; readonly why: string | null };

interface Checks {
  readonly found: ReadonlyMap<string, Checked | ApiError>;
  /** What is being checked, and what waits for it. */
  readonly open: ReadonlySet<string>;
  readonly check: (hashes: readonly string[]) => Promise<void>;
}

/** Checks certificates one after the other, and keeps what was found of each. */
function useChecks(run: string): Checks {
  const [found, setFound] = useState<Checks['found']>(new Map());
  const [open, setOpen] = useState<Checks['open']>(new Set());
  const check = async (hashes: readonly string[]): Promise<void> => {
    setOpen(new Set(hashes));
    for (const hash of hashes) {
      const path = `/runs/${encodeURIComponent(run)}/certificates/${hash}/check`;
      const answer = await post<Checked>(path).catch((error: ApiError) => error);
      setFound((known) => new Map(known).set(hash, answer));
      setOpen((left) => new Set([...left].filter((one) => one !== hash)));
    }
  };
  return { found, open, check };
}

/** A button that checks, and what it found. */
function Check({ hash, checks }: { readonly hash: string; readonly checks: Checks }): JSX.Element | null {
  if (isReport) return null;
  const found = checks.found.get(hash);
  const isOpen = checks.open.has(hash);
  return (
    <span role="status">
      <button type="button" disabled={isOpen} onClick={() => void checks.check([hash])}>
        {isOpen ? 'Checking …' : 'Check again'}
      </button>{' '}
      {found !== undefined && !(found instanceof ApiError) && (
        <>
          <span class={`badge ${found.ok ? 'accepted' : 'rejected'}`}>{found.ok ? 'holds' : 'does not hold'}</span>{' '}
          {found.why}
        </>
      )}
      {found instanceof ApiError && <Fault error={found} />}
    </span>
  );
}

/** Checks all that the page shows, and counts. */
function CheckAll({
  hashes,
  checks,
}: {
  readonly hashes: readonly string[];
  readonly checks: Checks;
}): JSX.Element | null {
  if (isReport || hashes.length < 2) return null;
  const seen = hashes.flatMap((hash) => checks.found.get(hash) ?? []);
  const holds = seen.filter((one) => !(one instanceof ApiError) && one.ok).length;
  return (
    <span role="status">
      <button type="button" disabled={checks.open.size > 0} onClick={() => void checks.check(hashes)}>
        {checks.open.size > 0 ? `Checking, ${checks.open.size} to go …` : `Check all ${hashes.length}`}
      </button>{' '}
      {seen.length > 0 && (
        <span class={`badge ${holds === seen.length ? 'accepted' : 'rejected'}`}>
          {holds} of {seen.length} checked hold
        </span>
      )}
    </span>
  );
}

export function CertificatesPage({ run }: { readonly run: RunView }): JSX.Element {
  const { data, error, from, turn, chosen, choose } = useListing<CertificateList>(run, 'certificates', PAGE);
  const checks = useChecks(run.id);
  return (
    <Card title="Certificates" note="each can be checked again from the store alone, here or with pawl audit">
      <Shown data={data} error={error}>
        {({ certificates, kinds, total }) => (
          <>
            {kinds.length === 0 && <Empty>No change has been accepted yet; each that is brings a certificate.</Empty>}
            {kinds.length > 0 && (
              <div class="filters">
                {kinds.length > 1 && (
                  <Choice label="Kind" value={chosen('kind')} options={kinds} choose={choose('kind')} />
                )}
                <Pager from={from} size={PAGE} total={total} turn={turn} />
                <CheckAll hashes={certificates.map(({ hash }) => hash)} checks={checks} />
              </div>
            )}
            {certificates.length > 0 && (
              <Rows label="Certificates" columns={['certificate', 'kind', 'claim', 'facts', 'check']}>
                {certificates.map((one) => (
                  <tr key={one.hash}>
                    <td class="tight">
                      <CertificateLink run={run.id} hash={one.hash} />
                    </td>
                    <td class="tight">{one.kind}</td>
                    <td>{one.claim}</td>
                    <td class="note">{one.facts.map(({ name, value }) => `${name} ${value}`).join(', ')}</td>
                    <td class="tight">
                      <Check hash={one.hash} checks={checks} />
                    </td>
                  </tr>
                ))}
              </Rows>
            )}
          </>
        )}
      </Shown>
    </Card>
  );
}

export function CertificatePage({ run, hash }: { readonly run: RunView; readonly hash: string }): JSX.Element {
  const checks = useChecks(run.id);
  return (
    <Shown {...useRunData<CertificateView>(run, `certificates/${hash}`)}>
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
              <Check hash={view.hash} checks={checks} />
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
    </Shown>
  );
}
