/** The first terms of every product, for a sandbox. */
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { FeedSetting } from '../feedSetting.ts';
import { MODULES } from './all.ts';

/** Puts them in force, each unless there are some. */
export async function publishFirstTerms(db: Database, clock: Clock, feed: FeedSetting['kind']): Promise<void> {
  for (const module of MODULES) await module.publishFirstTerms?.(db, clock, feed);
}
