/** Install prompt record of this device: number of visits, and when the user declined. Names no user. */
import * as z from 'zod/mini';
import { DAY_MS } from '@halyard/contract/time';
import { readJson, writeJson } from '../../shared/storage/localStore.ts';

const KEY = 'install';
/** No prompt for this long after the user declined. */
export const DISMISSED_MS = 30 * DAY_MS;
/** A shorter absence does not count as a new visit. */
const AWAY_MS = 30 * 60_000;
/** The app is offered from this visit on. */
export const VISITS_MIN = 3;

const recordSchema = z.object({
  visits: z.int().check(z.gte(0)),
  lastSeenAtMs: z.number(),
  dismissedAtMs: z.optional(z.number()),
  isInstalled: z.optional(z.boolean()),
});
type InstallRecord = z.output<typeof recordSchema>;

const NONE: InstallRecord = { visits: 0, lastSeenAtMs: 0 };

/** The persisted record; empty when unreadable. */
export function readInstallRecord(): InstallRecord {
  return z.safeParse(recordSchema, readJson(KEY)).data ?? NONE;
}

function change(part: Partial<InstallRecord>): void {
  writeJson(KEY, { ...readInstallRecord(), ...part });
}

/** Records that the app is open at `nowMs` (Unix milliseconds). */
export function noteVisit(nowMs: number): void {
  const { visits, lastSeenAtMs } = readInstallRecord();
  const isNew = Math.abs(nowMs - lastSeenAtMs) >= AWAY_MS;
  change({ visits: isNew ? visits + 1 : visits, lastSeenAtMs: nowMs });
}

/** Records that the user declined. */
export function noteDismissal(nowMs: number): void {
  change({ dismissedAtMs: nowMs });
}

/** Records that the browser reported an installation, or offers one, which means that the app is not installed. */
export function noteInstalled(isInstalled: boolean): void {
  if (isInstalled !== (readInstallRecord().isInstalled ?? false)) change({ isInstalled });
}

/** Whether the app may be offered at `nowMs`. */
export function mayOffer({ dismissedAtMs, isInstalled }: InstallRecord, nowMs: number): boolean {
  if (isInstalled === true) return false;
  // A clock that was set back would otherwise suppress the offer for years.
  return dismissedAtMs === undefined || Math.abs(nowMs - dismissedAtMs) >= DISMISSED_MS;
}
