// Running options through the real routes and store: remaining time by the exchange's clock, results and
// history.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { getOption, listOptionDays, listOptions, setSelfLimits, type Option } from '@halyard/contract/options/calls';
import { decimal, ZERO } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { isBusy } from '../../../shared/pwa/busy.ts';
import { fakeCanvas } from '../../../testing/fakeCanvas.ts';
import { limitsOf, optionOf, wonOption } from '../../../testing/options.ts';
import { openOptions, type OptionApp } from '../../../testing/openOptions.ts';

fakeCanvas();

async function openRunning(...running: readonly Option[]) {
  const app = await openOptions({ running });
  const cards = within(await screen.findByRole('region', { name: 'Open options' }));
  await waitFor(() => expect(app.realtime.rooms()).toContain(rooms.account));
  return { ...app, cards };
}

function tell(app: OptionApp, option: Option): void {
  act(() => app.realtime.send(rooms.account, { event: 'option', option }));
}

describe('a running option', () => {
  it('counts down by the exchange’s clock, not the device’s', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2031-07-08T09:10:11.000Z'));
    const { cards } = await openRunning(optionOf());
    // The page itself takes a moment to load.
    expect(cards.getByText(/^\d\d:\d\d$/).textContent).toMatch(/^(01:00|00:[1-5]\d)$/);
    expect(isBusy()).toBe(true);
  });

  it('describes the price’s position in neutral words', async () => {
    const { cards } = await openRunning(optionOf({ openPrice: decimal('19999.65') }));
    cards.getByText(/0\.35 above the entry price/);
  });

  it('waits for its settlement tick, and then shows the returned amount', async () => {
    const app = await openRunning(optionOf({ dueAt: '2026-01-02T03:04:05.000Z' }));
    app.cards.getByText(/Waiting for the settlement price/);
    app.server.on(listOptions, () => ({ rows: [], page: 1, limit: 20, total: 0, nextPageUrl: null }));
    tell(app, wonOption());
    await app.cards.findByText('Won: 185.00 USDT returned');
    app.cards.getByText('+85.00');
    await app.user.click(app.cards.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('region', { name: 'Open options' })).toBeNull();
  });

  it('that expired during a disconnect is read by itself', async () => {
    const app = await openRunning(optionOf());
    app.server.on(listOptions, () => ({ rows: [], page: 1, limit: 20, total: 0, nextPageUrl: null }));
    app.server.on(getOption, () => wonOption({ result: 'lose', profit: decimal('-100') }));
    act(() => app.realtime.sendSnapshot(rooms.account, null));
    await app.cards.findByText('Lost: nothing returned');
  });

  it('shows no result before there is one', async () => {
    const { cards, user } = await openRunning(optionOf());
    await user.click(cards.getByRole('button', { name: /BTC\/USDT/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Option 17' }));
    sheet.getByText('Entry price');
    expect(sheet.queryByText(/Waiting/)).toBeNull();
    expect(sheet.queryByRole('button', { name: 'Verify' })).toBeNull();
  });

  it('is beside others, and a late event does not reopen one', async () => {
    const other = optionOf({ id: 18 as Option['id'], direction: 'down' });
    const app = await openRunning(optionOf(), other);
    expect(app.cards.getAllByRole('listitem')).toHaveLength(2);
    tell(app, wonOption());
    await app.cards.findByText(/^Won/);
    tell(app, optionOf({ status: 'due' }));
    await app.cards.findByText(/^Won/);
  });
});

describe('the history', () => {
  async function openHistory(over: readonly Option[] = [wonOption()]) {
    const app = await openOptions({ over });
    app.server.on(listOptionDays, () => [
      { day: '2026-01-02', currency: 'USDT', options: 3, stakes: decimal('300'), fees: ZERO, profit: decimal('-15') },
    ]);
    await app.user.click(screen.getByRole('link', { name: 'Options history' }));
    await screen.findByRole('heading', { name: 'Options history' });
    return app;
  }

  it('is grouped by the exchange’s days, each with its result', async () => {
    await openHistory();
    await screen.findByRole('heading', { name: 'Jan 2, 2026' });
    await screen.findByText('3 options');
    screen.getByText('-15.00');
    screen.getByRole('button', { name: /Up.*BTC\/USDT.*\+85\.00.*20,000\.00 → 20,010\.00.*Won/ });
  });
});

describe('self-imposed limits', () => {
  it('are sent as typed, and raised ones are shown as waiting', async () => {
    const app = await openOptions({ limits: limitsOf({ dailyStake: decimal('100') }) });
    app.server.on(setSelfLimits, () => limitsOf());
    await app.user.click(screen.getByRole('button', { name: 'Your own limits' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Your own limits' }));
    const field = await sheet.findByRole('textbox', { name: 'Daily stakes' });
    await app.user.clear(field);
    await app.user.type(field, '50');
    expect(sheet.queryByText(/apply in 24 hours\. Until/)).toBeNull();
    await app.user.clear(field);
    await app.user.type(field, '200');
    sheet.getByText(/apply in 24 hours\. Until/);
    await app.user.type(sheet.getByRole('textbox', { name: 'Daily loss' }), '30');
    await app.user.click(sheet.getByRole('button', { name: 'Save limits' }));
    await waitFor(() => expect(app.server.seen(setSelfLimits)).toHaveLength(1));
    expect(app.server.seen(setSelfLimits)[0]?.request).toMatchObject({
      dailyStake: '200',
      dailyLoss: '30',
      reminderMinutes: 0,
    });
  });

  it('keep a higher one that waits while another is changed', async () => {
    const next = { dailyStake: decimal('200'), dailyLoss: null, from: '2026-01-03T00:00:00.000Z' };
    const app = await openOptions({ limits: limitsOf({ dailyStake: decimal('100'), next }) });
    app.server.on(setSelfLimits, () => limitsOf());
    await app.user.click(screen.getByRole('button', { name: 'Your own limits' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Your own limits' }));
    await app.user.type(await sheet.findByRole('textbox', { name: 'Daily loss' }), '30');
    await app.user.click(sheet.getByRole('button', { name: 'Save limits' }));
    await waitFor(() => expect(app.server.seen(setSelfLimits)).toHaveLength(1));
    expect(app.server.seen(setSelfLimits)[0]?.request.dailyStake).toBeUndefined();
  });
});
