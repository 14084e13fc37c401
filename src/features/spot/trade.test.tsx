// The trade page through the real routes and store: a missing book.
import { screen } from '@testing-library/react';
import { describe, it } from 'vitest';
import { getDepth } from '@halyard/contract/market/calls';
import { paths } from '../../shared/navigation/paths.ts';
import { serveExchange } from '../../testing/exchange.ts';
import { refuse } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';

describe('a book', () => {
  it('shows a failed load, and loads again', async () => {
    const app = await renderApp({
      path: paths.trade({ symbol: 'BTC/USDT' }),
      backend: (server) => {
        serveExchange(server);
        server.on(getDepth, () => refuse('SERVICE_UNAVAILABLE'));
      },
    });
    await screen.findByText(/briefly unavailable/);
    serveExchange(app.server);
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: /^Use price 20,010\.00, amount 0\.50/ });
  });

  it('of a market that does not exist is not requested', async () => {
    await renderApp({ path: paths.trade({ symbol: 'NO/NE' }), backend: (server) => serveExchange(server) });
    await screen.findByText('This market does not exist. Choose another one above.');
  });
});
