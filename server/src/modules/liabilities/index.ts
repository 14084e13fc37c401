/** What users are owed: a snapshot every hour in the public log, its totals, and each one's own proof. */
import { getLiabilityProof, getLiabilityTotals } from '@halyard/contract/transparency/liabilityCalls';
import { answerPublic, answerUser } from '../../calls/callHandler.ts';
import { MINUTE_MS } from '../../durations.ts';
import type { Module } from '../../module.ts';
import { makeProof, readTotals } from './answers.ts';
import { createSnapshotJob } from './snapshotJob.ts';
import { LIABILITY_PRUNERS } from './snapshotStore.ts';

export const liabilities: Module = {
  pruners: LIABILITY_PRUNERS,
  create: (deps) => ({
    handlers: [
      answerPublic(getLiabilityTotals, () => readTotals(deps)),
      // Whose it is says the token alone: there is nothing in the request that could name somebody else.
      answerUser(getLiabilityProof, (_request, { user }) => makeProof(deps, user.id)),
    ],
    jobs: [createSnapshotJob(deps, deps.settings.liabilitiesMinutes * MINUTE_MS)],
  }),
};
