/** The spot order ticket in tests of its screens: opened through the real routes, filled in by hand. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import { rooms } from '@halyard/contract/realtime/rooms';
import { paths } from '../shared/navigation/paths.ts';
import { getAppConfig } from '@halyard/contract/settings/calls';
import { refuse } from './fakeBackend.ts';
import { serveExchange, TRADER, waitingOrder } from './exchange.ts';
import { renderApp } from './renderApp.tsx';

type Options = Parameters<typeof serveExchange>[1] & {
  readonly isLoggedIn?: boolean;
  readonly side?: 'buy' | 'sell';
  /** The order that the link names. */
  readonly order?: string;
  readonly isLegacy?: boolean;
};

/** Opens the spot page of BTC/USDT and waits until order book and account stream. */
export async function openTicket(options: Options = {}) {
  const { isLoggedIn = true, side = 'buy', order, isLegacy = false, ...exchange } = options;
  const app = await renderApp({
    path: paths.trade({ symbol: 'BTC/USDT', side, order }),
    ...(isLoggedIn && { user: TRADER }),
    backend: (server) => {
      serveExchange(server, exchange);
      if (isLegacy) server.on(getAppConfig, () => refuse('CALL_NOT_FOUND'));
    },
  });
  // Hidden below the order that a link opens.
  const hidden = order !== undefined;
  const ticket = within(await screen.findByRole('form', { name: 'Order', hidden }));
  await screen.findByRole('list', { name: 'Sell orders', hidden });
  if (isLoggedIn) await waitFor(() => expect(app.realtime.rooms()).toContain(rooms.account));
  return { ...app, ticket };
}

/** An opened ticket. */
export type TicketApp = Awaited<ReturnType<typeof openTicket>>;

/** Submit button. */
export function sendButton({ ticket }: TicketApp): HTMLElement {
  return ticket.getByRole('button', { name: /^(Buy|Sell) BTC$/ });
}

/** Field of the ticket by its label. */
export function ticketField({ ticket }: TicketApp, name: string): HTMLInputElement {
  return ticket.getByRole<HTMLInputElement>('textbox', { name });
}

/** Value beside a label among the ticket's figures. */
export function ticketFigure({ ticket }: TicketApp, label: string): string | null | undefined {
  return ticket.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
}

/** Replaces the text of a ticket field; `NumberField.test.tsx` covers typing. */
export async function typeInto(app: TicketApp, name: string, text: string): Promise<void> {
  await app.user.clear(ticketField(app, name));
  await app.user.paste(text);
}

/** Sets the slider to a percentage of the available balance. Keyboard handling of a slider is the browser's. */
export async function slideTo({ ticket }: TicketApp, percent: number): Promise<void> {
  const slider = ticket.getByRole('slider');
  // The slider is disabled until the balance has loaded.
  await waitFor(() => expect(slider).toHaveProperty('disabled', false));
  fireEvent.change(slider, { target: { value: String(percent) } });
}

type TypeName = 'Limit' | 'Market' | 'Stop-limit' | 'Stop-market' | 'Trailing stop' | 'OCO';

/** Chooses an order type in its sheet. */
export async function chooseType(app: TicketApp, name: TypeName): Promise<void> {
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

/** Closes the open sheet. */
export async function closeSheet(app: TicketApp): Promise<void> {
  await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

/** Presses the button and waits for the confirmation sheet. */
export async function askToSend(app: TicketApp) {
  await app.user.click(sendButton(app));
  const sheet = within(await screen.findByRole('dialog', { name: 'Confirm order' }));
  const confirm = sheet.getByRole('button', { name: /^(Buy|Sell) [\d.,]+ BTC$/ });
  return { sheet, confirm } as const;
}

/** A ticket on a server that accepts orders. */
export async function openTaking(options?: Options) {
  const app = await openTicket(options);
  app.server.on(placeOrder, () => waitingOrder());
  return app;
}

/** Confirms and waits until the order is accepted; returns the sent requests. */
export async function send(app: TicketApp) {
  const { confirm } = await askToSend(app);
  await app.user.click(confirm);
  await waitFor(() => expect(ticketField(app, 'Amount').value).toBe(''));
  return sent(app);
}

/** All sent orders, without the fields that every order has. */
export const sent = (app: TicketApp) =>
  app.server
    .seen(placeOrder)
    .map(({ request: { baseId: _base, quoteId: _quote, feeRate: _fee, clientRequestId: _id, ...rest } }) => rest);

/** Figures of a sheet as pairs of label and value. */
export const rowsOf = (sheet: Pick<TicketApp['ticket'], 'getAllByRole'>) =>
  sheet.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
