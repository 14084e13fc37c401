/** Ages of records, shown to operators. */
import { MINUTE_MS } from '@halyard/contract/time';
import { formatInstant, type Cell } from './text.ts';

/** Time and age at a moment, e.g. `2026-01-31 13:45:00, 3 d old`; null when unknown. */
export function sinceText(since: string | null, at: string): Cell {
  return since === null ? null : `${formatInstant(since)}, ${ageText(Date.parse(at) - Date.parse(since))} old`;
}

function ageText(ms: number): string {
  const minutes = Math.max(Math.floor(ms / MINUTE_MS), 0);
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
}
