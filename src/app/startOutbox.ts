/** The outbox with all its senders; loaded when the first screen is there. */
import { CHAT_READ_KEY, sendReadMark, sendWaitingMessage } from '../domain/chat/waitingMessage.ts';
import { MESSAGES_READ_KEY, sendMessagesRead } from '../domain/notifications/readMarks.ts';
import { registerSender, wakeOutbox } from '../shared/outbox/outbox.ts';
import type { AppParts } from './listeners/appParts.ts';

/** Read marks, by the key of what was read. */
const READ_MARKS: Readonly<Record<string, typeof sendReadMark | typeof sendMessagesRead>> = {
  [CHAT_READ_KEY]: sendReadMark,
  [MESSAGES_READ_KEY]: sendMessagesRead,
};

/** Sends what waits from now on: also when the exchange can be heard again, which the browser does not tell. */
export function startOutbox({ store, realtime }: Pick<AppParts, 'store' | 'realtime'>): void {
  registerSender('chat', (item) => store.dispatch(sendWaitingMessage(item)));
  registerSender('read', (item) => {
    const send = READ_MARKS[item.key ?? ''];
    // What nobody knows any more was written by an older version.
    return send === undefined ? Promise.resolve('sent') : store.dispatch(send(item));
  });
  realtime.onStatusChange(() => {
    if (realtime.getStatus().state === 'connected') wakeOutbox();
  });
}
