/** Adds the audit log's newest hash to the transparency log every hour. */
import { HOUR_MS } from '@halyard/contract/time';
import type { Clock } from '../clock.ts';
import { addJob, ONLY, type TransactionJob } from '../jobs/job.ts';
import { extendChain } from './auditChain.ts';

const AUDIT = 'audit-chain';

/** Creates the job. One transaction writes chain and entry together, on one node. */
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
