import { auditCertificate, auditTexts } from '#ratchet/audit';
import type { StoreReader } from '#world/store';

/** Seconds that an audit takes at most, unless told. */
export const AUDIT_SECONDS = 30;

/** Audits a run of a store, whatever the store holds: within a time, and with sizes looked at first. */
export function auditStored(
  store: StoreReader,
  id: string,
  seconds: number = AUDIT_SECONDS,
): ReturnType<typeof auditTexts> {
  return auditTexts(store.textsOf(id), store, clockFor(seconds));
}

/** The same for one certificate of it. */
export function auditStoredCertificate(
  store: StoreReader,
  id: string,
  certificate: string,
): ReturnType<typeof auditCertificate> {
  return auditCertificate(store.textsOf(id), store, certificate, clockFor(AUDIT_SECONDS));
}

function clockFor(seconds: number): { readonly seconds: number; now(): number } {
  return { seconds, now: () => performance.now() };
}
