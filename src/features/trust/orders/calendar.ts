/** The payments of an order as a calendar (RFC 5545). */
import type { TrustOrder } from '@halyard/contract/calls/trust';
import { interestSchedule, paidAtMs } from '@halyard/contract/rules/trust';

/** What the events are called; figures come behind. */
export type CalendarTexts = { readonly interest: string; readonly end: string };

const LINE_BYTES = 75;

/** An event for each payment that is not made yet; the last one is the end as well. */
export function calendarOf(order: TrustOrder, { interest, end }: CalendarTexts): string {
  const { id, boughtOn, boughtAt, days, currency, paidDays, amount } = order;
  const events = interestSchedule(boughtOn, order.interest, days)
    .filter(({ day }) => day > paidDays)
    .flatMap((payment) => {
      const text = `${interest}: ${payment.amount} ${currency}`;
      const at = stamp(paidAtMs(boughtOn, payment.day));
      return [
        'BEGIN:VEVENT',
        `UID:trust-${id}-${payment.day}@halyard`,
        `DTSTAMP:${stamp(Date.parse(boughtAt))}`,
        `DTSTART:${at}`,
        `DTEND:${at}`,
        `SUMMARY:${escaped(payment.day === days ? `${text}; ${end}: ${amount} ${currency}` : text)}`,
        'TRANSP:TRANSPARENT',
        'END:VEVENT',
      ];
    });
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Halyard//Trust//EN', ...events, 'END:VCALENDAR'];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** `20261127T000000Z`. */
function stamp(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
}

/** Lines have at most 75 octets; what is over goes on behind a space. */
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
