/** The payments of an order that are to come, for the user's calendar. */
import type { TrustOrder } from '@halyard/contract/trust/calls';
import { interestSchedule, paidAtMs } from '@halyard/contract/trust/rules';
import type { CalendarEvent } from '../../../shared/files/calendarFile.ts';

/** What the events are called; figures come behind. */
export type CalendarTexts = { readonly interest: string; readonly end: string };

/** An event for each payment that is not made yet; the last one is the end as well. */
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
