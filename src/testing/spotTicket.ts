/** The order ticket as tests of its screens use it: opened through the real routes, filled in by hand. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { placeOrder } from '@halyard/contract/spot/calls';
import { rooms } from '@halyard/contract/realtime/rooms';
import { paths } from '../shared/navigation/paths.ts';
import { serveExchange, TRADER, waitingOrder } from './exchange.ts';
import { renderApp } from './renderApp.tsx';

type Options = Parameters<typeof serveExchange>[1] & {
  readonly isLoggedIn?: boolean;
  readonly side?: 'buy' | 'sell';
};

/** Opens the trade page of BTC/USDT and waits until book and account stream. */
export async function openTicket({ isLoggedIn = true, side = 'buy', ...exchange }: Options = {}) {
  const app = await renderApp({
    path: paths.trade({ symbol: 'BTC/USDT', side }),
    ...(isLoggedIn && { user: TRADER }),
    backend: (server) => serveExchange(server, exchange),
  });
  const ticket = within(await screen.findByRole('form', { name: 'Order' }));
  await screen.findByRole('list', { name: 'Sell orders' });
  if (isLoggedIn) await waitFor(() => expect(app.realtime.rooms()).toContain(rooms.account));
  return { ...app, ticket };
}

/** An opened ticket. */
export type TicketApp = Awaited<ReturnType<typeof openTicket>>;

/** The button that sends. */
export function sendButton({ ticket }: TicketApp): HTMLElement {
  return ticket.getByRole('button', { name: /^(Buy|Sell) BTC$/ });
}

/** A field of the ticket by its label. */
export function ticketField({ ticket }: TicketApp, name: string): HTMLInputElement {
  return ticket.getByRole<HTMLInputElement>('textbox', { name });
}

/** What stands beside a label of the ticket's figures. */
export function ticketFigure({ ticket }: TicketApp, label: string): string | null | undefined {
  return ticket.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
}

/** Puts a text into a field of the ticket, over what stands there; `NumberField.test.tsx` types it. */
export async function typeInto(app: TicketApp, name: string, text: string): Promise<void> {
  await app.user.clear(ticketField(app, name));
  await app.user.paste(text);
}

/** Sets the slider to a share of what is available, in percent. The keys of a slider are the browser's own work. */
export async function slideTo({ ticket }: TicketApp, percent: number): Promise<void> {
  const slider = ticket.getByRole('slider');
  // Until the balance is there, there is nothing to take a share of.
  await waitFor(() => expect(slider).toHaveProperty('disabled', false));
  fireEvent.change(slider, { target: { value: String(percent) } });
}

/** Chooses an order type in its sheet. */
export async function chooseType(app: TicketApp, name: 'Limit' | 'Market' | 'Stop-limit'): Promise<void> {
  await app.user.click(app.ticket.getByRole('button', { name: /^Order type/ }));
  const sheet = await screen.findByRole('dialog', { name: 'Order type' });
  await app.user.click(within(sheet).getByRole('option', { name: new RegExp(`^${name}`) }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

/** Opens the sheet with terms and rules. */
export async function openSettings(app: TicketApp) {
  await app.user.click(app.ticket.getByRole('button', { name: /^Order settings/ }));
  return within(await screen.findByRole('dialog', { name: 'Order settings' }));
}

/** Closes whatever sheet is open. */
export async function closeSheet(app: TicketApp): Promise<void> {
  await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

/** Presses the button and waits for the sheet that shows the order once more. */
export async function askToSend(app: TicketApp) {
  await app.user.click(sendButton(app));
  const sheet = within(await screen.findByRole('dialog', { name: 'Check the order' }));
  const confirm = sheet.getByRole('button', { name: /^(Buy|Sell) [\d.,]+ BTC$/ });
  return { sheet, confirm } as const;
}

/** A ticket whose orders are taken. */
export async function openTaking(options?: Options) {
  const app = await openTicket(options);
  app.server.on(placeOrder, () => waitingOrder());
  return app;
}

/** Confirms and waits until the order is taken; answers all that was sent. */
export async function send(app: TicketApp) {
  const { confirm } = await askToSend(app);
  await app.user.click(confirm);
  await waitFor(() => expect(ticketField(app, 'Amount').value).toBe(''));
  return sent(app);
}

/** All orders that were sent, without what every order has. */
export const sent = (app: TicketApp) =>
  app.server
    .seen(placeOrder)
    .map(({ request: { baseId: _base, quoteId: _quote, clientRequestId: _id, ...rest } }) => rest);

/** The figures of a sheet, label and value. */
export const rowsOf = (sheet: Pick<TicketApp['ticket'], 'getAllByRole'>) =>
  sheet.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
