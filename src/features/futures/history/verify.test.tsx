// The receipt of a futures position in the public log, through the real route and store: every step as a line, failed
// and open steps by name, verification again offline, and why there is no receipt.
import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getLoggedPosition } from '@halyard/contract/futures/loggedPositionCalls';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { LIQUIDATED, positionReceipt, SHORT_LIFE, type PositionCase } from '@halyard/contract/testing/positionFixtures';
import { formatPositionReceipt } from '@halyard/contract/transparency/positionReceipt';
import { POSITION_STEPS } from '@halyard/contract/transparency/verifyPositionReceipt';
import { decimal } from '@halyard/contract/money';
import { readPin } from '../../../domain/transparency/logPin.ts';
import { changeDraftOwner } from '../../../shared/storage/draftOwner.ts';
import { clearOwnRecords, readRecord } from '../../../shared/storage/vault.ts';
import { closedFuturesOf } from '../../../testing/futures.ts';
import { fakeIndexedDb } from '../../../testing/fakeIndexedDb.ts';
import { openFutures, type FuturesApp } from '../../../testing/openFutures.ts';
import { breakConnection } from '../../../testing/fakeBackend.ts';
import { fakeCanvas } from '../../../testing/fakeCanvas.ts';
import { fakeLog, readChecks, servePublicLog } from '../../../testing/publicLog.ts';

fakeIndexedDb();

fakeCanvas();

const LINES = POSITION_STEPS.length + 1;
/** Liquidated by the fourth tick of the fixtures. */
const POSITION = closedFuturesOf({
  id: 17 as FuturesPosition['id'],
  closeReason: 'liquidation',
  realizedProfit: decimal('-75.015'),
  returned: decimal('75.015'),
  closeTick: { seq: 103, at: '2026-11-25T23:59:53.000Z', price: decimal('58511.7') },
});
/** A longer life, of which the file lacks a tick. */
const LONG_LIFE = {
  prices: ['60000', '59999', '59000', '58511.71', '58511.7'],
  result: { ...LIQUIDATED, exit: '104 58511.7' },
  has: (second: number) => second !== 2,
};

async function open(position: FuturesPosition, one: PositionCase = {}, change = (file: string) => file) {
  const app = await openFutures({ over: [position] });
  const receipt = await positionReceipt({ ...SHORT_LIFE, result: LIQUIDATED, ...one });
  app.server.on(getLoggedPosition, () => ({ file: change(formatPositionReceipt(receipt)) }));
  servePublicLog(app.server, fakeLog(receipt.texts));
  await look(app);
  return app;
}

async function look({ user }: FuturesApp): Promise<void> {
  await user.click(await screen.findByRole('tab', { name: 'History' }));
  await user.click(await screen.findByRole('button', { name: /Long.*BTC\/USDT/ }));
  await screen.findByRole('dialog');
}

afterEach(async () => {
  changeDraftOwner(undefined);
  await clearOwnRecords();
});

describe('a liquidated position', () => {
  it('is verified by its states and prices, now and later offline', async () => {
    const app = await open(POSITION);
    const { panel, verdicts } = await readChecks(app.user);
    panel.getByText('Proven by the public log.');
    panel.getByText(/^Signed by the exchange only/);
    expect(verdicts).toEqual(Array.from({ length: LINES }, () => 'Correct'));
    await vi.waitFor(async () => expect(await readRecord('fairness/sealed_contract?17')).toBeDefined());
    expect(readPin()).toBeDefined();
    app.unmount();
    const again = await openFutures({ over: [POSITION] });
    again.server.on(getLoggedPosition, breakConnection);
    await look(again);
    expect((await readChecks(again.user)).verdicts).toEqual(verdicts);
  });

  it('names the step that its receipt fails', async () => {
    const { user } = await open(POSITION, {}, (file) => file.replace('58511.71 1', '58511.7 1'));
    const { lines, verdicts } = await readChecks(user);
    expect(verdicts.indexOf('Wrong')).toBe(4);
    within(lines[4] as HTMLElement).getByText(/is not in the tree/);
  });

  it.each<[string, Partial<FuturesPosition>]>([
    ['another position', { id: 18 as FuturesPosition['id'] }],
    ['another payment', { returned: decimal('75.016') }],
  ])('reports a receipt of %s', async (_what, shown) => {
    const { user } = await open({ ...POSITION, ...shown });
    expect((await readChecks(user)).verdicts.indexOf('Wrong')).toBe(LINES - 1);
  });

  it('with a long life leaves open what its file lacks, and shows where that is', async () => {
    const closeTick = { seq: 104, at: '2026-11-25T23:59:54.000Z', price: decimal('58511.7') };
    const { user } = await open({ ...POSITION, closeTick }, LONG_LIFE);
    const { panel, lines, verdicts } = await readChecks(user);
    panel.getByText(/^All checked steps are correct/);
    expect(verdicts.filter((verdict) => verdict !== 'Correct')).toEqual(['Not checked']);
    expect(lines[LINES - 2]?.textContent).toMatch(
      /halyard-verify receipt --with-log reads the rest from the log.*1 of the ticks from 100/,
    );
  });
});

it.each<[Partial<FuturesPosition>, RegExp]>([
  [{ mode: 'cross' }, /^Cross positions use the whole account/],
  [{ parentId: 5 as FuturesPosition['id'] }, /The receipt of position #5 will show it/],
  [{ closeReason: 'series_ended' }, /^The price source or a house limit ended this position/],
])('a position without a file shows the reason: %o', async (shown, text) => {
  await look(await openFutures({ over: [{ ...POSITION, ...shown }] }));
  await screen.findByText(text);
  expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull();
});
