/** `account`: changes of one user's own data. */
import * as z from 'zod/mini';
import type { OptionId, OrderId, PositionId, UserId } from '@halyard/contract/ids';
import { accountEvent, type AccountEvent, type RecordChange } from '@halyard/contract/realtime/accountRoom';
import type { ExchangeEvent } from '../../events/events.ts';
import type { MessageFacts, SecurityEventKind } from '../../events/messageFacts.ts';
import { messageIdOf } from '../../events/userEvents.ts';
import { createRefresher } from '../refresher.ts';
import type { BalanceRef } from '../sources.ts';
import type { FeedContext, RoomFeed } from './marketFeeds.ts';

type Notification = Extract<ExchangeEvent, { readonly type: 'user-notified' }>;

/** Messages may arrive as fast as orders are filled; a badge changes at most this often. */
const UNREAD_EVERY_MS = 1000;
/** A repeated notification arrives within a second or two, so this many ids are remembered. */
const KNOWN_MAX = 1024;

/** Records about account security that other devices show and must read again. */
const SECURITY_RECORDS: Readonly<Record<SecurityEventKind, string | undefined>> = {
  password_changed: 'password',
  fund_password_set: 'fund_password',
  fund_password_changed: 'fund_password',
  address_added: 'address',
  address_removed: 'address',
  bank_card_bound: 'bank_card',
  bank_card_changed: 'bank_card',
  bank_card_removed: 'bank_card',
  login_new_device: undefined,
  sessions_ended: undefined,
  owner_check_failed: undefined,
  factor_added: 'factors',
  factor_removed: 'factors',
  recovery_code_used: 'factors',
  recovery_codes_renewed: 'factors',
  factor_reset_requested: 'factors',
  factor_reset_approved: 'factors',
  factor_reset_rejected: 'factors',
  factor_reset_cancelled: 'factors',
  passkey_counter_back: undefined,
  whitelist_on: 'address',
  whitelist_off_asked: 'address',
  whitelist_off: 'address',
  fund_password_reset_asked: 'fund_password',
  fund_password_reset_waits: 'fund_password',
  fund_password_reset_rejected: 'fund_password',
  fund_password_reset_cancelled: 'fund_password',
  fund_password_reset_done: 'fund_password',
  withdrawal_requested: undefined,
  account_frozen: 'freeze',
  break_started: 'break',
  account_unfrozen: 'freeze',
  unfreeze_rejected: 'freeze',
  account_frozen_by_us: 'freeze',
  account_closing: undefined,
  account_kept: undefined,
  account_not_closed: undefined,
  data_export_ready: undefined,
  data_export_failed: undefined,
  limits_revoked: undefined,
  anti_phishing_set: 'anti_phishing',
};

/** Creates the feed of one user's events. */
export function createAccountFeed(userId: UserId, context: FeedContext): RoomFeed {
  const publish = (event: AccountEvent) => context.publish(z.encode(accountEvent, event));
  const readings = createReadings(userId, context, publish);
  const isNew = createMemory();

  function onNotification({ messageId, ref, facts }: Notification): void {
    readings.unread.touch();
    // A node that crashed may have notified already, or streamed the result of the order.
    if (!isNew(messageId)) return;
    const record = recordOf(facts, ref);
    if (record !== undefined) publish({ event: 'record', record });
    if ('currencyId' in facts) readings.touchBalance({ kind: 'spot', currencyId: facts.currencyId });
    if (facts.subject === 'order' || facts.subject === 'stop') readings.orders.touch(messageId, ref as OrderId);
    if (facts.subject === 'option') readings.options.touch(messageId, ref as OptionId);
    if (facts.subject === 'contract') readings.positions.touch(String(facts.positionId), facts.positionId);
    if (facts.subject === 'chat') readings.chat.touch();
  }

  function onOrders(event: ExchangeEvent): void {
    if (event.type === 'order-changed') {
      // The state that its notification is about, so it need not be read again.
      if (event.order.status !== 'waiting') isNew(messageIdOf('order', event.order.id));
      if (event.order.triggeredAt !== null) isNew(messageIdOf('stop', event.order.id));
      publish({ event: 'order', order: event.order });
    }
    if (event.type === 'option-changed') {
      if (event.option.status === 'closed') isNew(messageIdOf('option', event.option.id));
      publish({ event: 'option', option: event.option });
    }
    if (event.type === 'positions-changed') for (const id of event.ids) readings.positions.touch(String(id), id);
  }

  return {
    async open() {
      for (const reading of readings.all) reading.start();
    },
    snapshot: () => null,
    onEvent(event) {
      onOrders(event);
      if (event.type === 'user-notified') onNotification(event);
      if (event.type === 'record-changed') publish({ event: 'record', record: event.record });
      if (event.type === 'chat-changed') publish({ event: 'chat', unread: event.unread });
      if (event.type === 'preference-changed') publish({ event: 'preference', version: event.version });
      if (event.type === 'messages-read' || isReadInChat(event)) readings.unread.touch();
      if (event.type === 'balances-changed') event.balances.forEach(readings.touchBalance);
    },
    close() {
      for (const reading of readings.all) reading.close();
    },
  };
}

/** Messages read in the chat are no longer unread in the message centre. */
function isReadInChat(event: ExchangeEvent): boolean {
  return event.type === 'chat-changed' && event.from === 'user' && event.messageId === null;
}

/** Readers that read again what may have changed. */
function createReadings(userId: UserId, context: FeedContext, publish: (event: AccountEvent) => void) {
  const { sources, onError } = context;
  const balances = createRereading<BalanceRef>(context, async (refs) => {
    const found = await sources.readBalances(userId, refs);
    if (found.length > 0) publish({ event: 'balance', balances: [...found] });
  });
  const touchBalance = (ref: BalanceRef) => balances.touch(`${ref.kind}:${ref.currencyId}`, ref);
  const orders = createRereading<OrderId>(context, async (ids) => {
    for (const order of await sources.readOrders(userId, ids)) {
      publish({ event: 'order', order });
      for (const currencyId of [order.baseId, order.quoteId]) touchBalance({ kind: 'spot', currencyId });
    }
  });
  const options = createRereading<OptionId>(context, async (ids) => {
    for (const option of await sources.readOptions(userId, ids)) {
      publish({ event: 'option', option });
      touchBalance({ kind: 'option', currencyId: option.currencyId });
    }
  });
  const positions = createRereading<PositionId>(context, async (ids) => {
    for (const position of await sources.readPositions(userId, ids)) publish({ event: 'position', position });
  });
  const chat = createRefresher({
    everyMs: 0,
    onError,
    work: async () => publish({ event: 'chat', unread: await sources.countUnreadInChat(userId) }),
  });
  const unread = createRefresher({
    everyMs: UNREAD_EVERY_MS,
    onError,
    work: async () => publish({ event: 'notice', unread: await sources.countUnread(userId) }),
  });
  const all = [balances, orders, options, positions, chat, unread];
  return { touchBalance, orders, options, positions, chat, unread, all };
}

/**
 * Reads again what was touched, one read after the other, so that a later message never contains older data. A failed
 * read is repeated.
 */
function createRereading<T>({ onError }: FeedContext, read: (items: readonly T[]) => Promise<void>) {
  const touched = new Map<string, T>();
  const { touch, start, close } = createRefresher({
    everyMs: 0,
    onError,
    async work() {
      const items = new Map(touched);
      touched.clear();
      try {
        await read([...items.values()]);
      } catch (error) {
        for (const [key, item] of items) touched.set(key, item);
        throw error;
      }
    },
  });
  return {
    start,
    close,
    touch(key: string, item: T) {
      touched.set(key, item);
      touch();
    },
  };
}

/** Whether an id occurs for the first time, among the newest ones. */
function createMemory(): (id: string) => boolean {
  const known = new Set<string>();
  return (id) => {
    if (known.has(id)) return false;
    known.add(id);
    const [oldest] = known;
    if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest);
    return true;
  };
}

function recordOf(facts: MessageFacts, ref: number): RecordChange | undefined {
  switch (facts.subject) {
    case 'deposit':
    case 'withdrawal':
    case 'identity':
      return { subject: facts.subject, id: ref, status: facts.status };
    case 'security': {
      const status = SECURITY_RECORDS[facts.kind];
      return status === undefined ? undefined : { subject: 'security', id: 0, status };
    }
    case 'alert':
      return facts.kind === 'ended'
        ? { subject: 'alert', id: 0, status: 'removed' }
        : { subject: 'alert', id: facts.alertId, status: 'fired' };
    default:
      return undefined;
  }
}
