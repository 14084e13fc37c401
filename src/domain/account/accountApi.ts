/** Applies the user's private room (orders, options, positions, balances, other events) to the cached lists. */
import { QueryStatus, type TagDescription } from '@reduxjs/toolkit/query/react';
import type { Option } from '@halyard/contract/options/calls';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { Order } from '@halyard/contract/spot/calls';
import {
  accountCodec,
  type AccountEvent,
  type BalanceEvent,
  type RecordChange,
} from '@halyard/contract/realtime/accountRoom';
import { rooms } from '@halyard/contract/realtime/rooms';
import { emptyApi, recordTag, type Tag } from '../../shared/api/emptyApi.ts';
import type { AppDispatch, AppExtra, RootState } from '../../shared/store/rootState.ts';
import { createFrameWriter } from '../../shared/time/frameWriter.ts';
import { cachePositions } from '../futures/cachePositions.ts';
import { cacheOptions } from '../options/optionsApi.ts';
import { cacheOrders } from '../spot/ordersApi.ts';
import { cacheBalances } from '../wallet/walletApi.ts';

export const accountApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Subscribes to the private room while anything uses this entry: one subscription for all lists. The room's
     * snapshot is empty; the calls hold the state, so the lists in use are read again after a gap or a reconnect.
     */
    streamAccount: build.query<null, number>({
      queryFn: () => ({ data: null }),
      keepUnusedDataFor: 0,
      onCacheEntryAdded: async (_userId, { dispatch, extra, getState, cacheEntryRemoved }) => {
        const inbox = createInbox((news) => {
          const { orders, options, positions, balances, records, events } = news;
          if (orders.length > 0) cacheOrders(orders, dispatch, getState() as unknown as RootState);
          if (orders.length > 0) dispatch(emptyApi.util.invalidateTags([{ type: 'Fill', id: 'LIST' }]));
          if (options.length > 0) cacheOptions(options, dispatch as AppDispatch);
          if (positions.length > 0) cachePositions(positions, dispatch as AppDispatch);
          if (balances.length > 0) cacheBalances(dispatch as AppDispatch, balances);
          if (balances.length > 0) dispatch(emptyApi.util.invalidateTags(['Movement', 'Performance']));
          const stale = [
            ...records.flatMap(({ subject }) => [recordTag(subject), ...(TAGS_OF[subject] ?? [])]),
            ...events.map((event) => TAG_OF_EVENT[event]),
            ...tagsBeingRead(news, getState() as unknown as RootState),
          ];
          if (stale.length > 0) dispatch(emptyApi.util.invalidateTags(stale));
        });
        const unsubscribe = (extra as AppExtra).realtime.subscribe(rooms.account, accountCodec, {
          onSnapshot: () => {
            dispatch(
              emptyApi.util.invalidateTags([
                'Order',
                'Option',
                'SelfLimits',
                'Position',
                'FuturesTerms',
                'Fill',
                'Wallet',
                'Movement',
                'Record',
                ...Object.values(TAGS_OF).flat(),
                ...Object.values(TAG_OF_EVENT),
              ]),
            );
          },
          onMessage: inbox.take,
        });
        await cacheEntryRemoved;
        unsubscribe();
        inbox.close();
      },
    }),
  }),
});

export const { useStreamAccountQuery } = accountApi;

/** Tags to invalidate when a record changes, beside that of its subject. */
const TAGS_OF: Readonly<Partial<Record<RecordChange['subject'], readonly Tag[]>>> = {
  deposit: ['Deposit'],
  withdrawal: ['Withdrawal'],
  identity: ['Identity', 'Session', 'Withdrawal'],
  security: ['Security', 'Address', 'BankCard', 'Withdrawal'],
  alert: ['PriceAlert'],
};

/** Tags of events that carry no data of their own. */
const TAG_OF_EVENT = { notice: 'Message', chat: 'Chat', preference: 'Preference' } as const;

type News = {
  readonly orders: readonly Order[];
  readonly options: readonly Option[];
  readonly positions: readonly FuturesPosition[];
  readonly balances: readonly BalanceEvent[];
  readonly records: readonly RecordChange[];
  readonly events: readonly (keyof typeof TAG_OF_EVENT)[];
};

/** The lists that events change: their tags, and the endpoints that read them. */
const LIVE = [
  { kind: 'orders', tag: { type: 'Order', id: 'LIST' }, endpoints: ['listOrders', 'pageOrders'] },
  { kind: 'options', tag: { type: 'Option', id: 'RUNNING' }, endpoints: ['listRunning'] },
  { kind: 'positions', tag: { type: 'Position', id: 'LIVE' }, endpoints: ['listLivePositions'] },
  { kind: 'balances', tag: 'Wallet', endpoints: ['getWallet'] },
] as const;

/**
 * Tags of changed lists that are being read: an answer from before the event will replace the change, so they are read
 * once more after it.
 */
function tagsBeingRead(news: News, { api }: RootState): readonly TagDescription<Tag>[] {
  const reading = Object.values(api.queries).flatMap((query) =>
    query?.status === QueryStatus.pending ? [query.endpointName] : [],
  );
  return LIVE.flatMap(({ kind, tag, endpoints }) =>
    news[kind].length > 0 && endpoints.some((name) => reading.includes(name)) ? [tag] : [],
  );
}

/** Collects the events of one frame; the latest state of each order, option, position, balance and record wins. */
function createInbox(deliver: (news: News) => void) {
  const orders = new Map<number, Order>();
  const options = new Map<number, Option>();
  const positions = new Map<number, FuturesPosition>();
  const balances = new Map<string, BalanceEvent>();
  const records = new Map<string, RecordChange>();
  const events = new Set<keyof typeof TAG_OF_EVENT>();
  const writer = createFrameWriter(() => {
    deliver({
      orders: [...orders.values()],
      options: [...options.values()],
      positions: [...positions.values()],
      balances: [...balances.values()],
      records: [...records.values()],
      events: [...events],
    });
    orders.clear();
    options.clear();
    positions.clear();
    balances.clear();
    records.clear();
    events.clear();
  });
  return {
    take: (event: AccountEvent) => {
      if (event.event === 'order') orders.set(event.order.id, event.order);
      else if (event.event === 'option') options.set(event.option.id, event.option);
      else if (event.event === 'position') positions.set(event.position.id, event.position);
      else if (event.event === 'record') records.set(`${event.record.subject}:${event.record.id}`, event.record);
      else if (event.event === 'balance') {
        for (const balance of event.balances) balances.set(`${balance.account}:${balance.currencyId}`, balance);
      } else events.add(event.event);
      writer.request();
    },
    close: writer.cancel,
  };
}
