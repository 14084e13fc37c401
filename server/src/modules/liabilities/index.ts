/** Liabilities: a snapshot every hour in the public log, its totals, and each user's own proof. */
import { getLiabilityProof, getLiabilityTotals } from '@halyard/contract/transparency/figureCalls';
import { MINUTE_MS } from '@halyard/contract/time';
import { answerPublic, answerUser } from '../../calls/callHandler.ts';
import type { Module } from '../../module.ts';
import { makeProof, readTotals } from './answers.ts';
import { createSnapshotJob } from './snapshotJob.ts';
import { LIABILITY_PRUNERS } from './snapshotStore.ts';

export const liabilities: Module = {
  pruners: LIABILITY_PRUNERS,
  create: (deps) => ({
    handlers: [
      answerPublic(getLiabilityTotals, () => readTotals(deps)),
      // The token alone selects the user: the request has no field for another one.
      answerUser(getLiabilityProof, (_request, { user }) => makeProof(deps, user.id)),
    ],
    jobs: [createSnapshotJob(deps, deps.settings.liabilitiesMinutes * MINUTE_MS)],
  }),
};
