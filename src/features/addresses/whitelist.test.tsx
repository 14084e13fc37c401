// The withdrawal whitelist through the real routes and store: its effects are shown first, ending it can be cancelled,
// and no address can be added meanwhile. A new address shows until when it waits.
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { hasFundPassword } from '@halyard/contract/security/calls';
import {
  getWhitelist,
  getWithdrawalTerms,
  setWhitelist,
  listWithdrawalAddresses,
  type Whitelist,
} from '@halyard/contract/withdrawals/calls';
import { paths } from '../../shared/navigation/paths.ts';
import { serveExchange, TRADER } from '../../testing/exchange.ts';
import { refuse } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { ADDRESSES, serveWithdrawals, termsOf } from '../../testing/withdrawals.ts';

const OFF: Whitelist = { isOn: false, offAt: null, hours: 24 };
const ON: Whitelist = { ...OFF, isOn: true };
const ENDING: Whitelist = { ...ON, offAt: '2026-01-03T03:04:00.000Z' };

async function open(begin: Whitelist, path = paths.addresses()) {
  let now = begin;
  return renderApp({
    path,
    user: TRADER,
    backend: (server) => {
      serveExchange(server);
      server.on(listWithdrawalAddresses, () => []);
      server.on(hasFundPassword, () => 'set' as const);
      server.on(getWhitelist, () => now);
      server.on(setWhitelist, ({ isOn }) => (now = isOn ? ON : ENDING));
    },
  });
}

const control = () => screen.findByRole('switch', { name: 'Withdrawal whitelist' });
const requests = (app: Awaited<ReturnType<typeof open>>) => app.server.seen(setWhitelist).map(({ request }) => request);

describe('the withdrawal whitelist', () => {
  it('is turned on after its effects were shown', async () => {
    const app = await open(OFF);
    await app.user.click(await control());
    const sheet = within(await screen.findByRole('dialog'));
    await sheet.findByText('Takes effect immediately. First add every address that you will need.');
    expect(requests(app)).toEqual([]);
    await app.user.dblClick(sheet.getByRole('button', { name: 'Turn on' }));
    await screen.findByText(/^You can withdraw to these addresses and your bank account only/);
    expect(requests(app)).toEqual([{ isOn: true }]);
  });

  it('is turned off a day later, as shown before, and stays on when that is cancelled', async () => {
    const app = await open(ON);
    await app.user.click(await control());
    const sheet = within(await screen.findByRole('dialog'));
    await sheet.findByText(/^The whitelist stays on for 24 more hours/);
    await app.user.click(sheet.getByRole('button', { name: 'Turn off' }));
    await screen.findByText(/^Turns off at/);
    expect((await control()).getAttribute('aria-checked')).toBe('true');
    await app.user.click(await screen.findByRole('button', { name: 'Keep it on' }));
    await waitFor(() => expect(screen.queryByText(/^Turns off at/)).toBeNull());
    screen.getByText(/^You can withdraw to these addresses and your bank account only/);
    expect(requests(app)).toEqual([{ isOn: false }, { isOn: true }]);
  });

  it('stays unchanged after a refusal, with the reason', async () => {
    const app = await open(OFF);
    app.server.on(setWhitelist, () => refuse('RATE_LIMITED', { seconds: 30 }));
    await app.user.click(await control());
    const sheet = within(await screen.findByRole('dialog'));
    await app.user.click(sheet.getByRole('button', { name: 'Turn on' }));
    expect((await sheet.findByRole('alert')).textContent).toContain('30');
    expect(screen.getByRole('switch', { hidden: true }).getAttribute('aria-checked')).toBe('false');
  });

  it('allows no new address, as shown before one is typed', async () => {
    await open(ENDING, paths.createAddress());
    await screen.findByText(/nothing can be added/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add address' }).disabled).toBe(true);
  });
});

it.each([
  ['its row', paths.addresses(), 1],
  ['its page', paths.address({ id: 2 }), 1],
  ['the page of another one', paths.address({ id: 1 }), 0],
] as const)('the hold of a new address is shown in %s', async (_place, path, count) => {
  const app = await renderApp({
    path,
    user: TRADER,
    backend: (server) => {
      serveWithdrawals(server);
      const [held] = ADDRESSES;
      const until = '2026-01-03T03:04:00.000Z';
      server.on(getWhitelist, () => OFF);
      server.on(getWithdrawalTerms, () => termsOf({ holds: [{ cause: 'address', addressId: held?.id, until }] }));
    },
  });
  await waitFor(() => expect(app.server.seen(getWithdrawalTerms)).not.toEqual([]));
  await waitFor(() => expect(screen.queryAllByText(/^New: available from Jan 3/)).toHaveLength(count));
});
