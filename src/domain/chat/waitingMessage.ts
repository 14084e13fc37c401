/** Messages and read marks on their way: kept in the outbox, sent by whichever tab has the word. */
import * as z from 'zod/mini';
import type { ChatMessageId } from '@halyard/contract/ids';
import { isAppError, type AppError } from '../../shared/api/appError.ts';
import type { OutboxItem } from '../../shared/outbox/outboxItem.ts';
import { changeItem } from '../../shared/outbox/outbox.ts';
import type { AppDispatch, RootState } from '../../shared/store/rootState.ts';
import { selectUser } from '../session/sessionSlice.ts';
import { uploadOwnFile } from '../uploads/uploadsThunks.ts';
import { chatApi } from './chatApi.ts';

const waitingMessage = z.object({
  text: z.string(),
  /** The picture itself, and where it lies once it was uploaded. */
  picture: z.optional(z.instanceof(Blob)),
  path: z.optional(z.string()),
});
/** What a message that waits says. */
export type WaitingMessage = z.output<typeof waitingMessage>;

const readMark = z.object({ until: z.int() });

/** Read marks of the chat, by this key among those of kind `read`. */
export const CHAT_READ_KEY = 'chat';

type GetState = () => RootState;

/** What an item of kind `chat` says; `undefined` for what an older version of the app wrote in another way. */
export function waitingMessageOf({ payload }: OutboxItem): WaitingMessage | undefined {
  const read = z.safeParse(waitingMessage, payload);
  return read.success ? read.data : undefined;
}

/** Sends a message under the item's id; its picture first. Throws an `AppError`. */
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

/** Says up to where the chat was read. Throws an `AppError`. */
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

/**
 * Where the picture lies; uploaded now if it is not there yet. Noted before it is used: under one id only one picture
 * can be sent.
 */
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
