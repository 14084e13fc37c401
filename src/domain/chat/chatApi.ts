/** The user's chat with the operators. The account stream invalidates the tag `Chat` when something is new. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import { type ChatMessage, listChatMessages, readChat, sendChatMessage } from '@halyard/contract/chat/calls';
import type { ChatMessageId, UserId } from '@halyard/contract/ids';
import type { AppError } from '../../shared/api/appError.ts';
import { type CallOptions, toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import type { RootState } from '../../shared/store/rootState.ts';

type List = AnswerOf<typeof listChatMessages>;

type Answer<T> = { readonly data: T } | { readonly error: AppError };

/** A message waits this long for its answer; then the outbox retries. */
const SEND_TIMEOUT_MS = 30_000;

// Errors are shown beside the message.
const INLINE: CallOptions = { errors: 'inline' };

export const chatApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * The chat as far as it was read: first the newest part, then on each re-read everything after the last known
     * message.
     */
    getChat: build.query<Chat, UserId>({
      queryFn: async (userId, api, _options, run) => {
        const known = knownChat(api.getState() as RootState, userId);
        const read = async (request: RequestOf<typeof listChatMessages>) =>
          (await run(toCall(listChatMessages, request))) as Answer<List>;
        if (known === undefined || known.syncedTo === undefined) {
          const first = await read({});
          return 'error' in first ? first : { data: firstPart(first.data) };
        }
        return catchUp(known.syncedTo, read);
      },
      // Keeps what was read meanwhile (older messages, the user's own).
      merge: (chat, news) => merged(chat, news),
      providesTags: ['Chat'],
    }),
    /** Unread operator messages, for a badge. */
    countUnreadChat: build.query<number, UserId>({
      query: () => toCall(listChatMessages, { limit: 1 }),
      transformResponse: ({ unread }: List) => unread,
      providesTags: ['Chat'],
    }),
    /** Reads messages older than a given one into the chat. */
    readOlderChat: build.mutation<List, { readonly userId: UserId; readonly before: ChatMessageId }>({
      query: ({ before }) => toCall(listChatMessages, { before }),
      extraOptions: INLINE,
      onQueryStarted: async ({ userId }, { dispatch, queryFulfilled }) => {
        const older = await queryFulfilled.catch(() => undefined);
        if (older === undefined) return;
        const { messages, hasMore } = older.data;
        dispatch(
          chatApi.util.updateQueryData('getChat', userId, (chat) =>
            withMessages({ ...chat, hasOlder: hasMore }, messages),
          ),
        );
      },
    }),
    /** Sends a message and adds it to the cached chat before the caller's promise resolves. */
    sendChatMessage: build.mutation<
      ChatMessage,
      { readonly userId: UserId; readonly request: RequestOf<typeof sendChatMessage> }
    >({
      query: ({ request }) => toCall(sendChatMessage, request),
      extraOptions: { ...INLINE, timeoutMs: SEND_TIMEOUT_MS },
      onQueryStarted: async ({ userId }, { dispatch, queryFulfilled }) => {
        const sent = await queryFulfilled.catch(() => undefined);
        if (sent === undefined) return;
        dispatch(chatApi.util.updateQueryData('getChat', userId, (chat) => withMessages(chat, [sent.data])));
      },
    }),
    /** Marks the chat as read up to a message. */
    readChat: build.mutation<AnswerOf<typeof readChat>, { readonly userId: UserId; readonly until: ChatMessageId }>({
      query: ({ until }) => toCall(readChat, { until }),
      extraOptions: INLINE,
      onQueryStarted: async ({ userId }, { dispatch, queryFulfilled }) => {
        const read = await queryFulfilled.catch(() => undefined);
        if (read !== undefined) dispatch(unreadChanged(userId, read.data.unread));
      },
    }),
  }),
});

export const { useGetChatQuery, useCountUnreadChatQuery, useReadOlderChatMutation } = chatApi;

/** Sets the unread count wherever it is shown. */
export function unreadChanged(userId: UserId, unread: number) {
  return (dispatch: (action: never) => unknown): void => {
    const changes = [
      chatApi.util.updateQueryData('getChat', userId, (chat) => ({ ...chat, unread })),
      chatApi.util.updateQueryData('countUnreadChat', userId, () => unread),
    ];
    for (const change of changes) dispatch(change as never);
  };
}

async function catchUp(
  after: ChatMessageId,
  read: (request: RequestOf<typeof listChatMessages>) => Promise<Answer<List>>,
): Promise<Answer<Chat>> {
  const parts: List[] = [];
  let last = after;
  let hasMore = true;
  while (hasMore) {
    const part = await read({ after: last });
    if ('error' in part) return part;
    parts.push(part.data);
    last = part.data.messages.at(-1)?.id ?? last;
    hasMore = part.data.hasMore;
  }
  return { data: caughtUp(after, parts) };
}

function knownChat(state: RootState, userId: UserId): Chat | undefined {
  return chatApi.endpoints.getChat.select(userId)(state as never).data;
}

type ChatDataList = AnswerOf<typeof listChatMessages>;

/** The loaded part of a chat, oldest first. */
type Chat = {
  readonly messages: readonly ChatMessage[];
  /** Whether there are messages before the first one. */
  readonly hasOlder: boolean;
  /**
   * Everything up to this message is loaded; new messages are read from here. A message sent from this device may come
   * later in the list, with unknown ones in between. Undefined while there is no message.
   */
  readonly syncedTo: ChatMessageId | undefined;
  readonly unread: number;
  readonly readByOperator: ChatMessageId | null;
};

/** Chat data from the first read, the newest part. */
function firstPart({ messages, hasMore, unread, readByOperator }: ChatDataList): Chat {
  return { messages, hasOlder: hasMore, syncedTo: messages.at(-1)?.id, unread, readByOperator };
}

/** Chat data from all parts after a message. */
function caughtUp(after: ChatMessageId, parts: readonly ChatDataList[]): Chat {
  const messages = parts.flatMap((part) => part.messages);
  const last = parts.at(-1);
  return {
    messages,
    hasOlder: true,
    syncedTo: messages.at(-1)?.id ?? after,
    unread: last?.unread ?? 0,
    readByOperator: last?.readByOperator ?? null,
  };
}

/** Merges what was read later. If nothing was known before, the later read decides whether there are older messages. */
function merged(chat: Chat, later: Chat): Chat {
  const { messages, unread, readByOperator } = later;
  const syncedTo = laterOf(chat.syncedTo, later.syncedTo);
  const hasOlder = chat.syncedTo === undefined ? later.hasOlder : chat.hasOlder;
  return withMessages({ ...chat, hasOlder, syncedTo, unread, readByOperator }, messages);
}

/** Adds messages, each of them once. */
function withMessages(chat: Chat, more: readonly ChatMessage[]): Chat {
  const known = new Set(chat.messages.map(({ id }) => id));
  const news = more.filter(({ id }) => !known.has(id));
  if (news.length === 0) return { ...chat, messages: chat.messages };
  return { ...chat, messages: [...chat.messages, ...news].toSorted((one, other) => one.id - other.id) };
}

function laterOf(one: ChatMessageId | undefined, other: ChatMessageId | undefined): ChatMessageId | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one > other ? one : other;
}
