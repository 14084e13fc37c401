/** A day for the user's calendar, as a file of the form iCalendar (RFC 5545). */

/** Something that happens at a moment, in milliseconds; `id` names it for good. */
export type CalendarEvent = { readonly id: string; readonly atMs: number; readonly title: string };

/** The file. Lines end as the form wants it, and what has a meaning in it is escaped. */
export function calendarFile(events: readonly CalendarEvent[], nowMs: number): Blob {
  const lines = events.flatMap(({ id, atMs, title }) => [
    'BEGIN:VEVENT',
    `UID:${id}@halyard`,
    `DTSTAMP:${stampOf(nowMs)}`,
    `DTSTART:${stampOf(atMs)}`,
    `SUMMARY:${title.replaceAll(/[\\;,]/g, String.raw`\$&`)}`,
    'END:VEVENT',
  ]);
  const whole = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Halyard//EN', ...lines, 'END:VCALENDAR', ''];
  return new Blob([whole.join('\r\n')], { type: 'text/calendar' });
}

function stampOf(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}
