// Referral through the real routes and store: results, the poster that cannot be drawn, leaving the ranking, and the
// page where rebates are not allowed.
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  getInvitation,
  getRanking,
  listFriends,
  listRebates,
  setRanked,
  type Invitation,
} from '@halyard/contract/referral/calls';
import { decimal } from '@halyard/contract/money';
import { build, type Overrides } from '@halyard/contract/testing/build';
import { clearOwnRecords } from '../../shared/storage/vault.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { serveExchange, TRADER } from '../../testing/exchange.ts';
import { refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { fakeIndexedDb } from '../../testing/fakeIndexedDb.ts';
import { renderApp } from '../../testing/renderApp.tsx';

fakeIndexedDb();

const d = decimal;
const INVITATION: Overrides<Invitation> = {
  invitationCode: 'GJDKWMHW',
  shareUrl: 'https://halyard.example/h5/#/pages/user/login/register',
  first: d('20'),
  second: d('10'),
  third: d('5'),
  next: null,
  generations: [2, 1, 0],
  identity: 'user',
  paidWorth: d('12.34567891'),
  paid: [{ currency: 'USDT', value: d('12.34567891') }],
  due: [],
  waiting: [{ currency: 'BTC', value: d('0.00012') }],
  isRanked: true,
  hidesIncentives: false,
};
const RANKED = [{ total: d('16.04'), userId: TRADER.id, account: 'an***om' }];

function open(
  changes: Overrides<Invitation> = {},
  path: string = paths.promotion(),
  backend?: (s: FakeBackend) => void,
) {
  return renderApp({
    path,
    user: TRADER,
    backend: (server) => {
      serveExchange(server);
      server.on(getInvitation, () => build(getInvitation.answer, { ...INVITATION, ...changes }));
      server.on(getRanking, () => RANKED);
      server.on(listFriends, () => ({ rows: [], total: 0 }));
      server.on(listRebates, () => ({ rows: [], total: 0 }));
      server.on(setRanked, ({ isRanked }) => ({ isRanked }));
      backend?.(server);
    },
  });
}
const textOf = () => document.body.textContent.replaceAll(/\s+/g, ' ');

describe('the referral page', () => {
  it('shows code, link, rates with an example, and paid and waiting rebates', async () => {
    await open();
    await screen.findAllByText('GJDKWMHW');
    const link = 'https://halyard.example/h5/#/pages/user/login/register?code=GJDKWMHW';
    await waitFor(() => expect(textOf()).toContain(link));
    expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'Whose feesPeopleRate',
      'Invited by you220%',
      'Invited by your friends110%',
      'Invited by their friends05%',
    ]);
    expect(textOf()).toContain('if a friend pays 100.00 USDT in fees, you get 20.00 USDT.');
    expect(textOf()).toContain('Waiting for verification0.00012 BTC');
    expect(screen.queryByText('Partner')).toBeNull();
    expect(textOf()).not.toMatch(/income/i);
  });

  it('shows partners, and upcoming rates', async () => {
    const from = '2026-12-01T00:00:00.000Z';
    await open({ identity: 'partner', next: { first: d('25'), second: d('10'), third: d('5'), from } });
    await screen.findByText('Partner');
    expect(textOf()).toContain('From Dec 1, 2026: 25% / 10% / 5%');
  });

  it('shows that the poster failed when there is no canvas', async () => {
    const app = await open();
    const button = await screen.findByRole('button', { name: 'Save poster' });
    await app.user.click(button);
    // Also read out by screen readers, from a second place.
    await screen.findAllByText('Picture save failed. Try again.');
  });

  it('opts out of the ranking immediately', async () => {
    const app = await open({}, `${paths.promotion()}?view=ranking`);
    await screen.findByText('an***om');
    screen.getByText('You');
    app.server.on(getInvitation, () => build(getInvitation.answer, { ...INVITATION, isRanked: false }));
    app.server.on(getRanking, () => []);
    await app.user.click(screen.getByRole('switch', { name: 'Show me here, masked' }));
    await screen.findByText('No rebates have been paid yet.');
    expect(app.server.seen(setRanked).map(({ request }) => request)).toEqual([{ isRanked: false }]);
    expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false');
  });

  it('invites no one where that is not allowed, but shows results', async () => {
    await open({ hidesIncentives: true });
    await screen.findByText(/not available where you live/);
    expect(textOf()).not.toContain('GJDKWMHW');
    expect(textOf()).not.toContain('20%');
    expect(screen.queryByRole('tab', { name: 'Ranking' })).toBeNull();
    expect(textOf()).toContain('12.34567891 USDT');
  });

  it('can be read again after a failure', async () => {
    await clearOwnRecords();
    const app = await open({}, undefined, (server) => server.on(getInvitation, () => refuse('SERVICE_UNAVAILABLE')));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    app.server.on(getInvitation, () => build(getInvitation.answer, INVITATION));
    await app.user.click(retry);
    await screen.findAllByText('GJDKWMHW');
  });
});
