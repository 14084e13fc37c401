// The small chart of the trade page is closed until opened, and then stays open; on a wide screen the whole chart is
// beside the ticket. The real routes and store over a fake exchange.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { listCandles } from '@halyard/contract/market/calls';
import { paths } from '../../shared/navigation/paths.ts';
import { serveExchange } from '../../testing/exchange.ts';
import { fakeCanvas } from '../../testing/fakeCanvas.ts';
import { renderApp } from '../../testing/renderApp.tsx';

fakeCanvas();

async function open() {
  const app = await renderApp({ path: paths.trade({ symbol: 'BTC/USDT' }), backend: serveExchange });
  await screen.findByRole('form', { name: 'Order' });
  return app;
}

it('opens above the ticket on request, and closes again', async () => {
  const { app, server, user } = await open();
  const toggle = screen.getByRole('button', { name: 'Price chart', expanded: false });
  expect(server.seen(listCandles)).toEqual([]);
  await user.click(toggle);
  await screen.findByRole('region', { name: 'BTC/USDT, Price chart' });
  await waitFor(() => expect(server.seen(listCandles)).toHaveLength(1));
  expect(app.store.getState().preferences.byOwner['anonymous']?.chart?.isStripOpen).toBe(true);
  expect(screen.queryByRole('button', { name: 'MACD' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Price chart', expanded: true }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'BTC/USDT, Price chart' })).toBeNull());
});

it('is beside the ticket with intervals and indicators if there is room', async () => {
  const narrow = window.matchMedia;
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(narrow(media), media === '(width >= 768px)' && { matches: true }),
  );
  const { server } = await open();
  const beside = within(await screen.findByRole('region', { name: 'Price chart' }));
  await beside.findByRole('radio', { name: '15m' });
  await beside.findByRole('button', { name: 'MACD' });
  await waitFor(() => expect(server.seen(listCandles)).toHaveLength(1));
});
