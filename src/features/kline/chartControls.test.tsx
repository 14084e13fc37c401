// Settings and actions of the K-line: intervals, indicators with their lengths, colours, the user's orders on the
// chart, full screen, picture. The real routes and store over a fake exchange.
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listCandles, type Candle } from '@halyard/contract/market/calls';
import { listFills } from '@halyard/contract/spot/calls';
import { decimal } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { build } from '@halyard/contract/testing/build';
import { paths } from '../../shared/navigation/paths.ts';
import { serveExchange, TRADER, waitingOrder } from '../../testing/exchange.ts';
import type { FakeBackend } from '../../testing/fakeBackend.ts';
import { fakeCanvas } from '../../testing/fakeCanvas.ts';
import { renderApp } from '../../testing/renderApp.tsx';

fakeCanvas();

const NOW_SECONDS = Date.parse('2026-01-02T03:00:00.000Z') / 1000;
const [example] = build(listCandles.answer);

/** 200 candles of 5 minutes up to the last price. */
const candles = Array.from({ length: 200 }, (_, place): Candle => {
  const openedAtSeconds = NOW_SECONDS - (199 - place) * 300;
  const prices = { open: '19990', close: '20000', high: '20100', low: '19900' };
  const decimals = Object.fromEntries(Object.entries(prices).map(([key, price]) => [key, decimal(price)]));
  return { ...(example as Candle), ...decimals, openedAtSeconds, openedAtMs: openedAtSeconds * 1000 };
});

type OpenOptions = { user?: typeof TRADER; backend?: (server: FakeBackend) => void; cursor?: string };

async function open({ user, backend, cursor = 'Candle under the cursor' }: OpenOptions = {}) {
  const app = await renderApp({
    path: paths.kline({ symbol: 'BTC/USDT' }),
    ...(user && { user }),
    backend: (server) => {
      serveExchange(server);
      server.on(listCandles, () => candles);
      backend?.(server);
    },
  });
  await screen.findByRole('slider', { name: cursor });
  return app;
}

type Opened = Awaited<ReturnType<typeof open>>;

async function openSettings({ user }: Opened) {
  await user.click(screen.getByRole('button', { name: 'Chart settings' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Chart settings' }));
  await sheet.findByRole('button', { name: 'Reset to defaults' });
  return sheet;
}

const chip = (name: string) => screen.getByRole('button', { name });
const isOn = (name: string) => chip(name).getAttribute('aria-pressed') === 'true';
/** The picture's summary for screen readers. */
const summary = () => screen.getByRole('img', { name: /highest/, hidden: true }).getAttribute('aria-label') ?? '';

describe('an interval', () => {
  it('from the full list is chosen by its name, and then is in the row', async () => {
    const app = await open();
    await app.user.click(screen.getByRole('button', { name: 'More' }));
    const list = within(await screen.findByRole('dialog', { name: 'Interval' }));
    expect(list.getAllByRole('option')).toHaveLength(11);
    await app.user.click(list.getByRole('option', { name: '1 week' }));
    await waitFor(() => expect(app.server.seen(listCandles).at(-1)?.request.period).toBe('1week'));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '1W', hidden: true }).checked).toBe(true);
  });
});

describe('indicators', () => {
  it('are toggled with one tap, several panes at once', async () => {
    const app = await open();
    expect(['MA', 'EMA', 'BOLL', 'VOL', 'MACD', 'RSI', 'KDJ'].filter(isOn)).toEqual(['MA', 'VOL']);
    for (const name of ['BOLL', 'MACD', 'RSI', 'MA']) await app.user.click(chip(name));
    expect(['MA', 'EMA', 'BOLL', 'VOL', 'MACD', 'RSI', 'KDJ'].filter(isOn)).toEqual(['BOLL', 'VOL', 'MACD', 'RSI']);
    await waitFor(() => expect(summary()).toMatch(/RSI14/));
  });

  it('take lengths from 1 to 500; an invalid one shows its error and changes nothing', async () => {
    const app = await open();
    const sheet = await openSettings(app);
    const field = within(sheet.getByRole('region', { name: 'On the chart' })).getByRole('textbox', { name: 'Line 1' });
    await app.user.clear(field);
    await app.user.type(field, '501');
    await sheet.findByText('A whole number from 1 to 500');
    await waitFor(() => expect(summary()).toMatch(/MA50 /));
    await app.user.clear(field);
    await app.user.type(field, '25');
    await sheet.findByText('Already added');
    await app.user.clear(field);
    await app.user.type(field, '30');
    await waitFor(() => expect(summary()).toMatch(/MA30 /));
    await app.user.click(sheet.getByRole('button', { name: 'Reset to defaults' }));
    await waitFor(() => expect(summary()).toMatch(/MA7 /));
  });

  it('below the price can be reordered', async () => {
    const app = await open();
    for (const name of ['MACD', 'KDJ']) await app.user.click(chip(name));
    const sheet = await openSettings(app);
    const names = () =>
      within(sheet.getByRole('region', { name: 'Below the chart' }))
        .getAllByRole('switch')
        .map((each) => each.closest('label')?.textContent?.split(' ')[0]);
    expect(names()).toEqual(['VOL', 'MACD', 'KDJ', 'RSI']);
    await app.user.click(sheet.getByRole('button', { name: 'Move KDJ up' }));
    expect(names()).toEqual(['VOL', 'KDJ', 'MACD', 'RSI']);
    expect(sheet.getByRole<HTMLButtonElement>('button', { name: 'Move VOL up' }).disabled).toBe(true);
  });
});

describe('price colours', () => {
  const shown = () => document.documentElement.dataset['colours'];

  it('are those of the language until others are chosen', async () => {
    const app = await open();
    expect(shown()).toBe('green-up');
    const sheet = await openSettings(app);
    await app.user.click(sheet.getByRole('radio', { name: /^Blue up, orange down/ }));
    expect(shown()).toBe('colour-blind');
  });

  it('are red for rising and blue for falling in Korean', async () => {
    localStorage.setItem('lang', 'kr');
    await open({ cursor: '커서 위치의 캔들' });
    expect(shown()).toBe('red-blue');
  });

  it('and the theme follow another tab’s choice', async () => {
    await open();
    localStorage.setItem('preferences', JSON.stringify({ theme: 'light', priceColours: 'red-up', byOwner: {} }));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'preferences' })));
    await waitFor(() => expect([shown(), document.documentElement.dataset['theme']]).toEqual(['red-up', 'light']));
  });
});

describe('the user’s orders and executions', () => {
  const fill = {
    ...build(listFills.answer)[0],
    side: 'sell' as const,
    price: decimal('20000'),
    quantity: decimal('0.25'),
  };
  const order = waitingOrder();
  const own = { ...fill, baseId: order.baseId, quoteId: order.quoteId, at: '2026-01-02T03:01:00.000Z' };
  const withOwn = (server: FakeBackend) => {
    serveExchange(server, { orders: [order] });
    server.on(listCandles, () => candles);
    server.on(listFills, () => [own as never]);
  };
  const cursor = () => screen.getByRole('slider', { name: 'Candle under the cursor', hidden: true });
  const spoken = () => cursor().getAttribute('aria-valuetext') ?? '';

  it('are on the chart as far back as it goes, and update with the exchange', async () => {
    const app = await open({ user: TRADER, backend: withOwn });
    await waitFor(() => expect(summary()).toMatch(/Buy 0\.5/));
    await waitFor(() => expect(app.server.seen(listFills)).not.toEqual([]));
    cursor().focus();
    await app.user.keyboard('{ArrowLeft}{ArrowRight}');
    await waitFor(() => expect(spoken()).toMatch(/Sold 0\.25 at 20,000\.00/));
    expect(app.server.seen(listFills).at(-1)?.request).toMatchObject({ from: '2026-01-01', baseId: order.baseId });
    await waitFor(() => expect(app.realtime.rooms()).toContain(rooms.account));
    const filled = waitingOrder({ filledQuantity: decimal('0.2') });
    act(() => app.realtime.send(rooms.account, { event: 'order', order: filled }));
    await waitFor(() => expect(summary()).toMatch(/Buy 0\.3/));
  });

  it('can be moved by keys, which asks to confirm a change of the order', async () => {
    const app = await open({ user: TRADER, backend: withOwn });
    const grip = await screen.findByRole('slider', { name: /^Buy 0\.5/ });
    act(() => grip.focus());
    await app.user.keyboard('{ArrowUp}');
    const to = grip.getAttribute('aria-valuetext') ?? '';
    await app.user.keyboard('{Enter}');
    const sheet = within(await screen.findByRole('dialog', { name: 'Change order' }));
    expect(sheet.getByRole<HTMLInputElement>('textbox', { name: 'Price' }).value).toBe(to);
    // The chart stays below the sheet.
    expect(app.location()).toMatch(/^\/pages\/trade\/kline/);
  });

  it('disappear when they are switched off', async () => {
    const app = await open({ user: TRADER, backend: withOwn });
    await waitFor(() => expect(summary()).toMatch(/Buy 0\.5/));
    const sheet = await openSettings(app);
    await app.user.click(sheet.getByRole('switch', { name: 'My orders and trades' }));
    await waitFor(() => expect(summary()).not.toMatch(/Buy/));
  });

  it('are absent while logged out', async () => {
    const app = await open({ backend: withOwn });
    expect(summary()).not.toMatch(/open orders/);
    expect(app.server.seen(listFills)).toEqual([]);
  });
});

describe('the full screen', () => {
  const isAlone = () => screen.queryByRole('tab', { name: 'Order book' }) === null;

  it('shows only the chart until Escape', async () => {
    const app = await open();
    await app.user.click(screen.getByRole('button', { name: 'Full screen' }));
    expect(isAlone()).toBe(true);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^BTC\/USDT 20,000\.00/);
    expect(screen.getByRole('link', { name: 'Sell' }).getAttribute('href')).toMatch(/side=sell/);
    await app.user.click(chip('RSI'));
    expect(isOn('RSI')).toBe(true);
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(isAlone()).toBe(false));
  });

  it('is left by going back, once', async () => {
    const app = await open();
    await act(() => app.app.router.navigate(paths.kline({ symbol: 'ETH/USDT' })));
    await screen.findByRole('heading', { level: 1, name: 'ETH/USDT' });
    await app.user.click(screen.getByRole('button', { name: 'Full screen' }));
    await act(() => app.app.router.navigate(-1));
    await waitFor(() => expect(isAlone()).toBe(false));
    await waitFor(() => expect(window.location.hash).toContain('ETH'));
    expect(screen.getByRole('heading', { level: 1, name: 'ETH/USDT' })).toBeTruthy();
  });
});

describe('a picture of the chart', () => {
  const saved: string[] = [];
  beforeEach(() => {
    saved.length = 0;
    URL.createObjectURL = () => 'blob:one';
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
  });
  const camera = (blob: Blob | null) =>
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(blob));

  const takePicture = async ({ user }: Opened) => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Share the chart as a picture' });
    await waitFor(() => expect(button.disabled).toBe(false));
    await user.click(button);
  };

  it('is saved with pair, interval and the time of the price in its name', async () => {
    camera(new Blob(['picture'], { type: 'image/png' }));
    const app = await open();
    await takePicture(app);
    await waitFor(() => expect(saved).toEqual(['BTC-USDT-5min-20260102-030405.png']));
  });

  it('shows one price: that of the newest candle, like the page and the axis', async () => {
    camera(new Blob(['picture'], { type: 'image/png' }));
    const app = await open();
    const room = rooms.kline('BTC/USDT', '5min');
    await waitFor(() => expect(app.realtime.rooms()).toContain(room));
    await screen.findByText('20,000.00');
    const newest = { ...(candles.at(-1) as Candle), period: '5min', at: '2026-01-02T03:04:05.500Z' };
    // The market's figures come a few times a second, candles with every tick.
    act(() => app.realtime.send(room, { ...newest, close: decimal('20050.5') }));
    await screen.findByText('20,050.50');
    const drawn: string[] = [];
    const own = { fillText: (text: string) => drawn.push(text), measureText: () => ({ width: 6 }) };
    const pen = new Proxy<Record<string | symbol, unknown>>(own, {
      get: (target, name) => (name in target ? target[name] : () => undefined),
    });
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
    await takePicture(app);
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(drawn.find((text) => text.startsWith('BTC/USDT'))).toMatch(/20,050\.50$/);
    expect(drawn).toContain('20,050.50');
    expect(drawn.join(' ')).not.toContain('20,000.00');
  });

  it('that fails shows an error', async () => {
    camera(null);
    const app = await open();
    await takePicture(app);
    // Shown, and announced to screen readers.
    await screen.findAllByText('The picture could not be made. Try again.');
    expect(saved).toEqual([]);
  });
});

it('a viewed market becomes a recent one', async () => {
  const { app } = await open();
  await waitFor(() => expect(app.store.getState().preferences.byOwner['anonymous']?.recents).toEqual(['BTC/USDT']));
});
