/** Outbox with all its senders. Loaded after the first screen. */
import { CHAT_READ_KEY, sendReadMark, sendWaitingMessage } from '../domain/chat/waitingMessage.ts';
import { MESSAGES_READ_KEY, sendMessagesRead } from '../domain/notifications/readMarks.ts';
import { registerSender, flushOutbox } from '../shared/outbox/outbox.ts';
import type { AppParts } from './listeners/appParts.ts';

/** Senders of read marks, by key. */
const READ_MARKS: Readonly<Record<string, typeof sendReadMark | typeof sendMessagesRead>> = {
  [CHAT_READ_KEY]: sendReadMark,
  [MESSAGES_READ_KEY]: sendMessagesRead,
};

/** Sends the outbox from now on, also when the socket reconnects, which the browser does not report. */
export function startOutbox({ store, realtime }: Pick<AppParts, 'store' | 'realtime'>): void {
  registerSender('chat', (item) => store.dispatch(sendWaitingMessage(item)));
  registerSender('read', (item) => {
    const send = READ_MARKS[item.key ?? ''];
    // Unknown kinds were written by an older version.
    return send === undefined ? Promise.resolve('sent') : store.dispatch(send(item));
  });
  realtime.onStatusChange(() => {
    if (realtime.getStatus().state === 'connected') flushOutbox();
  });
}
