// The launchpad through the real routes and store: the estimate of an amount, the request and refusals in place,
// cancellation while possible, and a wrong allotment.
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  cancelSubscription,
  getOffering,
  getOwnShare,
  listShares,
  listSubscriptions,
  SHARES_CSV_COLUMNS,
  SHARES_CSV_PATH,
  subscribe,
  type Offering,
  type Share,
  type Subscription,
} from '@halyard/contract/launchpad/calls';
import { getExposure } from '@halyard/contract/exposure/calls';
import type { OfferingId, SubscriptionId } from '@halyard/contract/ids';
import { decimal, ZERO } from '@halyard/contract/money';
import { hashOffering, OFFERING_RULE, type OfferingTerms } from '@halyard/contract/launchpad/terms';
import { participantOf } from '@halyard/contract/launchpad/verifyAllotment';
import { build } from '@halyard/contract/testing/build';
import { HOUR_MS } from '@halyard/contract/time';
import { paths } from '../../shared/navigation/paths.ts';
import { serveExchange, TRADER, UNVERIFIED, walletOf } from '../../testing/exchange.ts';
import { refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { fakeIndexedDb } from '../../testing/fakeIndexedDb.ts';
import { renderApp } from '../../testing/renderApp.tsx';

fakeIndexedDb();

const id = 7 as OfferingId;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** 1,000 at 0.5 USDT, twice subscribed; open for another hour. */
function offeringOf(changes: Partial<Offering> = {}, termChanges: Partial<OfferingTerms> = {}): Offering {
  const terms: OfferingTerms = {
    rule: OFFERING_RULE,
    coin: 'NOVA',
    unitPlaces: 4,
    currency: 'USDT',
    price: decimal('0.5'),
    supply: decimal('1000'),
    minCoins: decimal('10'),
    userCap: null,
    startAt: inHours(-1),
    endAt: inHours(1),
    onlineAt: inHours(2),
    lockDays: 2,
    interestRate: decimal('2.5'),
    ...termChanges,
  };
  const { coin, currency, price, supply, startAt, endAt, onlineAt } = terms;
  return build(getOffering.answer, {
    id,
    terms,
    coin,
    currency,
    price,
    supply,
    startAt,
    endAt,
    onlineAt,
    termsHash: hashOffering(terms),
    state: 'open',
    subscribedAmount: decimal('1000'),
    overRatio: decimal('2'),
    allottedAt: null,
    allotted: null,
    unlockAt: null,
    withdrawReason: null,
    ...changes,
  });
}

function subscriptionOf(changes: Partial<Subscription> = {}): Subscription {
  return build(cancelSubscription.answer, {
    id: 31 as SubscriptionId,
    offeringId: id,
    coin: 'NOVA',
    currency: 'USDT',
    unitPlaces: 4,
    amount: decimal('100'),
    coins: decimal('200'),
    status: 'subscribing',
    state: 'passed',
    endAt: inHours(1),
    allotted: null,
    paid: null,
    released: null,
    unlockAt: null,
    reason: null,
    ...changes,
  });
}

type Stage = {
  readonly offering?: Offering;
  readonly own?: Subscription;
  readonly backend?: (server: FakeBackend) => void;
};

function open(path: string, { offering = offeringOf(), own, backend }: Stage = {}) {
  const rows = own === undefined ? [] : [own];
  return renderApp({
    path,
    user: TRADER,
    backend: (server) => {
      serveExchange(server, { wallet: walletOf([['USDT', '500']]) });
      server.on(getOffering, () => offering);
      server.on(listSubscriptions, () => build(listSubscriptions.answer, { rows, total: rows.length }));
      backend?.(server);
    },
  });
}

/** The figure beside a label. */
const figure = (label: string, place: HTMLElement = document.body) =>
  within(place).getByText(label).nextElementSibling?.textContent;

describe.each([
  ['details', paths.publication],
  ['subscribing', paths.publicationPurchase],
] as const)('a link to %s', (_page, pathOf) => {
  it.each([
    ['without an offer', pathOf()],
    ['with what names none', `${pathOf()}?id=abc`],
    ['to an offer that is gone', pathOf({ id: 99 })],
  ])('%s shows that, with a link to the list', async (_what, path) => {
    await open(path, { backend: (server) => server.on(getOffering, () => refuse('OFFER_NOT_FOUND')) });
    await screen.findByText(/This offer does not exist/);
    expect(screen.getByRole('link', { name: 'New coins' }).getAttribute('href')).toContain(paths.publications());
  });
});

describe('subscribing', () => {
  const fillIn = async (amount: string, stage?: Stage) => {
    const app = await open(paths.publicationPurchase({ id }), stage);
    await app.user.type(await screen.findByLabelText('Amount'), amount);
    return app;
  };

  it('shows the held amount, and the most and least allotment', async () => {
    await fillIn('100');
    expect(figure('Held now')).toBe('100.00 USDT');
    expect(figure('Estimated coins')).toBe('≈ 45.4545 – 90.9091 NOVA');
    expect(figure('Estimated cost')).toBe('≈ 22.72 – 45.45 USDT');
    expect(figure('Estimated interest')).toBe('≈ 1.1363 – 2.2727 NOVA');
    expect(figure('Est. allotment')).toBe('≈ 50%');
  });

  it('estimates no more than the user’s cap, and nothing without an amount', async () => {
    const app = await fillIn('100', { offering: offeringOf({}, { userCap: decimal('50') }) });
    expect(figure('Estimated coins')).toBe('≈ 45.4545 – 50 NOVA');
    await app.user.clear(screen.getByLabelText('Amount'));
    await waitFor(() => expect(figure('Estimated coins')).toMatch(/^—/));
    expect(figure('Held now')).toMatch(/^—/);
  });

  it('shows what is already subscribed, and estimates it with the amount within the user’s cap', async () => {
    const offering = offeringOf({}, { userCap: decimal('250') });
    await fillIn('40', { offering, own: subscriptionOf({ amount: decimal('100') }) });
    expect(figure('Already subscribed')).toBe('100.00 USDT');
    // 280 of 2,080 coins asked for: 134.6153 of 1,000, and half of it if subscriptions double.
    expect(figure('Estimated coins')).toBe('≈ 67.3077 – 134.6154 NOVA');
    screen.getByText(/^The estimates include the 100\.00 USDT you already subscribed\./);
  });

  it('sends the amount and the shown terms, once', async () => {
    const offering = offeringOf();
    const app = await fillIn('100', { offering, backend: (server) => server.on(subscribe, () => subscriptionOf()) });
    await app.user.click(screen.getByRole('button', { name: /^Subscribe/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Confirm subscription' }));
    expect(app.server.seen(subscribe)).toEqual([]);
    await app.user.dblClick(sheet.getByRole('button', { name: 'Subscribe' }));
    await screen.findByText(/The amount is held until the allotment/);
    const { termsHash } = offering;
    expect(app.server.seen(subscribe).map(({ request }) => request)).toMatchObject([
      { offeringId: id, amount: '100', termsHash },
    ]);
  });

  it('shows errors at the amount', async () => {
    const app = await fillIn('4.99', {
      backend: (server) => server.on(subscribe, () => refuse('INSUFFICIENT_BALANCE')),
    });
    const field = screen.getByLabelText<HTMLInputElement>('Amount');
    const press = () => app.user.click(screen.getByRole('button', { name: /^Subscribe/ }));
    await press();
    await screen.findByText(/at least 5/i);
    expect(app.server.seen(subscribe)).toEqual([]);
    await app.user.clear(field);
    await app.user.type(field, '501');
    await press();
    const sheet = within(await screen.findByRole('dialog', { name: 'Confirm subscription' }));
    await app.user.click(sheet.getByRole('button', { name: 'Subscribe' }));
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(field.value).toBe('501');
  });

  it('shows the limit without verification, fills in no more, and refuses more', async () => {
    const app = await fillIn('320.6', { backend: (server) => server.on(getExposure, () => UNVERIFIED) });
    await screen.findByText(/^Up to 500 USDT without verification; 320\.5 left\./);
    await app.user.click(screen.getByRole('button', { name: /^Subscribe/ }));
    await screen.findByText(/exceeds the limit without identity verification/);
    expect(app.server.seen(subscribe)).toEqual([]);
    await app.user.click(screen.getByRole('button', { name: 'All' }));
    await app.user.click(screen.getByLabelText('Amount'));
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('320.5');
  });

  it('shows a general failure when the exchange gives no reason', async () => {
    const app = await fillIn('100', {
      backend: (server) => server.on(subscribe, () => refuse('UNHEARD_OF' as never, {}, '')),
    });
    await app.user.click(screen.getByRole('button', { name: /^Subscribe/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Confirm subscription' }));
    await app.user.click(sheet.getByRole('button', { name: 'Subscribe' }));
    await sheet.findByText('Failed to submit. Try again.');
  });

  it('is disabled once the offering has ended, whatever its state when it was read', async () => {
    await open(paths.publicationPurchase({ id }), { offering: offeringOf({}, { endAt: inHours(-0.5) }) });
    const button = await screen.findByRole('button', { name: 'Subscribe' });
    expect(button).toHaveProperty('disabled', true);
    screen.getByText('The subscription has ended.');
  });
});

describe('a subscription', () => {
  const dates = { endAt: '2026-11-28T12:00:00.000Z', unlockAt: '2026-12-01T12:00:00.000Z' };
  const over = { status: 'over', updatedAt: '2026-12-03T12:00:00.000Z' } as const;
  const coins = { allotted: decimal('50') };
  it.each([
    ['Allotment Nov 28', { state: 'passed' }],
    ['Unlocks Dec 1', { state: 'locked', status: 'locked', ...coins }],
    ['Paid out Dec 3', { ...over, state: 'completed', ...coins }],
    // All of the amount is returned where nothing was allotted.
    ['Returned Dec 3', { ...over, state: 'completed', allotted: ZERO }],
    ['Returned Dec 3', { ...over, state: 'cancelled' }],
  ] as const)('shows its event: %s', async (event, changes) => {
    await open(`${paths.publications()}?view=own`, { own: subscriptionOf({ ...dates, ...changes }) });
    const row = await screen.findByRole('button', { name: /^NOVA/ });
    expect(row.textContent).toContain(event);
  });

  const openOwn = async (own: Subscription, backend?: Stage['backend']) => {
    const app = await open(paths.publication({ id }), { own, ...(backend && { backend }) });
    await app.user.click(await screen.findByRole('button', { name: /NOVA.*Approved|NOVA.*Locked/ }));
    return { app, sheet: within(await screen.findByRole('dialog')) };
  };

  it('is cancelled before the end, by its id', async () => {
    const { app, sheet } = await openOwn(subscriptionOf(), (server) =>
      server.on(cancelSubscription, () => subscriptionOf({ state: 'cancelled', status: 'over' })),
    );
    await app.user.click(sheet.getByRole('button', { name: 'Cancel subscription' }));
    await screen.findByText(/The amount is available again/);
    expect(app.server.seen(cancelSubscription).map(({ request }) => request)).toMatchObject([{ id: 31 }]);
  });

  it('cannot be cancelled after the end, with the reason', async () => {
    const { sheet } = await openOwn(subscriptionOf({ endAt: inHours(-0.1) }));
    await sheet.findByText(/can no longer be cancelled/);
    expect(sheet.queryByRole('button', { name: 'Cancel subscription' })).toBeNull();
  });

  it('that is allotted shows payment, refund and the lock', async () => {
    const allotted = { allotted: decimal('142.8571'), interest: decimal('3.5714'), paid: decimal('71.42855') } as const;
    const { sheet } = await openOwn(
      subscriptionOf({
        ...allotted,
        state: 'locked',
        status: 'locked',
        released: decimal('28.57145'),
        unlockAt: '2026-12-03T00:00:00.000Z',
      }),
    );
    expect(sheet.getByText('Paid').nextElementSibling?.textContent).toBe('71.42855 USDT');
    expect(sheet.getByText('Released').nextElementSibling?.textContent).toBe('28.57145 USDT');
    expect(sheet.getByText('Unlocks').nextElementSibling?.textContent).toMatch(/Dec/);
    expect(sheet.queryByText('Coins requested')).toBeNull();
  });
});

describe('an allotment', () => {
  const SALT = 'a1b2';
  const share = (units: string): Share => ({
    row: 1,
    participant: participantOf(SALT, TRADER.id),
    demand: '2000000',
    cap: null,
    units,
  });
  const csvOf = ({ row, participant, demand, units }: Share) =>
    `${SHARES_CSV_COLUMNS.join()}\r\n${row},${participant},${demand},,${units}\r\n`;
  const openAllotted = (units: string, salt = SALT) =>
    open(paths.publication({ id }), {
      offering: offeringOf({ state: 'allotted', allottedAt: inHours(-1), allotted: decimal('200') }),
      backend: (server) => {
        server.on(listShares, () => build(listShares.answer, { rows: [share(units)], total: 1, nextPageUrl: null }));
        server.on(getOwnShare, () => ({ share: share(units), salt }));
        server.onFile(
          SHARES_CSV_PATH,
          () => new Response(csvOf(share(units)), { headers: { 'content-type': 'text/csv' } }),
        );
      },
    });

  it('is found by its owner and recomputed', async () => {
    const app = await openAllotted('2000000');
    await app.user.click(await screen.findByRole('button', { name: 'Find me' }));
    await screen.findByText(/^Row 1 is yours/);
    await app.user.click(screen.getByRole('button', { name: 'Verify allotment' }));
    await screen.findByText('Computed on this device: all 1 rows are right, 200 NOVA in total.');
  });

  it('that differs from the rule is reported, and so is a row of another user', async () => {
    const app = await openAllotted('1999999', 'another');
    await app.user.click(await screen.findByRole('button', { name: 'Find me' }));
    await screen.findByText(/^Row 1 is marked as yours, but/);
    await app.user.click(screen.getByRole('button', { name: 'Verify allotment' }));
    await screen.findByText(/^Row 1 does not follow the rule/);
  });

  it('that fails can be requested again', async () => {
    const app = await open(paths.publication({ id }), {
      offering: offeringOf({ state: 'allotted', allottedAt: inHours(-1), allotted: decimal('200') }),
      backend: (server) => server.on(listShares, () => refuse('SERVICE_UNAVAILABLE')),
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    app.server.on(listShares, () => build(listShares.answer, { rows: [], total: 0, nextPageUrl: null }));
    await app.user.click(retry);
    await screen.findByText('No participants.');
  });
});
