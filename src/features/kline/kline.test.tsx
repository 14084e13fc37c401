// The K-line through the real routes and store: intervals, older and live candles, failures, table, book and trades.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RequestOf } from '@halyard/contract/call';
import { CANDLES_MAX, listCandles, type Candle } from '@halyard/contract/market/calls';
import { decimal } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { paths } from '../../shared/navigation/paths.ts';
import { btcMarket, serveExchange } from '../../testing/exchange.ts';
import { refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { fakeCanvas } from '../../testing/fakeCanvas.ts';
import { renderApp } from '../../testing/renderApp.tsx';

fakeCanvas();

const MINUTES: Readonly<Record<string, number>> = { '1min': 1, '5min': 5, '15min': 15, '30min': 30, '60min': 60 };

/** 800 candles of 5 minutes before the price that sets this exchange's clock. */
const BEGINS = Date.parse('2026-01-02T03:05:00.000Z') / 1000 - 799 * 300;

/** A candle between 19,900 and 20,100 that closes at 20,000. */
function candleAt(openedAtSeconds: number): Candle {
  return {
    openedAtSeconds,
    openedAtMs: openedAtSeconds * 1000,
    open: decimal('19990'),
    close: decimal('20000'),
    high: decimal('20100'),
    low: decimal('19900'),
    volume: decimal('3'),
    turnover: decimal('60000'),
  };
}

type CandleRequest = RequestOf<typeof listCandles>;

/** Candles of the requested interval, the newest up to a call's maximum. */
function candlesOf({ period, fromSeconds, toSeconds }: CandleRequest, beginsAtSeconds = 0): Candle[] {
  const step = (MINUTES[period] ?? 1440) * 60;
  const last = Math.floor(toSeconds / step) * step;
  const first = Math.ceil(Math.max(fromSeconds, beginsAtSeconds) / step) * step;
  const count = Math.min(CANDLES_MAX, Math.max(0, (last - first) / step + 1));
  return Array.from({ length: count }, (_, place) => candleAt(last - (count - 1 - place) * step));
}

function serveCandles(server: FakeBackend, beginsAtSeconds = 0): void {
  server.on(listCandles, (request) => candlesOf(request, beginsAtSeconds));
}

async function open(options: { symbol?: string; backend?: (server: FakeBackend) => void } = {}) {
  const app = await renderApp({
    path: paths.kline({ symbol: options.symbol ?? 'BTC/USDT' }),
    backend: (server) => {
      serveExchange(server);
      serveCandles(server);
      options.backend?.(server);
    },
  });
  await screen.findByRole('heading', { level: 1, name: options.symbol ?? 'BTC/USDT' });
  return app;
}

const asked = ({ server }: Awaited<ReturnType<typeof open>>) => server.seen(listCandles).map(({ request }) => request);

/** Index of the candle at the crosshair. */
const pointedAt = () => screen.getByRole('slider').getAttribute('aria-valuenow');

async function goToOldest(app: Awaited<ReturnType<typeof open>>) {
  const chart = await screen.findByRole('slider');
  chart.focus();
  await app.user.keyboard('{Home}');
}

async function openTable({ user }: Awaited<ReturnType<typeof open>>) {
  await user.click(await screen.findByRole('button', { name: 'Show candles as a table' }));
  const sheet = await screen.findByRole('dialog', { name: 'The last 50 candles' });
  await within(sheet).findByRole('table');
  return () =>
    within(sheet)
      .getAllByRole('row')
      .map((row) => row.textContent ?? '');
}

describe('the chart', () => {
  it('requests the newest candles by the clock of the exchange, not of the device', async () => {
    const app = await open();
    await waitFor(() => expect(asked(app)).toHaveLength(1));
    const lastPrice = Date.parse('2026-01-02T03:04:05.000Z') / 1000;
    const [request] = asked(app);
    expect(request).toMatchObject({ symbol: 'BTC/USDT', period: '5min' });
    expect(request?.toSeconds).toBeGreaterThanOrEqual(lastPrice);
    expect(request?.toSeconds).toBeLessThan(lastPrice + 600);
  });

  it('switches to every interval, and subscribes to that one only', async () => {
    const app = await open();
    for (const [name, period] of [
      ['1m', '1min'],
      ['15m', '15min'],
      ['30m', '30min'],
      ['1h', '60min'],
      ['4h', '4hour'],
      ['12h', '12hour'],
      ['1D', '1day'],
      ['1W', '1week'],
      ['1M', '1mon'],
      ['Line', '1min'],
    ]) {
      await app.user.click(await screen.findByRole('radio', { name: name ?? '' }));
      await waitFor(() => expect(asked(app).at(-1)?.period).toBe(period));
      const heard = () => app.realtime.rooms().filter((room) => room.startsWith('kline:'));
      await waitFor(() => expect(heard()).toEqual([`kline:BTC/USDT:${period}`]));
    }
  });

  it('loads older candles once when panned back, and none before the history begins', async () => {
    const app = await open({ backend: (server) => serveCandles(server, BEGINS) });
    await goToOldest(app);
    await waitFor(() => expect(asked(app)).toHaveLength(2));
    const [newest, older] = asked(app);
    // Up to the second before the first loaded candle.
    expect(older?.toSeconds).toBe(Math.ceil((newest?.fromSeconds ?? 0) / 300) * 300 - 1);
    // The crosshair stays at the candle that was the oldest; 300 precede it now.
    await waitFor(() => expect(pointedAt()).toBe('300'));
    await app.user.keyboard('{Home}');
    await waitFor(() => expect(pointedAt()).toBe('0'));
    expect(asked(app)).toHaveLength(2);
  });

  it('shows that older candles failed, and does not retry with every price', async () => {
    const app = await open({ backend: (server) => serveCandles(server, BEGINS) });
    await waitFor(() => expect(asked(app)).toHaveLength(1));
    app.server.on(listCandles, () => refuse('SERVICE_UNAVAILABLE'));
    await goToOldest(app);
    await screen.findByText('Older candles could not be loaded.');
    const openedAtSeconds = Date.parse('2026-01-02T03:05:00.000Z') / 1000;
    for (const close of ['20001', '20002', '20003']) {
      const live = { ...candleAt(openedAtSeconds), close: decimal(close), period: '5min', at: '2026-01-02T03:05:01Z' };
      act(() => app.realtime.send(rooms.kline('BTC/USDT', '5min'), live));
    }
    expect(asked(app)).toHaveLength(2);
    serveCandles(app.server, BEGINS);
    await app.user.click(screen.getByRole('button', { name: 'Load' }));
    await waitFor(() => expect(pointedAt()).toBe('300'));
    expect(screen.queryByText('Older candles could not be loaded.')).toBeNull();
    expect(asked(app)).toHaveLength(3);
  });

  it('shows that candles failed, and loads them again', async () => {
    const app = await open({ backend: (server) => server.on(listCandles, () => refuse('SERVICE_UNAVAILABLE')) });
    await screen.findByText(/briefly unavailable/);
    serveCandles(app.server);
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/briefly unavailable/)).toBeNull());
    expect(await openTable(app).then((rows) => rows().length)).toBe(51);
  });

  it('loads them by itself when the exchange is reachable again', async () => {
    const app = await open({ backend: (server) => server.on(listCandles, () => refuse('SERVICE_UNAVAILABLE')) });
    await screen.findByText(/briefly unavailable/);
    serveCandles(app.server);
    act(() => app.realtime.setState('offline'));
    act(() => app.realtime.setState('connected'));
    await waitFor(() => expect(screen.queryByText(/briefly unavailable/)).toBeNull());
  });
});

describe('a disconnect of half an hour', () => {
  const KNOWN = Date.parse('2026-01-02T03:05:00.000Z') / 1000;
  const back = { ...candleAt(KNOWN + 6 * 300), period: '5min', at: '2026-01-02T03:35:01Z' };
  const times = (rows: readonly string[]) => rows.slice(1, 9).map((row) => /\d\d:\d\d/.exec(row)?.[0]);
  const EACH = ['03:35', '03:30', '03:25', '03:20', '03:15', '03:10', '03:05', '03:00'];

  it('leaves no gap, whether the history or the live candles come first', async () => {
    let arrive: () => void = () => undefined;
    const onItsWay = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const app = await open({
      backend: (server) => {
        const history = [candleAt(KNOWN - 300), candleAt(KNOWN)];
        server.on(listCandles, (request) =>
          request.fromSeconds === KNOWN ? candlesOf(request) : onItsWay.then(() => history),
        );
      },
    });
    await waitFor(() => expect(app.realtime.rooms()).toContain(rooms.kline('BTC/USDT', '5min')));
    act(() => app.realtime.sendSnapshot(rooms.kline('BTC/USDT', '5min'), back));
    arrive();
    const rows = await openTable(app);
    await waitFor(() => expect(times(rows())).toEqual(EACH));
  });

  it('restarts the chart when the missed part is unavailable', async () => {
    const app = await open();
    await waitFor(() => expect(asked(app)).toHaveLength(1));
    const rows = await openTable(app);
    app.server.on(listCandles, (request) =>
      request.fromSeconds === KNOWN ? refuse('SERVICE_UNAVAILABLE') : candlesOf(request),
    );
    act(() => app.realtime.sendSnapshot(rooms.kline('BTC/USDT', '5min'), back));
    await waitFor(() => expect(times(rows())).toEqual(EACH));
    // The market's last price is half an hour old.
    expect(asked(app).at(-1)?.toSeconds).toBeGreaterThanOrEqual(back.openedAtSeconds);
  });
});

describe('the table', () => {
  it('names the venue of candles that are not the exchange’s own', async () => {
    const app = await open({
      backend: (server) =>
        server.on(listCandles, (request) =>
          candlesOf(request).map((candle, index, { length }) =>
            index === length - 2 ? { ...candle, source: 'binance' } : candle,
          ),
        ),
    });
    const rows = await openTable(app);
    expect(
      rows()
        .map((row) => row.includes(' · Binance'))
        .indexOf(true),
    ).toBe(2);
    expect(rows().filter((row) => row.includes('Binance'))).toHaveLength(1);
  });

  it('has the last 50 candles, newest first, and follows the open one', async () => {
    const app = await open();
    await waitFor(() => expect(asked(app)).toHaveLength(1));
    const rows = await openTable(app);
    expect(rows()).toHaveLength(51);
    expect(rows()[0]).toBe('TimeOpenHighLowClose');
    expect(rows()[1]).toMatch(/19,990\.00.*20,100\.00.*19,900\.00.*20,000\.00/);
    const openedAtSeconds = Date.parse('2026-01-02T03:10:00.000Z') / 1000;
    const live = {
      ...candleAt(openedAtSeconds),
      close: decimal('20050.5'),
      period: '5min',
      at: '2026-01-02T03:10:01Z',
    };
    act(() => app.realtime.send(rooms.kline('BTC/USDT', '5min'), live));
    await waitFor(() => expect(rows()[1]).toMatch(/20,050\.50/));
  });
});

describe('a market', () => {
  it('that moves shows it at the top, and links to buying and selling', async () => {
    const app = await open({ backend: (server) => server.on(listCandles, () => []) });
    act(() => app.realtime.send(rooms.ticker, [btcMarket({ lastPrice: decimal('20123.45') })]));
    await screen.findByText('20,123.45');
    expect(screen.getByRole('link', { name: 'Buy' }).getAttribute('href')).toMatch(/side=buy/);
    await app.user.click(screen.getByRole('link', { name: 'Sell' }));
    await screen.findByRole('form', { name: 'Order' });
    expect(decodeURIComponent(app.location())).toBe(
      decodeURIComponent(paths.trade({ symbol: 'BTC/USDT', side: 'sell' })),
    );
  });

  it('links to its options if it has any', async () => {
    const markets = [btcMarket({ isOptionOpen: true })];
    await open({ backend: (server) => serveExchange(server, { markets }) });
    const leads = (await screen.findByRole('link', { name: 'Options' })).getAttribute('href') ?? '';
    expect(decodeURIComponent(leads)).toBe(`#${decodeURIComponent(paths.option({ symbol: 'BTC/USDT' }))}`);
  });

  it('has no link to options if it has none', async () => {
    await open();
    await screen.findByRole('link', { name: 'Buy' });
    expect(screen.queryByRole('link', { name: 'Options' })).toBeNull();
  });

  it('that is suspended shows why and since when, and counts no candle down', async () => {
    const asOf = '2026-01-02T03:04:05.000Z';
    const markets = [btcMarket({ status: 'feed-stalled', asOf })];
    await open({
      backend: (server) => {
        serveExchange(server, { markets });
        serveCandles(server);
      },
    });
    await screen.findByText(/^No price since Jan 2, 2026.*\. You can trade again when prices resume\.$/);
    await screen.findByRole('slider');
    expect(screen.queryByText('Closes in')).toBeNull();
  });

  it('that does not exist is not requested, with a link home', async () => {
    const app = await open({ symbol: 'NO/NE' });
    await screen.findByText('This market does not exist. Choose another one.');
    expect(asked(app)).toEqual([]);
    await app.user.click(screen.getByRole('link', { name: 'Home' }));
    await waitFor(() => expect(app.location()).toBe(paths.home()));
  });

  it('shows its book, and live trades', async () => {
    const app = await open();
    await screen.findByText('20,010.00');
    await app.user.click(screen.getByRole('tab', { name: 'Trades' }));
    const tick = { seq: 99, at: '2026-01-02T03:04:06.000Z', price: decimal('20011.5'), quantity: decimal('0.25') };
    await waitFor(() => expect(app.realtime.rooms()).toContain(rooms.trades('BTC/USDT')));
    act(() => app.realtime.send(rooms.trades('BTC/USDT'), [tick]));
    await screen.findByText('20,011.50');
  });
});
