// The options chart through the real routes and store.
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { listTicks } from '@halyard/contract/market/calls';
import { rooms } from '@halyard/contract/realtime/rooms';
import { paths } from '../../shared/navigation/paths.ts';
import { TRADER } from '../../testing/exchange.ts';
import { breakConnection } from '../../testing/fakeBackend.ts';
import { fakeCanvas } from '../../testing/fakeCanvas.ts';
import { serveOptions } from '../../testing/options.ts';
import { renderApp } from '../../testing/renderApp.tsx';

fakeCanvas();

const NONE = 'No candles yet';
const ROOM = rooms.trades('BTC/USDT');

it('shows that there are no prices only once that is known, not after a failed read', async () => {
  const { server, realtime } = await renderApp({
    path: paths.option({ symbol: 'BTC/USDT' }),
    user: TRADER,
    backend: (backend) => {
      serveOptions(backend, {});
      backend.on(listTicks, breakConnection);
    },
  });
  await screen.findByRole('region', { name: /^BTC.USDT, / });
  await waitFor(() => expect(server.seen(listTicks)).toHaveLength(1));
  act(() => realtime.sendSnapshot(ROOM, []));
  await waitFor(() => expect(server.seen(listTicks)).toHaveLength(2));
  expect(screen.queryByText(NONE)).toBeNull();
  server.on(listTicks, () => []);
  act(() => realtime.sendSnapshot(ROOM, []));
  await screen.findByText(NONE);
});
