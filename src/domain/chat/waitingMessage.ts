/** Chat messages and read marks in the outbox. Whichever tab holds the sender lock sends them. */
import * as z from 'zod/mini';
import type { ChatMessageId } from '@halyard/contract/ids';
import { isAppError, type AppError } from '../../shared/api/appError.ts';
import type { OutboxItem } from '../../shared/outbox/outboxStore.ts';
import { changeItem } from '../../shared/outbox/outbox.ts';
import type { AppDispatch, RootState } from '../../shared/store/rootState.ts';
import { selectUser } from '../session/sessionSlice.ts';
import { uploadOwnFile } from '../uploads/uploadsThunks.ts';
import { chatApi } from './chatApi.ts';

const waitingMessage = z.object({
  text: z.string(),
  /** The picture, and its path once it is uploaded. */
  picture: z.optional(z.instanceof(Blob)),
  path: z.optional(z.string()),
});
/** Payload of a waiting message. */
export type WaitingMessage = z.output<typeof waitingMessage>;

const readMark = z.object({ until: z.int() });

/** Outbox key of the chat's read mark, among items of kind `read`. */
export const CHAT_READ_KEY = 'chat';

type GetState = () => RootState;

/** Payload of an item of kind `chat`; `undefined` when an older app version wrote another format. */
export function waitingMessageOf({ payload }: OutboxItem): WaitingMessage | undefined {
  const read = z.safeParse(waitingMessage, payload);
  return read.success ? read.data : undefined;
}

/** Sends a message under the item's id, its picture first. Throws an `AppError`. */
export function sendWaitingMessage(item: OutboxItem) {
  return async (dispatch: AppDispatch, getState: GetState): Promise<'sent'> => {
    const user = selectUser(getState());
    const message = waitingMessageOf(item);
    if (user === undefined) return failed({ code: 'NOT_LOGGED_IN' });
    if (message === undefined) return failed({ code: 'CHAT_MESSAGE_EMPTY' });
    const path = await dispatch(pathOf(item, message));
    if (isAppError(path)) return failed(path);
    const request = { clientId: item.id, text: message.text, ...(path !== undefined && { picture: path }) };
    const sending = chatApi.endpoints.sendChatMessage.initiate({ userId: user.id, request }, { track: false });
    const { error } = await dispatch(sending);
    return error === undefined ? 'sent' : failed(error as AppError);
  };
}

/** Sends a read mark. Throws an `AppError`. */
export function sendReadMark({ payload }: OutboxItem) {
  return async (dispatch: AppDispatch, getState: GetState): Promise<'sent'> => {
    const user = selectUser(getState());
    const mark = z.safeParse(readMark, payload);
    if (user === undefined) return failed({ code: 'NOT_LOGGED_IN' });
    if (!mark.success) return 'sent';
    const until = mark.data.until as ChatMessageId;
    const { error } = await dispatch(chatApi.endpoints.readChat.initiate({ userId: user.id, until }, { track: false }));
    return error === undefined ? 'sent' : failed(error as AppError);
  };
}

/** Path of the picture, uploaded now if needed. Persisted before use: the server accepts one picture per id. */
function pathOf(item: OutboxItem, message: WaitingMessage) {
  return async (dispatch: AppDispatch): Promise<string | undefined | AppError> => {
    const { picture, path } = message;
    if (path !== undefined || picture === undefined) return path;
    const { signal } = new AbortController();
    const sent = await dispatch(uploadOwnFile({ file: picture, allowPdf: false, onProgress: () => undefined, signal }));
    if ('error' in sent) return sent.error;
    if (!('path' in sent)) return { code: 'UPLOADING_FAILED' };
    await changeItem(item, { ...message, path: sent.path } satisfies WaitingMessage);
    return sent.path;
  };
}

function failed(error: AppError): Promise<never> {
  return Promise.reject(error);
}
