// The chat page: messages of both sides by day; writing, with a picture, offline, and refused; reading. The whole app
// with a fake server, IndexedDB by fake-indexeddb.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createStore, entries } from 'idb-keyval';
import { describe, expect, it, vi } from 'vitest';
import { listChatMessages, readChat, sendChatMessage, type ChatMessage } from '@halyard/contract/chat/calls';
import { uploadFile } from '@halyard/contract/uploads/calls';
import { rooms } from '@halyard/contract/realtime/rooms';
import { loggedOut } from '../../domain/session/sessionSlice.ts';
import { loadDraft } from '../../shared/storage/drafts.ts';
import { refuse } from '../../testing/fakeBackend.ts';
import { HOUR_MS, openChat } from '../../testing/fakeChat.ts';
import { fakeIndexedDb } from '../../testing/fakeIndexedDb.ts';

fakeIndexedDb();

const outbox = createStore('outbox', 'items');
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);

async function open(...written: Parameters<typeof openChat>) {
  const parts = await openChat(...written);
  await screen.findByRole('textbox', { name: 'Your message' });
  return parts;
}

const bubbles = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' });
const write = async (text: string) => {
  fireEvent.change(field(), { target: { value: text } });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })));
};
const queuedCount = async () => (await entries(outbox)).length;

describe('the chat', () => {
  it('shows messages of both sides, oldest first, by day', async () => {
    await open([
      { from: 'user', text: 'Hello?', createdAt: new Date(Date.now() - 72 * HOUR_MS).toISOString() },
      { text: 'Good\nmorning', createdAt: new Date().toISOString() },
    ]);
    await waitFor(() => expect(bubbles()).toHaveLength(2));
    const [first, second] = bubbles();
    expect(first).toContain('You:Hello?');
    expect(second).toContain('Halyard:Good\nmorning');
    const days = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(days).toEqual([expect.stringMatching(/\d{4}/), 'Today']);
  });

  it('explains itself when empty, and promises no hours', async () => {
    await open();
    await screen.findByText('How can we help?');
    await screen.findByText('A person answers here. We cannot promise how soon.');
  });

  it('shows a message immediately and sends it once', async () => {
    const { server } = await open();
    await write('  My deposit  ');
    await waitFor(() => expect(server.seen(sendChatMessage)).toHaveLength(1));
    expect(server.seen(sendChatMessage)[0]?.request).toMatchObject({ text: 'My deposit' });
    await waitFor(() => expect(bubbles()).toEqual([expect.stringContaining('My deposit')]));
    await waitFor(() => expect(screen.queryByText('Sending')).toBeNull());
    await waitFor(() => expect(field().value).toBe(''));
    await waitFor(async () => expect(await queuedCount()).toBe(0));
  });

  it('sends with Enter on keyboards, and adds a line on phones', async () => {
    const { server } = await open();
    fireEvent.change(field(), { target: { value: 'one' } });
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(field().value).toBe('one');
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true });
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    // Safari. Nothing is sent in its place.
    expect(fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 })).toBe(true);
    expect(field().value).toBe('one');
    await act(async () => fireEvent.keyDown(field(), { key: 'Enter' }));
    await waitFor(() => expect(server.seen(sendChatMessage)).toHaveLength(1));
  });

  it('shows an offline message as waiting, allows deleting it, and sends it on return', async () => {
    const { server } = await open();
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    await write('first');
    await write('second');
    await waitFor(() => expect(screen.getAllByText('Waiting for a connection')).toHaveLength(2));
    const [first] = screen.getAllByRole('listitem');
    fireEvent.click(within(first as HTMLElement).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(bubbles()).toHaveLength(1));
    expect(server.seen(sendChatMessage)).toEqual([]);
    line.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(server.seen(sendChatMessage).map(({ request }) => request.text)).toEqual(['second']));
    await waitFor(() => expect(screen.queryByText('Waiting for a connection')).toBeNull());
    expect(bubbles()).toHaveLength(1);
  });

  it('shows why a message was refused, and retries or deletes it', async () => {
    const { server } = await open();
    await write('refused');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/^Not sent\. /);
    let refuseAgain: () => void = () => undefined;
    const isRefused = new Promise<void>((resolve) => (refuseAgain = resolve));
    server.on(sendChatMessage, () => isRefused.then(() => refuse('FILE_NOT_FOUND')));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send again' })));
    await waitFor(() => expect(server.seen(sendChatMessage)).toHaveLength(2));
    // The first refusal's alert may remain for a moment; this waits for the second one.
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    refuseAgain();
    const ids = new Set(server.seen(sendChatMessage).map(({ request }) => request.clientId));
    expect(ids.size).toBe(1);
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(bubbles()).toEqual([]));
  });

  it('sends a picture with its text, uploaded once despite a lost answer', async () => {
    const { server, chat } = await open();
    server.on(uploadFile, () => '/upload/7f9c2ba4-e88f-4f7e-a5d1-3c5e2b1a0f11.png');
    server.onFile('upload/7f9c2ba4-e88f-4f7e-a5d1-3c5e2b1a0f11.png', () => new Response(PNG));
    let isLost = true;
    server.on(sendChatMessage, ({ clientId, text = '', picture = null }) => {
      const known = chat.messages.find((message) => message.clientId === clientId);
      const message = known ?? chat.add({ clientId, from: 'user', text, picture });
      if (!isLost) return message;
      isLost = false;
      return refuse('SERVICE_UNAVAILABLE');
    });
    const [choose] = screen.getAllByLabelText<HTMLInputElement>('Add a picture', { selector: 'input' });
    fireEvent.change(choose as HTMLInputElement, {
      target: { files: [new File([PNG], 'a.png', { type: 'image/png' })] },
    });
    await screen.findByRole('button', { name: 'Remove the picture' });
    await write('Look');
    await waitFor(() => expect(server.seen(sendChatMessage)).toHaveLength(1));
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(server.seen(sendChatMessage)).toHaveLength(2));
    expect(server.seen(uploadFile)).toHaveLength(1);
    expect(chat.messages.map(({ text, picture }) => [text, picture?.slice(0, 8)])).toEqual([['Look', '/upload/']]);
    await waitFor(async () => expect(await queuedCount()).toBe(0));
  });

  it('offers the picture shared from another app', async () => {
    const headers = new Headers({
      'content-type': 'image/png',
      'halyard-place': 'chat',
      'halyard-received-at': new Date().toISOString(),
    });
    const shared = { headers, blob: () => Promise.resolve(new Blob([PNG])) };
    let isThere = true;
    vi.stubGlobal('caches', {
      has: () => Promise.resolve(isThere),
      match: () => Promise.resolve(isThere ? shared : undefined),
      delete: () => Promise.resolve((isThere = false)),
    });
    await open();
    await screen.findByRole('button', { name: 'Remove the picture' });
    expect(isThere).toBe(false);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false);
  });

  it('refuses files that are no pictures', async () => {
    await open();
    const [choose] = screen.getAllByLabelText<HTMLInputElement>('Add a picture', { selector: 'input' });
    fireEvent.change(choose as HTMLInputElement, { target: { files: [new File(['%PDF-1.4'], 'a.pdf')] } });
    await screen.findByRole('alert');
    expect(screen.queryByRole('button', { name: 'Remove the picture' })).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
  });

  it('shows a new answer, announces it, and marks it read', async () => {
    const { server, realtime, chat } = await open([{ from: 'user', text: 'Hello?' }]);
    await waitFor(() => expect(bubbles()).toHaveLength(1));
    const before = server.seen(listChatMessages).length;
    chat.add({ text: 'Good morning' });
    act(() => realtime.send(rooms.account, { event: 'chat', unread: 1 }));
    await waitFor(() => expect(bubbles()).toHaveLength(2));
    // Only messages after the last known one were requested.
    expect(server.seen(listChatMessages).slice(before)[0]?.request).toEqual({ after: 1 });
    await screen.findByText('Halyard: Good morning');
    await waitFor(() => expect(server.seen(readChat).map(({ request }) => request)).toEqual([{ until: 2 }]));
  });

  it('shows messages read by an operator', async () => {
    const { realtime, chat } = await open([
      { from: 'user', text: 'one' },
      { from: 'user', text: 'two' },
    ]);
    await waitFor(() => expect(bubbles()).toHaveLength(2));
    expect(screen.queryByText('Read')).toBeNull();
    chat.readByOperator = 2 as ChatMessage['id'];
    act(() => realtime.send(rooms.account, { event: 'chat', unread: 0 }));
    await waitFor(() => expect(bubbles()[1]).toContain('Read'));
    expect(bubbles()[0]).not.toContain('Read');
  });

  it('loads earlier messages on demand', async () => {
    await open(Array.from({ length: 60 }, (_, index) => ({ text: `message ${index}` })));
    await waitFor(() => expect(bubbles()).toHaveLength(50));
    fireEvent.click(screen.getByRole('button', { name: 'Earlier messages' }));
    await waitFor(() => expect(bubbles()).toHaveLength(60));
    expect(bubbles()[0]).toContain('message 0');
    expect(screen.queryByRole('button', { name: 'Earlier messages' })).toBeNull();
  });

  it('restores a draft, and drops it when it is sent', async () => {
    await open();
    fireEvent.change(field(), { target: { value: 'half a' } });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(async () => expect(await loadDraft('chat')).toBe('half a'));
    await write('half a message');
    await waitFor(async () => expect(await loadDraft('chat')).toBeUndefined());
  });

  it('sends although the device cannot store the message', async () => {
    await open();
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await write('precious');
    await screen.findByText('precious', { selector: ':not(textarea)' });
    await waitFor(() => expect(field().value).toBe(''));
  });

  it('accepts messages while the history cannot be read', async () => {
    await open([], { isDown: true });
    await screen.findByText('The chat could not be loaded.');
    await write('Are you there?');
    await waitFor(() => expect(bubbles()).toEqual([expect.stringContaining('Are you there?')]));
  });

  it('is removed with the session', async () => {
    const { app } = await open([{ text: 'for Ann alone' }]);
    await waitFor(() => expect(bubbles()).toHaveLength(1));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await write('secret');
    await waitFor(() => expect(bubbles()).toHaveLength(2));
    act(() => void app.store.dispatch(loggedOut()));
    await screen.findByText(/^Log in to write to us/);
    expect(bubbles()).toEqual([]);
    await waitFor(async () => expect(await queuedCount()).toBe(0));
  });
});
