/** Every hour the audit log's newest hash is handed to the public log. */
import type { Clock } from '../clock.ts';
import { addJob, ONLY, type TransactionJob } from '../jobs/jobsTable.ts';
import { extendChain } from './auditChain.ts';

const AUDIT = 'audit-chain';
const HOUR_MS = 60 * 60_000;

/** Makes the kind. One transaction: chain and entry come together, by one node. */
export function createAuditJob({ clock }: { readonly clock: Clock }): TransactionJob {
  const nextMs = () => (Math.floor(clock.nowMs() / HOUR_MS) + 1) * HOUR_MS;
  return {
    name: AUDIT,
    mode: 'transaction',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: AUDIT, key: ONLY, dueAtMs: nextMs() }]),
    run: async (tx) => {
      await extendChain(tx);
      return { againAtMs: nextMs() };
    },
  };
}
