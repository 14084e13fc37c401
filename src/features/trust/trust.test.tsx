// Trust products through the real routes and store: the earnings of an amount, the cost of early redemption, the
// consent box, and redeeming by a quote.
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { getExposure } from '@halyard/contract/exposure/calls';
import {
  buyTrust,
  getRenewalOffer,
  getTrustProduct,
  getTrustReport,
  quoteRedemption,
  redeemTrust,
  setRenewal,
  type TrustOrderId,
} from '@halyard/contract/trust/calls';
import { decimal, ZERO } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { hashTrustTerms, type TrustTerms } from '@halyard/contract/trust/rules';
import { paths } from '../../shared/navigation/paths.ts';
import { btcMarket, UNVERIFIED } from '../../testing/exchange.ts';
import { breakConnection, refuse } from '../../testing/fakeBackend.ts';
import { buildTrustOrder, buildTrustProduct } from '../../testing/trust.ts';
import { openTrust } from '../../testing/openTrust.ts';

const MORE_THAN_OPEN = /exceeds the limit without identity verification/;
const PROMISE = 'The house pays interest from its own funds, set aside when you buy. Your principal is not lent.';

describe('the products', () => {
  it('show their rates, minimum amount, remaining capacity, and who pays', async () => {
    await openTrust(paths.trust());
    const card = await screen.findByRole('link', { name: /USDT.*7 days/ });
    expect(card.textContent).toMatch(/146(\.00)?%.*0\.40?%.*2\.80?%.*100.*1\.5 days of interest/);
    expect(card.textContent).toContain('5,000 USDT of 10,000 left');
    screen.getByText(PROMISE);
  });

  it('that are full show that, and cannot be bought', async () => {
    await openTrust(paths.financeBuy({ id: 1 }), { product: buildTrustProduct({ left: decimal('99') }) });
    expect((await screen.findAllByText('Sold out')).length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', true);
  });
});

it('explains both penalties with an example, below the rate and penalty of each product', async () => {
  await openTrust(paths.financeRules());
  const example = async (title: string) =>
    (await screen.findByRole('heading', { name: title })).parentElement?.textContent;
  expect(await example('Example: 1.5 days of interest')).toMatch(/Penalty2\.10 USDTYou get back9,997\.90 USDT$/);
  expect(await example('Arithmetic only, not an offer: 0.4% of principal per day left')).toMatch(
    /Days left3 days.*12\.00 USDT.*988\.00 USDT$/,
  );
  expect(await example('Arithmetic only, not an offer: 15 days')).toMatch(
    /Daily rate0\.4%.*Interest in 15 days600\.00 USDT$/,
  );
  await screen.findByRole('row', { name: 'USDT · 7 days 146% 1.5 days of interest' });
});

it('shows the next payment of all active orders on the page of the Earn account', async () => {
  const other = { id: 18 as TrustOrderId, interest: decimal('7') };
  await openTrust(paths.tradeAccount({ account: 'trust' }), {
    // The third one is paid a day later.
    orders: [
      buildTrustOrder(),
      buildTrustOrder(other),
      buildTrustOrder({ id: 19 as TrustOrderId, boughtOn: '2026-11-26' }),
    ],
    backend: (server) =>
      server.on(getTrustReport, () =>
        build(getTrustReport.answer, {
          currencies: [
            {
              currencyId: btcMarket().quoteId,
              currency: 'USDT',
              orders: 3,
              invested: decimal('3000'),
              earned: decimal('8'),
              earnedToday: ZERO,
            },
          ],
        }),
      ),
  });
  const next = await screen.findByText('Next payment');
  await waitFor(() => expect(next.nextElementSibling?.textContent).toBe('Nov 27, 2026 · 5.00 USDT'));
  expect(screen.getByText('Total earned').nextElementSibling?.textContent).toBe('8.00 USDT');
});

describe('buying', () => {
  const fillIn = async (amount: string, available?: string) => {
    const app = await openTrust(paths.financeBuy({ id: 1 }), {
      ...(available !== undefined && { available }),
      backend: (server) => server.on(buyTrust, () => buildTrustOrder()),
    });
    await app.user.type(await screen.findByLabelText('Amount'), amount);
    return app;
  };

  it('shows the days, the penalty of the amount and an unchecked box, and sends only when it is checked', async () => {
    const app = await fillIn('1000');
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    const sheet = within(await screen.findByRole('dialog'));
    expect(sheet.getAllByText(/^4\.00/).length).toBeGreaterThan(0);
    expect(sheet.getByText(/^Interest plus principal, by /).nextElementSibling?.textContent).toBe('1,028.00 USDT');
    expect(sheet.getByText('Yearly rate').nextElementSibling?.textContent).toBe('146%');
    expect(sheet.getByText('On any day').nextElementSibling?.textContent).toBe('6.00 USDT');
    const [renew, box] = sheet.getAllByRole<HTMLInputElement>('checkbox');
    if (renew === undefined || box === undefined) throw new Error('a box is missing');
    expect([renew.checked, box.checked]).toEqual([false, false]);
    const button = sheet.getByRole('button', { name: 'Invest 1,000.00 USDT' });
    await app.user.click(button);
    expect(app.server.seen(buyTrust)).toEqual([]);
    await app.user.click(box);
    await app.user.click(button);
    await screen.findByText('Invested 1,000.00 USDT.');
    expect(app.server.seen(buyTrust)[0]?.request).toMatchObject({ product: 1, amount: '1000', renewal: 'none' });
  });

  it('asks for the agreement again when the terms have changed', async () => {
    const app = await fillIn('1000');
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    const sheet = within(await screen.findByRole('dialog'));
    const box = () => sheet.getAllByRole<HTMLInputElement>('checkbox').at(-1);
    await app.user.click(box() as HTMLInputElement);
    expect(box()?.checked).toBe(true);
    const { terms } = buildTrustProduct();
    const lower = { ...terms, rate: decimal('0.3') };
    app.server.on(getTrustProduct, () => buildTrustProduct({ terms: lower, termsHash: hashTrustTerms(lower) }));
    app.server.on(buyTrust, () => refuse('TERMS_CHANGED'));
    await app.user.click(sheet.getByRole('button', { name: 'Invest 1,000.00 USDT' }));
    await waitFor(() => expect(box()?.checked).toBe(false));
  });

  it.each([
    ['the balance', { available: '1200.5' }, '1200.5'],
    ['what the product still takes', { available: '90000' }, '5000'],
    ['what one order may be', { available: '90000', product: buildTrustProduct({ left: decimal('60000') }) }, '50000'],
  ])('fills in with All no more than %s', async (_what, options, most) => {
    const app = await openTrust(paths.financeBuy({ id: 1 }), options);
    await app.user.click(await screen.findByLabelText('Amount'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'All' })).toHaveProperty('disabled', false));
    await app.user.click(screen.getByRole('button', { name: 'All' }));
    await app.user.click(screen.getByLabelText('Amount'));
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe(most);
  });

  it('shows the limit without verification before anything is typed, and refuses more', async () => {
    const app = await openTrust(paths.financeBuy({ id: 1 }), {
      backend: (server) => server.on(getExposure, () => UNVERIFIED),
    });
    await screen.findByText(/^Up to 500 USDT without verification; 320\.5 left\./);
    expect(screen.getByRole('link', { name: 'Verify identity' }).getAttribute('href')).toBe(`#${paths.verification()}`);
    await app.user.click(screen.getByLabelText('Amount'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'All' })).toHaveProperty('disabled', false));
    await app.user.click(screen.getByRole('button', { name: 'All' }));
    await app.user.click(screen.getByLabelText('Amount'));
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('320.5');
    await app.user.type(screen.getByLabelText('Amount'), '1');
    await screen.findByText(MORE_THAN_OPEN);
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows no limit to a verified user', async () => {
    const app = await openTrust(paths.financeBuy({ id: 1 }));
    await waitFor(() => expect(app.server.seen(getExposure)).toHaveLength(1));
    await app.user.type(await screen.findByLabelText('Amount'), '1000');
    expect(screen.queryByText(/without verification/)).toBeNull();
    expect(screen.queryByText(MORE_THAN_OPEN)).toBeNull();
  });

  it('shows errors in place, and opens nothing', async () => {
    const app = await fillIn('99');
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText(/Enter from 100 USDT to 50,000 USDT/);
    await app.user.type(screen.getByLabelText('Amount'), '9999');
    await screen.findByText(/Only 5,000 USDT can still be invested/);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('redeeming', () => {
  const quoteOf = (validUntil: string) => ({
    id: '5b9a7a52-7a1f-4b0e-9d0a-0c3d7a3e8f11',
    order: buildTrustOrder().id,
    penalty: decimal('6'),
    refund: decimal('994'),
    paid: decimal('8'),
    validUntil,
  });

  it('shows the quote and the alternative of waiting, and sends the quote along', async () => {
    const order = buildTrustOrder({ paidDays: 2, paid: decimal('8'), remainDays: 5 });
    const app = await openTrust(paths.financeOrders(), {
      orders: [order],
      backend: (server) => {
        server.on(quoteRedemption, () => quoteOf(new Date(Date.now() + 60_000).toISOString()));
        server.on(redeemTrust, () => buildTrustOrder({ status: 'ended', isRedeemed: true }));
      },
    });
    await app.user.click(await screen.findByRole('button', { name: 'Redeem' }));
    const sheet = within(await screen.findByRole('dialog'));
    await sheet.findByText(/^If you wait until .*, you get 26\.00 USDT more\.$/);
    await app.user.click(sheet.getByRole('button', { name: 'Redeem and get 994.00 USDT' }));
    await screen.findByText('994.00 USDT is in your Earn account.');
    expect(app.server.seen(redeemTrust)[0]?.request).toMatchObject({ id: 17, quote: quoteOf('').id });
  });

  it('is disabled offline, with the reason beside the order', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await openTrust(paths.financeOrders(), { orders: [buildTrustOrder()] });
    expect(await screen.findByRole('button', { name: 'Redeem' })).toHaveProperty('disabled', true);
    within(screen.getByRole('article')).getByText(/^You are offline/);
    onLine.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Redeem' })).toHaveProperty('disabled', false));
  });

  it('requests another quote when this one has expired, and shows why there is none', async () => {
    let answers = 0;
    const app = await openTrust(paths.financeOrders(), {
      orders: [buildTrustOrder()],
      backend: (server) =>
        server.on(quoteRedemption, () => {
          answers += 1;
          if (answers === 1) return breakConnection();
          return answers === 2 ? quoteOf(new Date(Date.now() - 1000).toISOString()) : refuse('TRUST_ORDER_MATURED');
        }),
    });
    await app.user.click(await screen.findByRole('button', { name: 'Redeem' }));
    const sheet = within(await screen.findByRole('dialog'));
    await app.user.click(await sheet.findByRole('button', { name: 'Try again' }));
    await sheet.findByText('The quote has expired.');
    await app.user.click(sheet.getByRole('button', { name: 'Get a new quote' }));
    await sheet.findByText(/order is completed|TRUST_ORDER_MATURED/);
  });

  it.each([
    ['SERVICE_UNAVAILABLE', /^We do not know yet/, 'Redeem and get 994.00 USDT'],
    ['TRUST_ORDER_MATURED', /order is completed/, 'Get a new quote'],
  ] as const)('that fails with %s as the quote ends shows it, with the button that helps', async (code, text, name) => {
    const endMs = Date.now() + 60_000;
    const app = await openTrust(paths.financeOrders(), {
      orders: [buildTrustOrder()],
      backend: (server) => {
        server.on(quoteRedemption, () => quoteOf(new Date(endMs).toISOString()));
        server.on(redeemTrust, () => {
          vi.spyOn(Date, 'now').mockReturnValue(endMs);
          return refuse(code);
        });
      },
    });
    await app.user.click(await screen.findByRole('button', { name: 'Redeem' }));
    const sheet = within(await screen.findByRole('dialog'));
    await app.user.click(await sheet.findByRole('button', { name: 'Redeem and get 994.00 USDT' }));
    await sheet.findByText(text);
    await waitFor(() => expect(sheet.queryByText(/^This quote is valid/)).toBeNull());
    expect(sheet.getByRole('button', { name }).ariaBusy).toBeNull();
  });
});

describe('renewal', () => {
  const offerOf = (terms: TrustTerms) => ({
    order: buildTrustOrder().id,
    closesAt: new Date(Date.now() + 3_600_000).toISOString(),
    terms,
    termsHash: hashTrustTerms(terms),
  });
  const { terms } = buildTrustOrder();

  it('is off; its terms are shown before the user turns it on, and their digest is sent', async () => {
    const app = await openTrust(paths.financeOrders(), {
      orders: [buildTrustOrder()],
      backend: (server) => {
        server.on(getRenewalOffer, () => offerOf(terms));
        server.on(setRenewal, () => buildTrustOrder({ renewal: 'all', renewalTerms: terms }));
      },
    });
    await app.user.click(await screen.findByRole('button', { name: 'Change renewal' }));
    const sheet = within(await screen.findByRole('dialog'));
    const off = await sheet.findByRole<HTMLInputElement>('radio', { name: /^Pay out/ });
    expect(off.checked).toBe(true);
    await app.user.click(sheet.getByRole('radio', { name: /^Renew principal and interest/ }));
    expect(sheet.getByText('Yearly rate').nextElementSibling?.textContent).toBe('146%');
    expect(sheet.getByText('Interest in 7 days').nextElementSibling?.textContent).toBe('28.784 USDT');
    await app.user.click(sheet.getByRole('button', { name: 'Save' }));
    await screen.findByText('The order will renew at the end.');
    expect(app.server.seen(setRenewal)[0]?.request).toMatchObject({ renewal: 'all', termsHash: hashTrustTerms(terms) });
  });

  it('on worse terms than the agreed ones waits for the user', async () => {
    const app = await openTrust(paths.financeOrders(), {
      orders: [buildTrustOrder({ renewal: 'principal', renewalTerms: terms })],
      backend: (server) => server.on(getRenewalOffer, () => offerOf({ ...terms, rate: decimal('1') })),
    });
    await screen.findByText('Principal, from 146%');
    await app.user.click(screen.getByRole('button', { name: 'Change renewal' }));
    await screen.findByText(/^These terms are worse than those you agreed to/);
  });

  it('that failed shows why, and offers the product', async () => {
    const ended = { status: 'ended', endedAt: '2026-12-03T00:00:00.000Z' } as const;
    const app = await openTrust(paths.financeOrders(), {
      orders: [buildTrustOrder({ ...ended, renewal: 'principal', renewalTerms: terms, renewalFailed: 'terms' })],
    });
    await app.user.click(await screen.findByRole('tab', { name: 'Completed' }));
    await screen.findByText(/^The new terms are worse than those you agreed to/);
    const link = screen.getByRole('link', { name: 'Invest again' });
    expect(link.getAttribute('href')).toBe(`#${paths.financeBuy({ id: 1 })}`);
  });
});
