/** Support chat of a fake server, and the outbox that sends to it. */
import { act } from '@testing-library/react';
import { createStore, keys } from 'idb-keyval';
import { onTestFinished, vi } from 'vitest';
import { listChatMessages, readChat, sendChatMessage, type ChatMessage } from '@halyard/contract/chat/calls';
import { getCustomerUrl } from '@halyard/contract/news/calls';
import { listPreferences } from '@halyard/contract/user/preferenceCalls';
import { startOutbox } from '../app/startOutbox.ts';
import { paths } from '../shared/navigation/paths.ts';
import { OUTBOX_DATABASE, OUTBOX_STORE } from '../shared/storage/deviceStores.ts';
import { changeDraftOwner } from '../shared/storage/draftOwner.ts';
import { refuse, type FakeBackend } from './fakeBackend.ts';
import { fakeObjectUrls } from './files.ts';
import { buildUser, renderApp } from './renderApp.tsx';

const outbox = createStore(OUTBOX_DATABASE, OUTBOX_STORE);

export const HOUR_MS = 3_600_000;

/** Messages of the chat, the read position, and whether it is reachable. */
export type FakeChat = {
  readonly messages: ChatMessage[];
  isDown: boolean;
  readByOperator: ChatMessage['id'] | null;
  /** Appends a message; default author is an operator. */
  add(part: Partial<ChatMessage>): ChatMessage;
};

/** Answers the calls of a chat with these messages. */
export function serveChat(backend: FakeBackend, written: readonly Partial<ChatMessage>[] = []): FakeChat {
  let readByUser = 0;
  const messages: ChatMessage[] = [];
  const chat: FakeChat = {
    messages,
    isDown: false,
    readByOperator: null,
    add(part) {
      const id = (messages.length + 1) as ChatMessage['id'];
      const createdAt = new Date(Date.now() - 50 * HOUR_MS + id * 1000).toISOString();
      const message: ChatMessage = {
        id,
        clientId: null,
        from: 'operator',
        text: '',
        picture: null,
        createdAt,
        ...part,
      };
      messages.push(message);
      return message;
    },
  };
  for (const part of written) chat.add(part);
  const unread = () => messages.filter(({ id, from }) => from === 'operator' && id > readByUser).length;
  backend.on(getCustomerUrl, () => ({ customerUrl: '' }));
  backend.on(listPreferences, () => []);
  backend.on(listChatMessages, ({ before = Infinity, after, limit = 50 }) => {
    if (chat.isDown) return refuse('SERVICE_UNAVAILABLE');
    const found = messages.filter(({ id }) => id < before && id > (after ?? 0));
    const part = after === undefined ? found.slice(-limit) : found.slice(0, limit);
    const { readByOperator } = chat;
    return { messages: part, hasMore: part.length < found.length, unread: unread(), readByOperator };
  });
  backend.on(sendChatMessage, ({ clientId, text = '', picture = null }) => {
    if (text.startsWith('refused')) return refuse('FILE_NOT_FOUND');
    const known = messages.find((message) => message.clientId === clientId);
    return known ?? chat.add({ clientId, from: 'user', text, picture });
  });
  backend.on(readChat, ({ until }) => {
    readByUser = Math.max(readByUser, until);
    return { unread: unread() };
  });
  return chat;
}

/** Opens the chat page for a user, with a running outbox. */
export async function openChat(
  written: readonly Partial<ChatMessage>[] = [],
  { isDown = false }: { readonly isDown?: boolean } = {},
) {
  fakeObjectUrls();
  const served: FakeChat[] = [];
  const parts = await renderApp({
    path: paths.helpChat(),
    user: buildUser(),
    backend: (backend) => {
      const chat = serveChat(backend, written);
      chat.isDown = isDown;
      served.push(chat);
    },
  });
  act(() => startOutbox(parts.app));
  // Messages still being sent must not reach the next test.
  onTestFinished(async () => {
    changeDraftOwner(undefined);
    await vi.waitUntil(async () => (await keys(outbox)).length === 0);
  });
  const [chat] = served;
  if (chat === undefined) throw new Error('the chat was not served');
  return { ...parts, chat };
}
