/** A socket of a current client: its requests, and the rooms it is in. */
import * as z from 'zod/mini';
import type { ServerErrorCode } from '@halyard/contract/errors';
import {
  parseRoom,
  resyncRequest,
  rooms,
  ROOMS_MAX,
  subscribeRequest,
  type ResyncAnswer,
  type RoomState,
  type SubscribeAnswer,
} from '@halyard/contract/realtime/rooms';
import type { LiveRoom, RoomPlace, RoomRegistry } from './roomRegistry.ts';
import type { Guest, Sessions } from './sessions.ts';
import type { Identity, RealtimeSources } from './sources.ts';

/** The part of a socket that a member uses. */
export type MemberSocket = {
  readonly token: string | undefined;
  isConnected(): boolean;
  join(key: string): void;
  leave(key: string): void;
  /** Notifies the client that its token is no longer valid. */
  sendLoggedOut(): void;
};

export type MemberContext = {
  readonly sources: RealtimeSources;
  readonly registry: RoomRegistry;
  readonly sessions: Sessions;
};

/** Answers a request. */
export type Reply = (answer: SubscribeAnswer | ResyncAnswer | Record<string, never>) => void;

export type Member = {
  subscribe(payload: unknown, reply: Reply): Promise<void>;
  unsubscribe(payload: unknown, reply: Reply): Promise<void>;
  resync(payload: unknown, reply: Reply): Promise<void>;
  /** Call when the socket is closed. */
  dismiss(): void;
};

/** A room that may be entered, or the reason why not. */
type Admission = { readonly name: string } & (
  | { readonly live: LiveRoom; readonly identity: Identity | undefined }
  | { readonly error: ServerErrorCode }
);
type Entered = { readonly live: LiveRoom; readonly identity: Identity | undefined };

/** Creates the member of a socket that has just connected. */
export function createMember(socket: MemberSocket, context: MemberContext): Member {
  const entered = new Map<string, Entered>();
  const guest: Guest = {
    token: socket.token ?? '',
    logOut() {
      socket.sendLoggedOut();
      leave(rooms.account);
    },
  };
  const leave = (name: string) => {
    const place = entered.get(name);
    if (place === undefined) return;
    entered.delete(name);
    if (place.identity !== undefined) context.sessions.leave(place.identity, guest);
    socket.leave(place.live.key);
    place.live.release();
  };
  /** Synchronous, so that the answer and the messages from then on are consistent. */
  const enter = (admission: Admission): LiveRoom | { readonly error: ServerErrorCode } => {
    if ('error' in admission) return admission;
    const { name, live, identity } = admission;
    if (entered.get(name)?.live === live) return live;
    // The room was reopened, or belongs to another user: leave the earlier one.
    leave(name);
    if (entered.size >= ROOMS_MAX) return { error: 'REQUEST_TOO_LARGE' };
    // The room closed again while other rooms of the same request were being opened.
    if (!live.hold()) return { error: 'SERVICE_UNAVAILABLE' };
    if (identity !== undefined && !context.sessions.enter(identity, guest)) {
      live.release();
      return { error: 'NOT_LOGGED_IN' };
    }
    entered.set(name, { live, identity });
    socket.join(live.key);
    return live;
  };
  const admit = (name: string) => admitTo(name, socket.token, context);

  return {
    async subscribe(payload, reply) {
      const request = z.safeParse(subscribeRequest, payload);
      if (!request.success) return reply({ error: 'PARAMETER_INVALID' });
      const admissions = await Promise.all([...new Set(request.data.rooms)].map(admit));
      if (socket.isConnected()) reply(admissions.map((admission) => stateOf(admission.name, enter(admission))));
    },
    async unsubscribe(payload, reply) {
      const request = z.safeParse(subscribeRequest, payload);
      if (!request.success) return reply({ error: 'PARAMETER_INVALID' });
      for (const name of request.data.rooms) leave(name);
      reply({});
    },
    async resync(payload, reply) {
      const request = z.safeParse(resyncRequest, payload);
      if (!request.success) return reply({ error: 'PARAMETER_INVALID' });
      const { room: name, epoch, since } = request.data;
      const admission = await admit(name);
      if (!socket.isConnected()) return;
      const result = enter(admission);
      const messages = 'error' in result ? undefined : result.room.messagesAfter(epoch, since);
      reply(messages === undefined ? stateOf(name, result) : { messages: [...messages] });
    },
    dismiss() {
      for (const name of entered.keys()) leave(name);
    },
  };
}

function stateOf(room: string, result: LiveRoom | { readonly error: ServerErrorCode }): RoomState {
  if ('error' in result) return { room, error: result.error };
  return { room, epoch: result.room.epoch, seq: result.room.seq(), snapshot: result.snapshot() };
}

async function admitTo(name: string, token: string | undefined, context: MemberContext): Promise<Admission> {
  try {
    const place = await placeOf(name, token, context);
    if ('error' in place) return { name, error: place.error };
    return { name, live: await context.registry.open(place.place), identity: place.identity };
  } catch (error) {
    context.sources.log.error({ err: error, room: name }, 'a room could not be opened');
    return { name, error: 'SERVICE_UNAVAILABLE' };
  }
}

async function placeOf(
  name: string,
  token: string | undefined,
  { sources, sessions }: MemberContext,
): Promise<{ place: RoomPlace; identity: Identity | undefined } | { error: ServerErrorCode }> {
  const topic = parseRoom(name);
  if ('error' in topic) return topic;
  if (topic.kind === 'ticker') return { place: { kind: 'ticker' }, identity: undefined };
  if (topic.kind === 'account') {
    const identity = token === undefined ? undefined : await sessions.verify(token);
    if (identity === undefined) return { error: 'NOT_LOGGED_IN' };
    return { place: { kind: 'account', userId: identity.userId }, identity };
  }
  const markets = await sources.listTickers();
  const isKnown = markets.some((market) => `${market.base}/${market.quote}` === topic.symbol);
  return isKnown ? { place: topic, identity: undefined } : { error: 'MARKET_NOT_FOUND' };
}
