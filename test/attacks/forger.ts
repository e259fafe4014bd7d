import { join } from 'node:path';
import Database from 'libsql';
import { z } from 'zod';
import { Json } from '#foundation/contracts';
import { Certificate } from '#foundation/contracts/certificates';
import { canonicalText, hashOf, sha256 } from '#foundation/kernel';
import { runHashOf } from '#world/store';

/** The store of a run in the hands of somebody who knows how hashes are made and has no key. */
export class Forger {
  readonly database: Database.Database;
  /** The id of the run, which follows from its head. */
  run: string;

  constructor(workspace: string, run: string) {
    this.database = new Database(join(workspace, 'pawl.db'));
    this.run = run;
  }

  sql(statement: string, ...values: readonly unknown[]): void {
    this.database.prepare(statement).run([...values]);
  }

  rows<T>(statement: string, ...values: readonly unknown[]): T[] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whoever asks knows the columns
    return this.database.prepare(statement).all([...values]) as T[];
  }

  get certificates(): (Certificate & { hash: string })[] {
    return this.rows<{ hash: string; content: string }>(
      'SELECT hash, content FROM certificates WHERE run = ? ORDER BY id',
      this.run,
    ).map(({ hash, content }) => ({ ...Certificate.parse(JSON.parse(content)), hash }));
  }

  get events(): { type: string; data: Record<string, Json> }[] {
    return this.rows<{ type: string; data: string }>(
      'SELECT type, data FROM events WHERE run = ? ORDER BY seq',
      this.run,
    ).map(({ type, data }) => ({ type, data: z.record(z.string(), Json).parse(JSON.parse(data)) }));
  }

  get config(): Record<string, Json> {
    const [row] = this.rows<{ config: string }>('SELECT config FROM runs WHERE id = ?', this.run);
    return z.record(z.string(), Json).parse(JSON.parse(row!.config));
  }

  /** Gives the run another loop, seed or configuration, with the id that is made of them. */
  setHead({ loop, seed, config = this.config }: { loop: string; seed?: number; config?: Json }): void {
    const [row] = this.rows<{ seed: number }>('SELECT seed FROM runs WHERE id = ?', this.run);
    const asked = { loop, seed: seed ?? row!.seed, config: canonicalText(config), before: 0 };
    const id = `${loop}-${hashOf(asked).slice(0, 8)}`;
    const old = this.run;
    this.sql('PRAGMA foreign_keys = OFF');
    this.sql(
      'UPDATE runs SET id = ?, loop = ?, seed = ?, config = ? WHERE id = ?',
      id,
      loop,
      asked.seed,
      asked.config,
      old,
    );
    for (const table of ['events', 'effects', 'certificates'])
      this.sql(`UPDATE ${table} SET run = ? WHERE run = ?`, id, old);
    this.run = id;
  }

  putBlob(content: string): string {
    const hash = sha256(new TextEncoder().encode(content));
    this.sql('INSERT INTO blobs (hash, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING', hash, Buffer.from(content));
    return hash;
  }

  setEvents(events: readonly { type: string; data: Json }[]): void {
    this.sql('DELETE FROM events WHERE run = ?', this.run);
    for (const [seq, { type, data }] of events.entries())
      this.sql(
        'INSERT INTO events (run, seq, type, data) VALUES (?, ?, ?, ?)',
        this.run,
        seq,
        type,
        canonicalText(data),
      );
  }

  setSummary(summary: Json): void {
    this.sql('UPDATE runs SET summary = ? WHERE id = ?', canonicalText(summary), this.run);
  }

  /** Puts a certificate in the place of another, in the events too. */
  replace(old: string, certificate: Certificate): string {
    const hash = hashOf(certificate);
    this.sql(
      'UPDATE certificates SET hash = ?, content = ? WHERE run = ? AND hash = ?',
      hash,
      canonicalText(certificate),
      this.run,
      old,
    );
    this.setEvents(
      this.events.map(({ type, data }) => ({
        type,
        data: data['certificate'] === old ? { ...data, certificate: hash } : data,
      })),
    );
    return hash;
  }

  /** The first parts of what a step recorded, where it is a list of lists: ids of tasks, for instance. */
  recorded(name: string): [string, string[]] {
    const [row] = this.rows<{ key: string; bytes: Uint8Array }>(
      'SELECT key, bytes FROM effects JOIN blobs ON result = hash WHERE run = ? AND name = ?',
      this.run,
      name,
    );
    const list = z.array(z.array(z.string())).parse(JSON.parse(new TextDecoder().decode(row!.bytes)));
    return [row!.key, list.map(([first]) => first!)];
  }

  /** Gives a recorded step another result. */
  setResult(name: string, result: Json): void {
    this.sql(
      'UPDATE effects SET result = ? WHERE run = ? AND name = ?',
      this.putBlob(canonicalText(result)),
      this.run,
      name,
    );
  }

  /** Makes every hash again that can be made without a key. */
  rehash(): void {
    const { summary } = this.rows<{ summary: string }>('SELECT summary FROM runs WHERE id = ?', this.run)[0]!;
    const effects = this.rows<{ key: string; name: string; result: string }>(
      'SELECT key, name, result FROM effects WHERE run = ? ORDER BY key',
      this.run,
    );
    const steps = hashOf(effects.map(({ key, name, result }) => [key, name, result]));
    const hash = runHashOf(this.events, Json.parse(JSON.parse(summary)));
    this.sql('UPDATE runs SET hash = ?, steps = ? WHERE id = ?', hash, steps, this.run);
  }
}
