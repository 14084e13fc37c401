/** The support chat besides the screen, as the exchange has it. */
import { randomUUID } from 'node:crypto';
import { listChatMessages, sendChatMessage, type ChatMessage } from '../src/chat/calls.ts';
import { createHttpCaller } from './httpCaller.ts';

/** The chat of the user of a token. Every refusal throws a `RefusedError`. */
export function createChat(baseUrl: string, token: string) {
  const call = createHttpCaller(baseUrl);
  return {
    send: (text: string): Promise<ChatMessage> => call(sendChatMessage, { clientId: randomUUID(), text }, token),
    /** All of it, oldest first. */
    read: async (): Promise<readonly ChatMessage[]> => {
      let part = await call(listChatMessages, {}, token);
      let messages = part.messages;
      while (part.hasMore) {
        const [first] = messages;
        part = await call(listChatMessages, first === undefined ? {} : { before: first.id }, token);
        messages = [...part.messages, ...messages];
      }
      return messages;
    },
  };
}
