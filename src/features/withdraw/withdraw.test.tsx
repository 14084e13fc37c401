// Withdrawing through the real routes and store: conditions first, figures while typing, the fund password last, sent
// once however often.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getBankCard } from '@halyard/contract/bank/calls';
import {
  getWithdrawalTerms,
  listWithdrawalAddresses,
  listWithdrawals,
  withdraw,
  type WithdrawalAddress,
  type WithdrawalHold,
} from '@halyard/contract/withdrawals/calls';
import { decimal } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { TRADER } from '../../testing/exchange.ts';
import { breakConnection, refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { ADDRESSES, pageOfWithdrawals, serveWithdrawals, termsOf, withdrawalOf } from '../../testing/withdrawals.ts';

async function open(backend: (server: FakeBackend) => void = () => undefined, path = paths.withdraw()) {
  const app = await renderApp({
    path,
    user: TRADER,
    backend: (server) => {
      serveWithdrawals(server);
      backend(server);
    },
  });
  await screen.findByLabelText('Amount');
  return app;
}
type App = Awaited<ReturnType<typeof open>>;

const amount = () => screen.getByLabelText<HTMLInputElement>('Amount');
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Withdraw( [\d,.]+ \w+)?$/ });
const figure = (label: string, place: Pick<typeof screen, 'getByText'> = within(screen.getByRole('main'))) =>
  place.getByText(label, { selector: 'dt' }).nextSibling?.textContent;
const cold = () => screen.getByRole('radio', { name: /^Cold wallet/ });

/** Up to the fund password sheet. */
async function ask(app: App, sum: string) {
  await app.user.click(cold());
  await app.user.type(amount(), sum);
  await app.user.click(button());
  return within(await screen.findByRole('dialog'));
}

async function confirm({ user }: App, password: string, press: 'click' | 'dblClick' = 'click') {
  const sheet = within(screen.getByRole('dialog'));
  await user.type(sheet.getByLabelText('Fund password'), password);
  await user[press](sheet.getByRole('button', { name: 'Continue' }));
}

const holdOf = (cause: WithdrawalHold['cause'], addressId?: number): WithdrawalHold => {
  const hold = { cause, until: '2026-01-03T03:04:05.000Z' };
  return addressId === undefined ? hold : { ...hold, addressId: addressId as WithdrawalAddress['id'] };
};

describe('before a withdrawal', () => {
  it('all missing conditions are shown at once, each with a link, and nothing can be sent', async () => {
    await open((server) => {
      server.on(getWithdrawalTerms, () => termsOf({ isVerified: false, hasFundPassword: false }));
      server.on(listWithdrawalAddresses, () => []);
    });
    const needs = within(screen.getByRole('region', { name: 'Before your first withdrawal' }));
    expect(needs.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      [paths.verification(), paths.changePayPassword(), paths.createAddress()].map((path) =>
        expect.stringContaining(path),
      ),
    );
    expect(button().disabled).toBe(true);
  });

  it('nothing is missing, nothing is shown', async () => {
    await open();
    expect(screen.queryByRole('region', { name: 'Before your first withdrawal' })).toBeNull();
    expect(figure('Requests left today')).toBe('2 of 3 (UTC day)');
    expect(figure('Paid out')).toBe('Within 12 hours');
  });

  it.each([
    [{ leftToday: 0 }, 'No requests left today. The next day starts at 00:00 UTC.'],
    [
      { blockedUntil: '2026-01-03T03:04:05.000Z', holds: undefined },
      /^Your password was changed\. You can withdraw from Jan 3/,
    ],
    [{ holds: [holdOf('fund_password')] }, /^The fund password was set or changed\. You can withdraw from Jan 3/],
    [{ holds: [holdOf('bank_card')] }, /^The bank account is new or was changed\. You can withdraw to it from Jan 3/],
  ])('the exchange accepts none now: %o', async (terms, reason) => {
    await open((server) => server.on(getWithdrawalTerms, () => termsOf(terms)));
    expect(within(screen.getByRole('main')).getByRole('status').textContent).toMatch(reason);
    expect(button().disabled).toBe(true);
  });

  it('a new address shows until when it waits, without affecting others', async () => {
    const app = await open((server) => server.on(getWithdrawalTerms, () => termsOf({ holds: [holdOf('address', 2)] })));
    screen.getByText(/^New: available from Jan 3/);
    expect(screen.queryByRole('note')).toBeNull();
    await app.user.click(cold());
    expect(screen.getByRole('note').textContent).toMatch(/^This address is new\. You can withdraw to it from Jan 3/);
    expect(button().disabled).toBe(true);
    await app.user.click(screen.getByRole('radio', { name: /^ERC20/ }));
    expect(screen.queryByRole('note')).toBeNull();
    expect(button().disabled).toBe(false);
  });

  it('a card in another name must be bound again', async () => {
    await open((server) => {
      server.on(getBankCard, () => ({ accountNumber: '6222021234567890', bankName: 'Harbour Bank', banks: [] }));
      server.on(getWithdrawalTerms, () => termsOf({ isBank: true, name: 'Bank', isCardOfOther: true }));
    }, paths.withdrawToBank());
    const needs = within(screen.getByRole('region', { name: 'Before your first withdrawal' }));
    expect(needs.getByRole('link').textContent).toContain('Add an account in your own name');
    expect(button().disabled).toBe(true);
  });

  it('the exchange is unreachable', async () => {
    const app = await open();
    act(() => app.realtime.setState('offline'));
    await screen.findByText('The server could not be reached. Check your connection and try again.');
    expect(button().disabled).toBe(true);
  });

  it.each([getWithdrawalTerms, listWithdrawalAddresses])('failed reads are repeated: $path', async (call) => {
    const app = await renderApp({
      path: paths.withdraw(),
      user: TRADER,
      backend: (server) => {
        serveWithdrawals(server);
        server.on(call, () => refuse('SERVICE_UNAVAILABLE'));
      },
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    serveWithdrawals(app.server);
    await app.user.click(retry);
    await screen.findByLabelText('Amount');
  });
});

describe('the figures of a withdrawal', () => {
  it('follow the input: the minimum fee, the percentage, and all in the coin’s decimals', async () => {
    const app = await open();
    expect(figure('You receive')).toMatch(/^—/);
    await app.user.type(amount(), '50');
    expect([figure('Fee'), figure('You receive')]).toEqual(['1.00 USDT', '49.00 USDT']);
    await app.user.type(amount(), '0');
    expect([figure('Fee'), figure('You receive')]).toEqual(['5.00 USDT', '495.00 USDT']);
    await app.user.click(screen.getByRole('button', { name: 'All' }));
    expect([figure('Fee'), figure('You receive')]).toEqual(['10.001235 USDT', '990.122221 USDT']);
    screen.getByRole('button', { name: 'Withdraw 1,000.123456 USDT' });
  });

  it.each([
    ['9.99', /Enter at least 10/],
    ['1000.123457', /Insufficient balance/],
  ])('of %s are empty: it is refused beside the amount before the fund password is asked for', async (sum, reason) => {
    const app = await open();
    await app.user.click(cold());
    await app.user.type(amount(), sum);
    await app.user.click(button());
    await screen.findByText(reason);
    expect(screen.queryByRole('dialog')).toBeNull();
    await app.user.clear(amount());
    expect(screen.queryByText(reason)).toBeNull();
  });

  it('require a destination, unless there is only one address', async () => {
    const app = await open();
    await app.user.type(amount(), '100');
    await app.user.click(button());
    await screen.findByText('Choose an address.');
    await waitFor(() => expect(document.activeElement).toBe(cold()));
    await app.user.click(cold());
    expect(screen.queryByText('Choose an address.')).toBeNull();
  });

  it('start with the address that the address book led from', async () => {
    await open(undefined, paths.withdraw({ channel: 3, address: 1 }));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^ERC20/ }).checked).toBe(true);
  });

  it('are of the chosen coin only', async () => {
    const app = await open();
    await app.user.type(amount(), '100');
    app.server.on(getWithdrawalTerms, () => termsOf({ name: 'BTC', settlement: 'BTC' }));
    await app.user.click(screen.getByRole('radio', { name: 'BTC' }));
    await waitFor(() => expect(amount().value).toBe(''));
    screen.getByText('Add a withdrawal address');
    expect(app.location()).toBe(paths.withdraw({ channel: 1 }));
  });
});

describe('a withdrawal', () => {
  it('shows destination and net amount, is sent once with the fund password, and shows its status', async () => {
    const app = await open();
    const sheet = await ask(app, '100');
    sheet.getByText(ADDRESSES[0]?.address ?? '');
    expect(figure('You receive', sheet)).toBe('99.00 USDT');
    await confirm(app, '246810', 'dblClick');
    await screen.findByRole('list', { name: 'Progress of the withdrawal' });
    expect(app.location()).toBe(paths.withdrawDetail({ id: 21 }));
    expect(app.server.seen(withdraw).map(({ request }) => request)).toEqual([
      expect.objectContaining({ channelId: 3, amount: '100', addressId: 2, chain: 'TRC20', fundPassword: '246810' }),
    ]);
  });

  it('that is accepted after the user has left is confirmed, and leaves them where they are', async () => {
    const app = await open();
    let accept = () => {};
    app.server.on(withdraw, async () => {
      await new Promise<void>((resolve) => (accept = resolve));
      return withdrawalOf();
    });
    await ask(app, '100');
    await confirm(app, '246810');
    await waitFor(() => expect(app.server.seen(withdraw)).toHaveLength(1));
    await act(() => app.app.router.navigate(paths.home()));
    await screen.findByRole('heading', { name: 'Home' });
    act(() => accept());
    await screen.findByText('Withdrawal requested.');
    expect(app.location()).toBe(paths.home());
  });

  it('goes to no other address when the chosen one is removed before the confirmation', async () => {
    const app = await open();
    await ask(app, '100');
    app.server.on(listWithdrawalAddresses, () => ADDRESSES.filter(({ id }) => id !== ADDRESSES[0]?.id));
    act(() => void app.app.store.dispatch(emptyApi.util.invalidateTags(['Address'])));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('radio', { name: /^ERC20/ })).toHaveProperty('checked', false);
  });

  it('is not sent without the complete fund password', async () => {
    const app = await open();
    await ask(app, '100');
    await confirm(app, '246');
    await screen.findByText('The fund password must have exactly 6 digits.');
    expect(app.server.seen(withdraw)).toEqual([]);
  });

  it('with a wrong fund password keeps the input except the password', async () => {
    const app = await open((server) => server.on(withdraw, () => refuse('FUND_PASSWORD_WRONG', { left: 4 })));
    const sheet = await ask(app, '100');
    await confirm(app, '111111');
    await screen.findByText('Wrong fund password. Attempts left: 4.');
    expect(sheet.getByLabelText<HTMLInputElement>('Fund password').value).toBe('');
    expect(figure('You receive', sheet)).toBe('99.00 USDT');
    app.server.on(withdraw, () => withdrawalOf());
    await confirm(app, '246810');
    await screen.findByRole('list', { name: 'Progress of the withdrawal' });
  });

  it.each([
    ['WITHDRAWALS_PER_DAY', { max: 3 }, /at most 3 withdrawals/],
    ['WITHDRAWALS_BLOCKED', { until: '2026-01-03 03:04' }, /withdraw from 2026-01-03 03:04/],
    ['INSUFFICIENT_BALANCE', {}, /Insufficient balance/],
  ] as const)('that is refused with %s shows the reason in the confirmation', async (code, params, reason) => {
    const app = await open((server) => server.on(withdraw, () => refuse(code, params)));
    const sheet = await ask(app, '100');
    await confirm(app, '246810');
    await waitFor(() => expect(sheet.getByRole('alert').textContent).toMatch(reason));
    expect(amount().value).toBe('100');
  });

  it('sends the fee that it showed, and shows a higher one before it is confirmed again', async () => {
    const app = await open((server) => server.on(withdraw, () => refuse('FEES_CHANGED', { fee: '3' })));
    const sheet = await ask(app, '100');
    app.server.on(getWithdrawalTerms, () => termsOf({ feeMin: decimal('3') }));
    await confirm(app, '246810');
    await waitFor(() => expect(figure('You receive', sheet)).toBe('97.00 USDT'));
    expect(sheet.getByRole('alert').textContent).toMatch(/^The fee has changed/);
    app.server.on(withdraw, () => withdrawalOf());
    await app.user.click(sheet.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('list', { name: 'Progress of the withdrawal' });
    expect(app.server.seen(withdraw).map(({ request }) => request.fee)).toEqual(['1', '3']);
  });

  it('keeps its id while its outcome is unknown, with any password', async () => {
    const app = await open((server) => server.on(withdraw, () => refuse('SERVICE_UNAVAILABLE')));
    const sheet = await ask(app, '100');
    await confirm(app, '246810');
    await waitFor(() => expect(sheet.getByRole('alert').textContent).toMatch(/No response yet/));
    app.server.on(withdraw, () => withdrawalOf());
    app.server.on(listWithdrawals, () => pageOfWithdrawals([withdrawalOf()]));
    await app.user.clear(sheet.getByLabelText('Fund password'));
    await confirm(app, '135791');
    await screen.findByRole('list', { name: 'Progress of the withdrawal' });
    const ids = app.server.seen(withdraw).map(({ request }) => request.clientRequestId);
    expect(new Set(ids).size).toBe(1);
  });

  it('whose answer was lost is sent again under its id, with a note', async () => {
    const app = await open((server) => server.on(withdraw, breakConnection));
    const sheet = await ask(app, '100');
    await confirm(app, '246810');
    await waitFor(() => expect(sheet.getByRole('alert').textContent).toMatch(/^Connection lost/));
    app.server.on(withdraw, () => withdrawalOf());
    await screen.findByRole('list', { name: 'Progress of the withdrawal' });
    const ids = app.server.seen(withdraw).map(({ request }) => request.clientRequestId);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });

  it('accepted by a legacy server without details leads to the records', async () => {
    const app = await open((server) => server.on(withdraw, () => 'Application accepted'));
    await ask(app, '100');
    await confirm(app, '246810');
    await screen.findByText('Withdrawal requested.');
    await waitFor(() => expect(app.location()).toBe(paths.assetsRecord({ tab: 'withdrawals' })));
  });

  it('to the bank goes to the bound card, shown by the end of its number', async () => {
    const card = { ...build(getBankCard.answer), holder: 'Ann Example', bankName: 'Harbour Bank', banks: [] };
    const app = await open((server) => {
      server.on(getBankCard, () => ({ ...card, accountNumber: '6222021234567890' }));
      server.on(getWithdrawalTerms, () =>
        termsOf({ isBank: true, name: 'Bank', places: 2, available: decimal('500') }),
      );
    }, paths.withdrawToBank());
    screen.getByText('Ann Example · ****7890');
    await app.user.type(amount(), '100');
    await app.user.click(button());
    await confirm(app, '246810');
    await waitFor(() => expect(app.server.seen(withdraw)).toHaveLength(1));
    expect(app.server.seen(withdraw)[0]?.request).toMatchObject({ channelId: 9999, amount: '100', address: '--' });
  });
});
