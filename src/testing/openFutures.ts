/** Opens the futures screen over the small exchange. */
import { screen, within } from '@testing-library/react';
import { ownerKeyOf } from '../domain/preferences/preferencesSlice.ts';
import { paths } from '../shared/navigation/paths.ts';
import { serveFutures, type FuturesAnswers } from './futures.ts';
import { TRADER } from './exchange.ts';
import { renderApp } from './renderApp.tsx';

/** Opens the screen and waits until its ticket is there. */
export async function openFutures(options: FuturesAnswers = {}) {
  if (options.knowsRisk !== false) localStorage.setItem('contract-risk', ownerKeyOf(TRADER.id));
  const app = await renderApp({
    path: options.path ?? paths.lever({ symbol: 'BTC/USDT' }),
    ...(options.isLoggedIn !== false && { user: TRADER }),
    backend: (server) => serveFutures(server, options),
  });
  const role = options.isLoggedIn === false ? 'region' : 'form';
  const ticket = within(await screen.findByRole(role, { name: 'Open a position' }));
  return { ...app, ticket };
}

/** An opened screen. */
export type FuturesApp = Awaited<ReturnType<typeof openFutures>>;
