/**
 * What this device knows of the offer to install the app: how often it was here, when it said no. Nothing of it names a
 * user.
 */
import * as z from 'zod/mini';
import { readJson, writeJson } from '../../shared/storage/localStore.ts';

const KEY = 'install';
const DAY_MS = 86_400_000;
/** Who said no is not asked again for this long. */
export const DISMISSED_MS = 30 * DAY_MS;
/** Who comes back sooner was never away. */
const AWAY_MS = 30 * 60_000;
/** From this visit on the app is offered by itself. */
export const VISITS_MIN = 3;

const recordSchema = z.object({
  visits: z.int().check(z.gte(0)),
  lastSeenAtMs: z.number(),
  dismissedAtMs: z.optional(z.number()),
  isInstalled: z.optional(z.boolean()),
});
type InstallRecord = z.output<typeof recordSchema>;

const NONE: InstallRecord = { visits: 0, lastSeenAtMs: 0 };

/** What is kept; nothing where something else is. */
export function readInstallRecord(): InstallRecord {
  return z.safeParse(recordSchema, readJson(KEY)).data ?? NONE;
}

function change(part: Partial<InstallRecord>): void {
  writeJson(KEY, { ...readInstallRecord(), ...part });
}

/** The app was opened, or is still open, at `nowMs` (Unix milliseconds). */
export function noteVisit(nowMs: number): void {
  const { visits, lastSeenAtMs } = readInstallRecord();
  const isNew = Math.abs(nowMs - lastSeenAtMs) >= AWAY_MS;
  change({ visits: isNew ? visits + 1 : visits, lastSeenAtMs: nowMs });
}

/** The user does not want to be asked. */
export function noteDismissal(nowMs: number): void {
  change({ dismissedAtMs: nowMs });
}

/** The browser said that the app was installed, or offers it, which says that it is not. */
export function noteInstalled(isInstalled: boolean): void {
  if (isInstalled !== (readInstallRecord().isInstalled ?? false)) change({ isInstalled });
}

/** Whether the user may be asked at `nowMs`. */
export function mayOffer({ dismissedAtMs, isInstalled }: InstallRecord, nowMs: number): boolean {
  if (isInstalled === true) return false;
  // A clock that was put back would otherwise keep the offer away for years.
  return dismissedAtMs === undefined || Math.abs(nowMs - dismissedAtMs) >= DISMISSED_MS;
}
