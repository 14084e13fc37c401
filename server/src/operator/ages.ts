/** Since when there is something, for who judges whether it is new. */
import { formatInstant, type Cell } from './text.ts';

const MINUTE_MS = 60_000;

/** Since when, and how old it was at a moment, e.g. `2026-01-31 13:45:00, 3 d old`; null where it is not known. */
export function sinceText(since: string | null, at: string): Cell {
  return since === null ? null : `${formatInstant(since)}, ${ageText(Date.parse(at) - Date.parse(since))} old`;
}

function ageText(ms: number): string {
  const minutes = Math.max(Math.floor(ms / MINUTE_MS), 0);
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
}
