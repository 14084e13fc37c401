import type { TrustOrder } from '@halyard/contract/trust/calls';
import { interestSchedule, paidAtMs } from '@halyard/contract/trust/rules';
import type { CalendarEvent } from '../../../shared/files/calendarFile.ts';

/** Titles of the calendar events of remaining payments; figures follow. */
export type CalendarTexts = { readonly interest: string; readonly end: string };

/** An event for each remaining payment; the last one is also the end. */
export function paymentsOf(order: TrustOrder, { interest, end }: CalendarTexts): CalendarEvent[] {
  const { id, boughtOn, days, currency, paidDays, amount } = order;
  return interestSchedule(boughtOn, order.interest, days)
    .filter(({ day }) => day > paidDays)
    .map(({ day, amount: paid }) => {
      const text = `${interest}: ${paid} ${currency}`;
      const title = day === days ? `${text}; ${end}: ${amount} ${currency}` : text;
      return { id: `trust-${id}-${day}`, atMs: paidAtMs(boughtOn, day), title };
    });
}
