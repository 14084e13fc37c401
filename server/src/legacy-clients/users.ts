/** Events for one user of a legacy client, on sockets that subscribed to nothing and that carry the user's token. */
import * as z from 'zod/mini';
import type { OptionId, PositionId, UserId } from '@halyard/contract/ids';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { add, ZERO, type Decimal } from '@halyard/contract/money';
import { LEGACY_EVENTS, legacyClosedOption, legacyFutures } from '@halyard/contract/legacy-clients/broadcast';
import type { MemberSocket } from '../realtime/member.ts';
import type { Guest, Sessions } from '../realtime/sessions.ts';
import type { RealtimeSources } from '../realtime/sources.ts';

export type LegacyUsers = {
  /**
   * Registers a connected socket; returns the function to call when it closes, or turns out to use the current
   * protocol.
   */
  welcome(socket: MemberSocket): () => void;
  close(): void;
};

type LegacyUsersOptions = {
  readonly sources: RealtimeSources;
  readonly sessions: Sessions;
  /** Delay before the token is verified: the app subscribes within it, and then needs no verification here. */
  readonly afterMs: number;
  readonly hasListeners: (key: string) => boolean;
  readonly send: (key: string, event: string, payload: object) => void;
};

const keyOf = (userId: UserId) => `legacy ${userId}`;

/** Creates the adapter, which listens to the exchange's events until it is closed. */
export function createLegacyUsers({ sources, sessions, afterMs, hasListeners, send }: LegacyUsersOptions): LegacyUsers {
  const onError = (error: unknown) =>
    sources.log.error({ err: error }, 'a user of a legacy client could not be notified');

  const sendClosedOption = async (userId: UserId, optionId: OptionId) => {
    for (const option of await sources.readOptions(userId, [optionId])) {
      const payload = { type: LEGACY_EVENTS.closedOption, userId, option };
      send(keyOf(userId), LEGACY_EVENTS.closedOption, z.encode(legacyClosedOption, payload));
    }
  };
  /** Once for each pair with a change. */
  const sendFutures = async (userId: UserId, ids: readonly PositionId[]) => {
    const changed = await sources.readPositions(userId, ids);
    const { hazardRate, positions } = await sources.readFutures(userId);
    for (const symbol of new Set(changed.map((position) => position.symbol))) {
      const payload = { type: LEGACY_EVENTS.contracts, userId, hazardRate, ...totalsOf(positions, symbol), symbol };
      send(keyOf(userId), LEGACY_EVENTS.contracts, z.encode(legacyFutures, payload));
    }
  };
  const unsubscribe = sources.events.subscribe((event) => {
    if (event.type === 'positions-changed' && hasListeners(keyOf(event.userId))) {
      sendFutures(event.userId, event.ids).catch(onError);
      return;
    }
    if (event.type !== 'user-notified' || event.facts.subject !== 'option' || !hasListeners(keyOf(event.userId)))
      return;
    sendClosedOption(event.userId, event.ref as OptionId).catch(onError);
  });

  return {
    welcome: (socket) => {
      const { token } = socket;
      if (token === undefined) return () => undefined;
      let leave: (() => void) | undefined;
      let isGone = false;
      const enter = async () => {
        const identity = await sessions.verify(token);
        if (identity === undefined || isGone) return;
        const key = keyOf(identity.userId);
        const guest: Guest = { token, logOut: () => socket.leave(key) };
        if (!sessions.enter(identity, guest)) return;
        leave = () => {
          sessions.leave(identity, guest);
          socket.leave(key);
        };
        socket.join(key);
      };
      const timer = setTimeout(() => void enter().catch(onError), afterMs).unref();
      return () => {
        isGone = true;
        clearTimeout(timer);
        leave?.();
      };
    },
    close: unsubscribe,
  };
}

function totalsOf(positions: readonly FuturesPosition[], symbol: string) {
  const all = positions.filter(({ status }) => status === 'trading');
  const ofPair = all.filter((position) => position.symbol === symbol);
  const waiting = positions.filter(({ status }) => status === 'pending');
  const sum = (rows: readonly FuturesPosition[], of: (row: FuturesPosition) => Decimal) => add(ZERO, ...rows.map(of));
  return {
    marginAll: sum(all, ({ margin }) => margin),
    originMarginAll: sum(all, ({ originMargin }) => originMargin),
    profitAll: sum(all, ({ profit }) => profit),
    margin: sum(ofPair, ({ margin }) => margin),
    originMargin: sum(ofPair, ({ originMargin }) => originMargin),
    profit: sum(ofPair, ({ profit }) => profit),
    all,
    waiting,
    ofPair,
  };
}
