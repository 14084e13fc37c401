/** The first terms of every product, for a sandbox. */
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { publishFirstTerms as ofFutures } from './futures/currentTerms.ts';
import { publishFirstTerms as ofOptions } from './options/firstTerms.ts';
import { publishFirstTerms as ofTrust } from './trust/versions.ts';
import { publishFirstTerms as ofRebates } from './referral/versions.ts';

/** Puts them in force, each unless there are some. */
export async function publishFirstTerms(db: Database, clock: Clock): Promise<void> {
  await ofOptions(db, clock);
  await ofFutures(db, clock);
  await ofTrust(db, clock);
  await ofRebates(db, clock);
}
