/** Opens the options screen over the small exchange, with helpers. */
import { screen, within } from '@testing-library/react';
import { paths } from '../shared/navigation/paths.ts';
import { TRADER } from './exchange.ts';
import { serveOptions, type OptionAnswers } from './options.ts';
import { renderApp } from './renderApp.tsx';

/** Opens the screen and waits until its delivery times are there. */
export async function openOptions(options: OptionAnswers = {}) {
  const app = await renderApp({
    path: options.path ?? paths.option({ symbol: 'BTC/USDT' }),
    ...(options.isLoggedIn !== false && { user: TRADER }),
    backend: (server) => serveOptions(server, options),
  });
  const ticket = within(await screen.findByRole('region', { name: 'Buy an option' }));
  await ticket.findByRole('radiogroup', { name: 'Delivery time' });
  return { ...app, ticket };
}

/** An opened screen. */
export type OptionApp = Awaited<ReturnType<typeof openOptions>>;

/** Chooses one minute and types a stake. */
export async function fillIn({ ticket, user }: OptionApp, stake: string): Promise<void> {
  await user.click(ticket.getByRole('radio', { name: /^1m/ }));
  await user.clear(stakeField(ticket));
  if (stake !== '') await user.type(stakeField(ticket), stake);
}

export function stakeField(ticket: OptionApp['ticket']): HTMLInputElement {
  return ticket.getByRole<HTMLInputElement>('textbox', { name: 'Stake' });
}

export function directionButton({ ticket }: OptionApp, name: 'Up' | 'Down' | 'Even'): HTMLElement {
  return ticket.getByRole('button', { name: new RegExp(`^${name}`) });
}
