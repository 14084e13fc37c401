// The message centre through the real routes and store: days, unread messages and reading them, masked amounts, and
// each empty state.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listMessages, readMessages, type OwnMessage } from '@halyard/contract/notifications/calls';
import { rooms } from '@halyard/contract/realtime/rooms';
import { ownChosen, ownerKeyOf } from '../preferences/preferencesSlice.ts';
import { languageChosen } from '../preferences/languageSlice.ts';
import { registerSender } from '../../shared/outbox/outbox.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { neverAnswer, refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { fakeIndexedDb } from '../../testing/fakeIndexedDb.ts';
import { buildUser, renderApp } from '../../testing/renderApp.tsx';
import { sendMessagesRead } from './readMarks.ts';

fakeIndexedDb();

const NOW = Date.parse('2026-03-10T15:00:00.000Z');
const ann = buildUser();

const message = (id: string, fields: Partial<OwnMessage> = {}): OwnMessage => ({
  id,
  category: 'fills',
  title: `Title ${id}`,
  text: `Bought ${id} BTC`,
  link: paths.trade({ symbol: 'BTC/USDT' }),
  createdAt: '2026-03-10T14:00:00.000Z',
  isRead: false,
  ...fields,
});
const MESSAGES: readonly OwnMessage[] = [
  message('3'),
  message('2', {
    category: 'security',
    link: '/pages/not/there',
    createdAt: '2026-03-09T14:00:00.000Z',
    isRead: true,
  }),
  message('1', { category: 'deposits', createdAt: '2026-03-01T14:00:00.000Z', isRead: true }),
];

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Options = {
  readonly messages?: readonly OwnMessage[];
  readonly user?: typeof ann | undefined;
  readonly also?: (server: FakeBackend) => void;
};

function serve(server: FakeBackend, stored: OwnMessage[]): void {
  const unread = () => stored.filter(({ isRead }) => !isRead).length;
  server.on(listMessages, ({ category, before, limit = 20 }) => {
    const all = stored.filter((one) => category === undefined || one.category === category);
    const from = before === undefined ? 0 : all.findIndex(({ id }) => id === before) + 1;
    const page = all.slice(from, from + limit);
    return { messages: page, next: from + limit < all.length ? (page.at(-1)?.id ?? null) : null, unread: unread() };
  });
  server.on(readMessages, ({ until }) => {
    stored.forEach((one, place) => {
      if (one.createdAt <= until) stored[place] = { ...one, isRead: true };
    });
    return { unread: unread() };
  });
}

async function open({ messages = MESSAGES, also, ...options }: Options = {}) {
  const rendered = await renderApp({
    path: paths.notices({ tab: 'messages' }),
    ...('user' in options && options.user === undefined ? {} : { user: ann }),
    backend: (server) => {
      serve(server, [...messages]);
      also?.(server);
    },
  });
  onTestFinished(registerSender('read', (item) => rendered.app.store.dispatch(sendMessagesRead(item))));
  return rendered;
}

const list = () => screen.findByRole('list', { name: 'Messages' });

describe('the messages', () => {
  it('are grouped by day, with event and time, and link to their subject', async () => {
    await open();
    const rows = within(await list()).getAllByRole('listitem');
    expect(
      within(await list())
        .getAllByRole('heading')
        .map(({ textContent }) => textContent),
    ).toEqual(['Today', 'Yesterday', 'Mar 1, 2026']);
    expect(rows[0]?.textContent).toMatch(/Unread.*Title 3.*Bought 3 BTC/);
    expect(screen.getByRole('link', { name: /Title 3/ }).getAttribute('href')).toContain(paths.trade());
    // The target page does not exist in this version.
    expect(screen.queryByRole('link', { name: /Title 2/ })).toBeNull();
  });

  it('can be filtered by kind, with a text when there are none', async () => {
    const { user } = await open();
    await list();
    await user.click(screen.getByRole('button', { name: 'Deposits' }));
    await waitFor(() => expect(screen.queryByText('Title 3')).toBeNull());
    await screen.findByText('Title 1');
    await user.click(screen.getByRole('button', { name: 'Support' }));
    await screen.findByText('No messages of this kind.');
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await screen.findByText('Title 3');
  });

  it('load in pages of twenty', async () => {
    const many = Array.from({ length: 25 }, (_, place) => message(String(100 - place), { isRead: true }));
    const { user } = await open({ messages: many });
    expect(within(await list()).getAllByText(/^Title/)).toHaveLength(20);
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(screen.getAllByText(/^Title/)).toHaveLength(25));
  });

  it('are marked read with one tap, also on the server', async () => {
    const { user, server } = await open();
    await list();
    await screen.findByText('1 unread message');
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(screen.queryByText('Unread')).toBeNull());
    expect(screen.queryByText('1 unread message')).toBeNull();
    await waitFor(() =>
      expect(server.seen(readMessages).map(({ request }) => request.until)).toEqual([MESSAGES[0]?.createdAt]),
    );
  });

  it('are marked read when opened', async () => {
    const { user, server, location } = await open({
      messages: [message('9', { link: paths.language() }), ...MESSAGES.map((one) => ({ ...one, isRead: true }))],
    });
    await list();
    await user.click(screen.getByRole('link', { name: /Title 9/ }));
    await waitFor(() => expect(location()).toBe(paths.language()));
    await waitFor(() => expect(server.seen(readMessages)).toHaveLength(1));
  });

  it('show no amounts while balances are masked', async () => {
    const { app } = await open();
    await screen.findByText('Bought 3 BTC');
    act(() => void app.store.dispatch(ownChosen({ owner: ownerKeyOf(ann.id), own: { hidesBalances: true } })));
    expect(screen.queryByText(/Bought/)).toBeNull();
    expect(screen.getByText('Title 3')).toBeDefined();
  });

  it('are read again when the exchange announces a new one', async () => {
    const stored = [...MESSAGES];
    const { realtime } = await open({ also: (server) => serve(server, stored) });
    await screen.findByText('Title 3');
    stored.unshift(message('4'));
    await waitFor(() => expect(realtime.rooms()).toContain(rooms.account));
    act(() => realtime.send(rooms.account, { event: 'notice', unread: 2 }));
    await screen.findByText('Title 4');
  });

  it('are requested in the app’s language', async () => {
    const { app, server } = await open();
    await list();
    await act(async () => app.store.dispatch(languageChosen('esp')));
    await screen.findByRole('list', { name: 'Mensajes' });
    expect(server.seen(listMessages).at(-1)?.headers.get('language-mark')).toBe('esp');
  });
});

describe('without messages', () => {
  it('explains what will appear here', async () => {
    await open({ messages: [] });
    await screen.findByText(/^No messages yet\./);
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  });

  it('shows loading, then the error with a retry', async () => {
    await open({ also: (server) => server.on(listMessages, () => neverAnswer()) });
    await screen.findByText('Loading');
  });

  it('shows the error with a retry', async () => {
    let isBroken = true;
    const { user } = await open({
      also: (server) =>
        server.on(listMessages, () =>
          isBroken ? refuse('INTERNAL', { id: 'x' }) : { messages: [...MESSAGES], next: null, unread: 1 },
        ),
    });
    const alert = await screen.findByRole('alert');
    isBroken = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await screen.findByText('Title 3');
  });

  it('asks to log in when logged out', async () => {
    await open({ user: undefined });
    await screen.findByText('Log in to see messages about your orders and your money.');
  });
});

describe('the badge on the app icon', () => {
  it('is the number of unread messages, and is cleared at logout', async () => {
    const [set, clear] = [vi.fn(() => Promise.resolve()), vi.fn(() => Promise.resolve())];
    Object.assign(navigator, { setAppBadge: set, clearAppBadge: clear });
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'setAppBadge');
      Reflect.deleteProperty(navigator, 'clearAppBadge');
    });
    const { unmount } = await open();
    await waitFor(() => expect(set).toHaveBeenLastCalledWith(1));
    clear.mockClear();
    unmount();
    expect(clear).toHaveBeenCalled();
  });
});
