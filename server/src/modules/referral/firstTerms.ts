/** The first rebate rates of a sandbox. */
import { decimal } from '@halyard/contract/money';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { rebateVersions, type RebateTerms } from './versions.ts';

const FIRST: RebateTerms = {
  user: ['20', '10', '5'].map(decimal),
  partner: ['30', '15', '5'].map(decimal),
  hiddenCountries: [],
};

/** Publishes the first rates unless there is a version already. */
export async function publishFirstTerms(db: Database, clock: Clock): Promise<void> {
  await rebateVersions.addFirstVersion(db, () => FIRST, clock.nowMs());
}
