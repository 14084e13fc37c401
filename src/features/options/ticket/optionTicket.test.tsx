// The options ticket through the real routes and store: payouts of the buttons, errors at their fields, a purchase in
// progress.
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { buyOption, listDeliveryTimes } from '@halyard/contract/options/calls';
import { decimal } from '@halyard/contract/money';
import { hashTerms } from '@halyard/contract/options/terms';
import { breakConnection, refuse } from '../../../testing/fakeBackend.ts';
import { fakeCanvas } from '../../../testing/fakeCanvas.ts';
import { limitsOf, optionOf, termsOf, timeOf } from '../../../testing/options.ts';
import { directionButton, fillIn, openOptions, stakeField } from '../../../testing/openOptions.ts';

fakeCanvas();

const EVEN = termsOf({
  rule: 'option/2',
  kind: 'even',
  profitRatio: decimal('824'),
  evenBand: decimal('5.24'),
  evenEdge: decimal('7.5'),
  evenChance: decimal('10.00506293'),
});

describe('the ticket', () => {
  it('starts without choices, and shows the payouts once there is a time and a stake', async () => {
    const app = await openOptions({ times: [timeOf(termsOf(), EVEN)] });
    expect(app.ticket.queryByRole('radio', { checked: true })).toBeNull();
    await fillIn(app, '33.33');
    const pays = (name: 'Up' | 'Down' | 'Even') => directionButton(app, name).textContent;
    expect(pays('Up')).toMatch(/\+28\.33.*28\.3305 USDT/);
    expect(pays('Down')).toMatch(/\+28\.33.*28\.3305 USDT/);
    expect(pays('Even')).toMatch(/\+274\.64.*274\.6392 USDT/);
  });

  it('shows break-even rate and house edge of the chosen time, and of all before', async () => {
    const app = await openOptions();
    app.ticket.getByRole('button', { name: /win 54\.05%–55\.56%.*7\.5%–10%/ });
    await fillIn(app, '');
    app.ticket.getByRole('button', { name: /Break-even: win 54\.05%.*House edge 7\.5%/ });
  });

  it('has no button for a missing direction, with the reason', async () => {
    const app = await openOptions();
    await fillIn(app, '100');
    expect(directionButton(app, 'Even')).toHaveProperty('disabled', true);
    expect(directionButton(app, 'Even').textContent).toMatch(/Not offered/);
    app.ticket.getByText('“Even” is only offered on simulated prices. Choose up or down.');
  });

  it('names longer times by hours and days, and on live prices the price that opens the option', async () => {
    const live = (seconds: number) => timeOf(termsOf({ priceSource: 'live', entryDelayMs: 1000, seconds }));
    const app = await openOptions({ times: [90, 900, 14_400, 86_400].map(live) });
    const times = app.ticket.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
    expect(times).toEqual(['90s+85%', '15m+85%', '4h+85%', '1d+85%']);
    app.ticket.getByText('The entry price is the first one at least 1s after the purchase.');
  });

  it('shows how close even must be, and buys it with the shown chance', async () => {
    const app = await openOptions({ times: [timeOf(termsOf(), EVEN)] });
    app.server.on(buyOption, () => refuse('PRICE_MOVED', { price: '60001.5' }));
    await fillIn(app, '100');
    app.ticket.getByText('Even wins within ±5.24 of the entry price.');
    await app.user.click(directionButton(app, 'Even'));
    await app.ticket.findByText(/The price has moved/);
    expect(app.server.seen(buyOption)).toMatchObject([
      { request: { evenChance: '10.00506293', termsHash: hashTerms(EVEN) } },
    ]);
  });

  it('fills in common stakes and shares of the options balance, fee included', async () => {
    const terms = termsOf({ feeRate: decimal('1') });
    const app = await openOptions({ times: [timeOf(terms)], available: '500' });
    await app.user.click(app.ticket.getByRole('button', { name: '50' }));
    expect(stakeField(app.ticket).value).toBe('50');
    await app.user.click(app.ticket.getByRole('button', { name: '100%' }));
    expect(stakeField(app.ticket).value).toBe('500');
  });

  it.each([
    ['the largest stake', termsOf({ maxStake: decimal('300') }), undefined, '300'],
    ['the user’s own limit', termsOf(), limitsOf({ dailyStake: decimal('100'), stakedToday: decimal('60') }), '40'],
  ])('fills in no share above %s', async (_what, terms, limits, most) => {
    const app = await openOptions({ times: [timeOf(terms)], available: '500', ...(limits && { limits }) });
    for (const share of ['75%', '100%']) {
      await fillIn(app, '');
      await app.user.click(app.ticket.getByRole('button', { name: share }));
      expect(stakeField(app.ticket).value).toBe(most);
      const pressed = app.ticket.getAllByRole('button', { pressed: true, name: /^\d+%$/ });
      expect(pressed.map(({ textContent }) => textContent)).toEqual(['100%']);
    }
  });

  it('asks in place for the time first, then for the stake, and sends nothing', async () => {
    const app = await openOptions();
    await app.user.click(directionButton(app, 'Up'));
    await app.ticket.findByText('Choose the delivery time first.');
    await fillIn(app, '');
    await app.user.click(directionButton(app, 'Up'));
    await app.ticket.findByText(/Amount is required/);
    await fillIn(app, '5');
    await app.ticket.findByText(/Enter from 10 USDT to 5,000 USDT/);
    await fillIn(app, '10.123456789');
    await app.ticket.findByText('8 decimals at most');
    expect(stakeField(app.ticket).value).toBe('10.12345678');
    await fillIn(app, '1500');
    await app.ticket.findByText(/Insufficient balance/);
    expect(app.ticket.getAllByRole('link', { name: 'Transfer' }).length).toBeGreaterThan(0);
    await app.user.click(directionButton(app, 'Down'));
    expect(app.server.seen(buyOption)).toEqual([]);
  });

  it('respects the self-imposed limits, with the largest possible stake in one tap', async () => {
    const app = await openOptions({ limits: limitsOf({ dailyStake: decimal('100'), stakedToday: decimal('60') }) });
    await fillIn(app, '50');
    await app.ticket.findByText(/exceeds your own limit\. You can enter at most 40/);
    await app.user.click(app.ticket.getByRole('button', { name: 'Use 40 USDT' }));
    expect(stakeField(app.ticket).value).toBe('40');
  });

  it.each([
    ['none', /Account not verified/],
    ['pending', /real-name verification/],
  ] as const)('links to verification for unverified users (%s)', async (identity, text) => {
    const app = await openOptions({ identity });
    await app.user.click(directionButton(app, 'Up'));
    await app.ticket.findByText(text);
    await app.user.click(app.ticket.getByRole('link', { name: 'Go to verification' }));
    await waitFor(() => expect(app.location()).toBe('/pages/verification/index'));
  });

  it('shows odds to guests, and leads them to the login and back', async () => {
    const app = await openOptions({ isLoggedIn: false });
    await fillIn(app, '100');
    expect(directionButton(app, 'Up').textContent).toMatch(/\+85\.00/);
    expect(directionButton(app, 'Up')).toHaveProperty('disabled', true);
    await app.user.click(app.ticket.getByRole('link', { name: 'Log in to buy options' }));
    await waitFor(() => expect(decodeURIComponent(app.location())).toMatch(/backpage=.*option\/detail/));
  });
});

describe('the buttons are disabled, with the reason,', () => {
  it('while prices are outdated, and no longer', async () => {
    const app = await openOptions();
    act(() => app.realtime.setSilence(5001));
    await waitFor(() => expect(directionButton(app, 'Up')).toHaveProperty('disabled', true));
    expect(app.ticket.getByRole('status').textContent).toMatch(/Prices are out of date/);
    act(() => app.realtime.setSilence(0));
    await waitFor(() => expect(directionButton(app, 'Up')).toHaveProperty('disabled', false));
  });

  it('while the device is offline, immediately', async () => {
    const app = await openOptions();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(directionButton(app, 'Down')).toHaveProperty('disabled', true);
    expect(app.ticket.getByRole('status').textContent).toMatch(/You are offline/);
  });
});

describe('an option', () => {
  it('is bought once, on the shown terms, however often its button is pressed', async () => {
    const app = await openOptions();
    let answer: () => void = () => undefined;
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    app.server.on(buyOption, async () => {
      await isAnswered;
      return optionOf();
    });
    await fillIn(app, '100');
    await app.user.dblClick(directionButton(app, 'Up'));
    answer();
    await screen.findByText('Bought: Up, 100 USDT, entry price 20,000.00.', { selector: 'p' });
    // The next one starts with this stake.
    expect(stakeField(app.ticket).value).toBe('100');
    const sent = app.server.seen(buyOption).map(({ request }) => request);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ direction: 'up', seconds: 60, stake: '100', termsHash: hashTerms(termsOf()) });
    await screen.findByRole('region', { name: 'Open options' });
  });

  it('is sent again under its id after a lost answer', async () => {
    const app = await openOptions();
    let tries = 0;
    app.server.on(buyOption, () => {
      tries += 1;
      return tries === 1 ? breakConnection() : optionOf();
    });
    await fillIn(app, '100');
    await app.user.click(directionButton(app, 'Up'));
    await screen.findByText(/^Bought/, { selector: 'p' });
    const ids = app.server.seen(buyOption).map(({ request }) => request.clientRequestId);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
  });

  it('too large for the house can be reduced to the largest size in one tap', async () => {
    const app = await openOptions();
    app.server.on(buyOption, () => refuse('HOUSE_LIMIT', { max: '62.5' }));
    await fillIn(app, '100');
    await app.user.click(directionButton(app, 'Up'));
    await app.ticket.findByText(/house limit here is 62\.5/);
    await app.user.click(app.ticket.getByRole('button', { name: 'Use 62.5 USDT' }));
    expect(stakeField(app.ticket).value).toBe('62.5');
    expect(app.ticket.queryByText(/house limit here is/)).toBeNull();
  });

  it('on outdated terms is not bought: the new ones are read, shown and sent', async () => {
    const app = await openOptions();
    const other = termsOf({ version: 2, profitRatio: decimal('70') });
    app.server.on(buyOption, () => {
      app.server.on(listDeliveryTimes, () => [timeOf(other)]);
      return refuse('TERMS_CHANGED');
    });
    await fillIn(app, '100');
    await app.user.click(directionButton(app, 'Up'));
    await app.ticket.findByText(/your order was not placed/);
    await waitFor(() => expect(directionButton(app, 'Up').textContent).toMatch(/\+70\.00/));
    app.server.on(buyOption, () => optionOf({ terms: other }));
    await app.user.click(directionButton(app, 'Up'));
    await screen.findByText(/^Bought/, { selector: 'p' });
    expect(app.server.seen(buyOption)[1]?.request.termsHash).toBe(hashTerms(other));
  });
});
