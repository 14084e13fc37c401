// The dates of trust products and a quote's validity follow the exchange's clock: neither a device clock ten minutes
// off nor its time zone, on days of clock changes, affects them.
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { quoteRedemption } from '@halyard/contract/trust/calls';
import { decimal } from '@halyard/contract/money';
import { inTimeZone } from '@halyard/contract/testing/timeZone';
import { paths } from '../../shared/navigation/paths.ts';
import { setDeviceClock } from '../../testing/deviceClock.ts';
import { buildTrustOrder } from '../../testing/trust.ts';
import { openTrust } from '../../testing/openTrust.ts';

const TEN_MINUTES_MS = 600_000;

// On days when clocks go forward, a device behind and one ahead of it has another date than the exchange.
describe.each([
  ['America/New_York', -TEN_MINUTES_MS, '2026-03-08T00:05:00.000Z', ['Mar 10, 2026', 'Mar 16, 2026']],
  ['Europe/Berlin', TEN_MINUTES_MS, '2026-03-28T23:55:00.000Z', ['Mar 30, 2026', 'Apr 5, 2026']],
] as const)('in %s, %i ms ahead', (zone, aheadMs, now, [first, last]) => {
  inTimeZone(zone);

  it('a purchase is paid by the exchange’s dates', async () => {
    setDeviceClock(now, aheadMs);
    const app = await openTrust(paths.financeBuy({ id: 1 }));
    await app.user.type(await screen.findByLabelText('Amount'), '1000');
    screen.getByText(`Interest plus principal, by ${last}`);
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    const schedule = await screen.findByRole('list', { name: 'Payments' });
    const rows = [...schedule.children].map(({ textContent }) => textContent ?? '');
    expect([rows[0], rows.at(-1)]).toEqual([expect.stringContaining(first), expect.stringContaining(last)]);
  });

  it('a quote is valid as long as the exchange says', async () => {
    setDeviceClock(now, aheadMs);
    const validUntil = new Date(Date.parse(now) + 60_000).toISOString();
    const [penalty, refund, paid] = [decimal('6'), decimal('994'), decimal('8')];
    const app = await openTrust(paths.financeOrders(), {
      orders: [buildTrustOrder({ endsOn: '2026-03-29', paidDays: 5, boughtOn: '2026-03-21' })],
      backend: (server) =>
        server.on(quoteRedemption, () => ({
          id: '5b9a7a52-7a1f-4b0e-9d0a-0c3d7a3e8f11',
          order: buildTrustOrder().id,
          penalty,
          refund,
          paid,
          validUntil,
        })),
    });
    const next = await screen.findByText(/^Mar 28, 2026 ·$/);
    expect(next.textContent).toBe('Mar 28, 2026 · 4.00 USDT');
    screen.getByText('Mar 29, 2026');
    await app.user.click(screen.getByRole('button', { name: 'Redeem' }));
    await screen.findByText('This quote is valid for 60 seconds.');
  });
});
