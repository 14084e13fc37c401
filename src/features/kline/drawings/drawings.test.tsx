// Drawing on the K-line: from the first tap to another visit without the exchange, for a user and for a visitor. The
// real routes and store over a fake exchange that keeps drawings.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { listCandles, type Candle } from '@halyard/contract/market/calls';
import { decimal } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { isDrawing, mergeDrawings, readDrawings, type DrawingRecord } from '@halyard/contract/user/drawings';
import { listDrawings, savePreference } from '@halyard/contract/user/preferenceCalls';
import { paths } from '../../../shared/navigation/paths.ts';
import { serveExchange, TRADER } from '../../../testing/exchange.ts';
import { breakConnection, type FakeBackend } from '../../../testing/fakeBackend.ts';
import { fakeCanvas } from '../../../testing/fakeCanvas.ts';
import { fakeIndexedDb } from '../../../testing/fakeIndexedDb.ts';
import { renderApp } from '../../../testing/renderApp.tsx';

fakeIndexedDb();
fakeCanvas();
beforeEach(() => {
  // jsdom has none.
  Element.prototype.setPointerCapture = () => undefined;
});

const NOW_SECONDS = Date.parse('2026-01-02T03:00:00.000Z') / 1000;
const [example] = build(listCandles.answer);

const candles = Array.from({ length: 200 }, (_, place): Candle => {
  const openedAtSeconds = NOW_SECONDS - (199 - place) * 300;
  const prices = { open: '19990', close: '20000', high: '20100', low: '19900' };
  const decimals = Object.fromEntries(Object.entries(prices).map(([key, price]) => [key, decimal(price)]));
  return { ...(example as Candle), ...decimals, openedAtSeconds, openedAtMs: openedAtSeconds * 1000 };
});

/** The drawings that the exchange keeps. */
function memory() {
  let kept: readonly DrawingRecord[] = [];
  let version = 0;
  const preference = () => ({ name: 'drawings:BTC/USDT' as const, value: JSON.stringify(kept), version });
  return {
    drawings: () => kept.filter(isDrawing),
    put: (records: readonly DrawingRecord[]) => (kept = mergeDrawings(kept, records)),
    serve: (server: FakeBackend) => {
      server.on(listDrawings, () => (version === 0 && kept.length === 0 ? [] : [preference()]));
      server.on(savePreference, ({ name, value }) => {
        if (name !== 'drawings:BTC/USDT') return { name, value, version: 1 };
        kept = mergeDrawings(kept, readDrawings(JSON.parse(value)));
        version += 1;
        return preference();
      });
    },
  };
}

async function open(backend: (server: FakeBackend) => void, user: typeof TRADER | undefined = TRADER) {
  const app = await renderApp({
    path: paths.kline({ symbol: 'BTC/USDT' }),
    ...(user && { user }),
    backend: (server) => {
      serveExchange(server);
      server.on(listCandles, () => candles);
      backend(server);
    },
  });
  await screen.findByRole('slider', { name: 'Candle under the cursor' });
  return app;
}
type Opened = Awaited<ReturnType<typeof open>>;

const button = (name: RegExp | string) => screen.getByRole('button', { name });
const selected = () => screen.queryByRole('button', { name: /^(Trend line|Horizontal line), / });
const toolbar = () => within(screen.getByRole('toolbar', { name: 'Drawing tools' }));

async function choose({ user }: Opened, tool: string) {
  if (screen.queryByRole('toolbar') === null) await user.click(button('Draw'));
  await user.click(await screen.findByRole('button', { name: tool }));
}

/** A finger on the chart, from one place to another. */
function drag(from: readonly [number, number], to: readonly [number, number]) {
  const chart = screen.getByRole('slider', { name: 'Candle under the cursor' });
  const at = ([clientX, clientY]: readonly [number, number]) => ({
    clientX,
    clientY,
    button: 0,
    pointerId: 1,
    pointerType: 'touch',
    isPrimary: true,
  });
  act(() => {
    fireEvent.pointerDown(chart, at(from));
    if (from !== to) fireEvent.pointerMove(chart, at(to));
    fireEvent.pointerUp(chart, at(to));
  });
}

describe('a drawing', () => {
  it('is drawn, moved, undone and deleted, and is there on the next visit without the exchange', async () => {
    const there = memory();
    const app = await open(there.serve);
    await choose(app, 'Trend line');
    drag([60, 90], [200, 60]);
    const drawn = (await screen.findByRole('button', { name: /^Trend line, / })).getAttribute('aria-label') ?? '';
    await waitFor(() => expect(there.drawings()).toHaveLength(1));
    // The selected drawing has the focus: one tick up.
    expect(document.activeElement).toBe(selected());
    await app.user.keyboard('{ArrowUp}');
    const moved = selected()?.getAttribute('aria-label');
    expect(moved).not.toBe(drawn);
    await app.user.click(toolbar().getByRole('button', { name: 'Undo' }));
    expect(selected()?.getAttribute('aria-label')).toBe(drawn);
    await app.user.click(button('Delete'));
    expect(selected()).toBeNull();
    await app.user.click(toolbar().getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(there.drawings()).toMatchObject([{ kind: 'trend' }]));
    app.unmount();

    const again = await open((server) => server.on(listDrawings, () => breakConnection()));
    await again.user.click(button('Draw'));
    await again.user.click(await screen.findByRole('button', { name: 'List of drawings' }));
    const list = within(await screen.findByRole('dialog', { name: 'Drawings' }));
    await again.user.click(list.getByRole('button', { name: drawn }));
    await waitFor(() => expect(document.activeElement).toBe(selected()));
    await again.user.keyboard('{Delete}');
    expect(selected()).toBeNull();
  });

  it('takes two taps, and Escape ends step by step', async () => {
    const app = await open(() => undefined, undefined);
    await choose(app, 'Trend line');
    const tap = (at: readonly [number, number]) => drag(at, at);
    tap([60, 90]);
    screen.getByText('Tap the second point');
    await app.user.keyboard('{Escape}');
    expect(screen.queryByText('Tap the second point')).toBeNull();
    tap([60, 90]);
    tap([200, 60]);
    await screen.findByRole('button', { name: /^Trend line, / });
    await app.user.keyboard('{Escape}');
    expect(selected()).toBeNull();
    await app.user.keyboard('{Escape}');
    expect(screen.queryByRole('toolbar')).toBeNull();
    // A tap selects it again.
    tap([130, 75]);
    await screen.findByRole('toolbar');
    expect(selected()).not.toBeNull();
  });

  it('of another device appears', async () => {
    const there = memory();
    there.put([
      { id: 'aaaaaaaa', at: 1, kind: 'level', points: [[NOW_SECONDS * 1000, decimal('20050')]], colour: 2, width: 1 },
    ]);
    const app = await open(there.serve);
    await app.user.click(button('Draw'));
    await app.user.click(await screen.findByRole('button', { name: 'List of drawings' }));
    const list = within(await screen.findByRole('dialog', { name: 'Drawings' }));
    await list.findByRole('button', { name: 'Horizontal line, 20,050.00' });
  });

  it('of a visitor stays on the device, and goes with them into their account', async () => {
    const visit = await open(() => undefined, undefined);
    await choose(visit, 'Horizontal line');
    drag([60, 90], [60, 90]);
    await screen.findByRole('button', { name: /^Horizontal line, / });
    expect(visit.server.seen(savePreference)).toEqual([]);
    visit.unmount();

    const there = memory();
    await open(there.serve);
    await waitFor(() => expect(there.drawings()).toMatchObject([{ kind: 'level' }]));
  });
});
