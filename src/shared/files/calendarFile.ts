/** iCalendar files (RFC 5545). */
import { serverTimeMs } from '../time/serverClock.ts';

/** An event at a moment, in milliseconds; `id` is permanent. */
export type CalendarEvent = { readonly id: string; readonly atMs: number; readonly title: string };

const LINE_BYTES = 75;

/** Text of the file. Lines end and fold as the format requires, and special characters are escaped. */
export function calendarText(events: readonly CalendarEvent[], nowMs: number): string {
  const lines = events.flatMap(({ id, atMs, title }) => [
    'BEGIN:VEVENT',
    `UID:${id}@halyard`,
    `DTSTAMP:${stamp(nowMs)}`,
    `DTSTART:${stamp(atMs)}`,
    `SUMMARY:${escaped(title)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  const whole = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Halyard//EN', ...lines, 'END:VCALENDAR'];
  return whole.map((line) => `${folded(line)}\r\n`).join('');
}

/** A new file with these events. */
export function calendarFile(events: readonly CalendarEvent[]): Blob {
  return new Blob([calendarText(events, serverTimeMs(Date.now()))], { type: 'text/calendar' });
}

/** `20261127T000000Z`. */
function stamp(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
}

/** Lines have at most 75 octets; the rest continues on the next line after a space. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let [folds, bytes] = ['', 0];
  for (const sign of line) {
    const size = encoder.encode(sign).length;
    if (bytes + size > LINE_BYTES) [folds, bytes] = [`${folds}\r\n `, 1];
    [folds, bytes] = [folds + sign, bytes + size];
  }
  return folds;
}
