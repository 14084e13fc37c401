/** The calls of the message centre: messages/list, messages/read. */
import type { UserId } from '@halyard/contract/ids';
import type { Language } from '@halyard/contract/languages';
import { decimal, toFixedText } from '@halyard/contract/money';
import { listMessages, MESSAGES_PAGE_MAX, readMessages } from '@halyard/contract/notifications/calls';
import { answerUser } from '../../calls/callHandler.ts';
import { numberText, fillIn, percentText, reasonOf } from '../../calls/messages.ts';
import {
  fillMessage,
  MESSAGE_TEXTS,
  withId,
  withSymbol,
  type Facts,
  type Message,
  type MessageReader,
  type MessageWriters,
  type SecurityEventKind,
} from '../../events/messageFacts.ts';
import type { Module } from '../../module.ts';
import { countUnread, readCursor, selectMessages, writeCursor, writeReadUntil } from './messageRepository.ts';

// Messages that no product writes: about deposits, withdrawals, identity, security, support and price alerts.

type Values = Readonly<Record<string, string>>;

const accountMessages: MessageWriters = {
  deposit: ({ language }, facts, ref) =>
    fillMessage(
      MESSAGE_TEXTS[language].messages[`deposit_${facts.status}`],
      moneyValues(language, facts),
      withId('/pages/assets/deposit/charge', ref),
    ),
  withdrawal: ({ language, isSandbox }, facts, ref) =>
    fillMessage(
      MESSAGE_TEXTS[language].messages[withdrawalKey(facts.status, isSandbox)],
      moneyValues(language, facts),
      withId('/pages/assets/withdraw/detail', ref),
    ),
  identity: ({ language }, { level, status, reason }) =>
    fillMessage(
      MESSAGE_TEXTS[language].messages[`identity_${level}_${status}`],
      { reason: reasonOf(language, reason ?? '') },
      '/pages/verification/index',
    ),
  security: writeSecurity,
  chat({ language }, { snippet, isCut }) {
    const { messages } = MESSAGE_TEXTS[language];
    // On one line.
    const line = `${snippet.replaceAll(/\s+/g, ' ').trim()}${isCut ? '…' : ''}`;
    return fillMessage(
      messages[snippet === '' ? 'chat_picture' : 'chat_answer'],
      { snippet: line },
      '/pages/help-center/chat',
    );
  },
  alert({ language }, facts) {
    const { messages, alertTimes } = MESSAGE_TEXTS[language];
    const { symbol } = facts;
    if (facts.kind === 'ended') return fillMessage(messages.alert_ended, { symbol }, '/pages/trade/alerts');
    const { kind, quote, places, price, value, minutes, change, tickAt } = facts;
    const priceText = (at: string) => numberText(language, toFixedText(decimal(at), places));
    const values = {
      symbol,
      quote,
      price: priceText(price),
      value: minutes === null ? priceText(value) : percentText(language, value),
      change: change === null ? '' : percentText(language, change),
      time: minutes === null ? '' : alertTimes[minutes],
      at: tickAt.slice(0, 19).replace('T', ' '),
    };
    return fillMessage(messages[`alert_${kind}`], values, withSymbol('/pages/trade/kline', symbol));
  },
};

function withdrawalKey(status: Facts<'withdrawal'>['status'], isSandbox: boolean) {
  return status === 'passed' && isSandbox ? 'withdrawal_passed_test' : (`withdrawal_${status}` as const);
}

function moneyValues(language: Language, facts: Facts<'deposit'> | Facts<'withdrawal'>): Values {
  const { currency, reason } = facts;
  const fee = facts.subject === 'withdrawal' ? numberText(language, decimal(facts.fee)) : '';
  return {
    amount: numberText(language, decimal(facts.amount)),
    currency,
    fee,
    reason: reasonOf(language, reason ?? ''),
  };
}

/** With the end of the withdrawal hold, if there is one; in the past tense once it is over. */
function writeSecurity({ language, nowMs = 0 }: MessageReader, facts: Facts<'security'>): Message {
  const { kind, details } = facts;
  const texts = MESSAGE_TEXTS[language];
  const isFactor = kind === 'factor_added' || kind === 'factor_removed';
  const key = isFactor && details['factor'] === 'totp' ? (`${kind}_app` as const) : kind;
  const message = fillMessage(texts.messages[key], securityValues(language, facts), SECURITY_LINKS[kind]);
  // Of an account that closes it is the day of that.
  if (details['until'] === undefined || kind === 'account_closing') return message;
  const isOver = Date.parse(`${details['until'].replace(' ', 'T')}Z`) <= nowMs;
  const held = kind.startsWith('address') || kind.startsWith('bank_card') ? 'there' : 'all';
  const hold = texts.held[isOver ? (`${held}Over` as const) : held];
  return { ...message, text: `${message.text} ${fillIn(hold, details)}` };
}

function securityValues(language: Language, { kind, details }: Facts<'security'>): Values {
  const texts = MESSAGE_TEXTS[language];
  if (kind === 'account_frozen_by_us') return { reason: reasonOf(language, details['reason'] ?? '') };
  if (kind === 'unfreeze_rejected') return { reason: reasonOf(language, details['reason'] ?? '') };
  if (kind !== 'login_new_device') {
    const amount = details['amount'] === undefined ? '' : numberText(language, decimal(details['amount']));
    return { ...details, amount };
  }
  return { device: details['device'] ? details['device'] : texts.unknownDevice };
}

/** Routes of the app. */
const LINKS = {
  devices: '/pages/settings/account/index',
  security: '/pages/settings/security/index',
  tradingBreak: '/pages/settings/security/break',
  addresses: '/pages/user/address/index',
  fundReset: '/pages/settings/security/fundReset',
  accountData: '/pages/settings/security/data',
  bankCard: '/pages/bankbind/index',
  limits: '/pages/settings/limits',
} as const;

const SECURITY_LINKS: Readonly<Record<SecurityEventKind, string>> = {
  login_new_device: LINKS.devices,
  sessions_ended: LINKS.devices,
  password_changed: LINKS.security,
  fund_password_set: LINKS.security,
  fund_password_changed: LINKS.security,
  address_added: LINKS.addresses,
  address_removed: LINKS.addresses,
  bank_card_bound: LINKS.bankCard,
  bank_card_changed: LINKS.bankCard,
  bank_card_removed: LINKS.bankCard,
  owner_check_failed: LINKS.security,
  factor_added: LINKS.security,
  factor_removed: LINKS.security,
  recovery_code_used: LINKS.security,
  recovery_codes_renewed: LINKS.security,
  factor_reset_requested: LINKS.security,
  factor_reset_approved: LINKS.security,
  factor_reset_rejected: LINKS.security,
  factor_reset_cancelled: LINKS.security,
  passkey_counter_back: LINKS.security,
  whitelist_on: LINKS.addresses,
  whitelist_off_asked: LINKS.addresses,
  whitelist_off: LINKS.addresses,
  fund_password_reset_asked: LINKS.fundReset,
  fund_password_reset_waits: LINKS.fundReset,
  fund_password_reset_rejected: LINKS.fundReset,
  fund_password_reset_cancelled: LINKS.security,
  fund_password_reset_done: LINKS.security,
  withdrawal_requested: LINKS.security,
  account_frozen: LINKS.security,
  break_started: LINKS.tradingBreak,
  account_unfrozen: LINKS.security,
  unfreeze_rejected: LINKS.security,
  account_frozen_by_us: LINKS.security,
  account_closing: LINKS.accountData,
  account_kept: LINKS.accountData,
  account_not_closed: LINKS.accountData,
  data_export_ready: LINKS.accountData,
  data_export_failed: LINKS.accountData,
  limits_revoked: LINKS.limits,
  anti_phishing_set: LINKS.security,
};

declare module '../../events/events.ts' {
  interface ExchangeEvents {
    /** The message centre was read on one of the user's devices. */
    readonly 'messages-read': { readonly userId: UserId };
  }
}

const LIMIT_DEFAULT = 20;

export const notifications: Module = {
  messages: accountMessages,
  create: ({ db, clock, events, isSandbox, writeMessage }) => ({
    handlers: [
      answerUser(listMessages, async ({ category, before, limit = LIMIT_DEFAULT }, { user, language }) => {
        const size = Math.min(Math.max(limit, 1), MESSAGES_PAGE_MAX);
        const place = before === undefined ? undefined : readCursor(before);
        const [rows, unread] = await Promise.all([
          // One row more than the page shows whether another page follows.
          selectMessages(db, user.id, { category, before: place, limit: size + 1 }),
          countUnread(db, user.id),
        ]);
        const page = rows.slice(0, size);
        const last = page.at(-1);
        const next = rows.length > size && last !== undefined ? writeCursor(last) : null;
        const messages = page.map((row) => ({
          id: row.messageId,
          category: row.category,
          ...writeMessage({ language, isSandbox, nowMs: clock.nowMs() }, row.facts, row.ref),
          createdAt: row.at,
          isRead: row.isRead,
        }));
        return { messages, next, unread };
      }),
      answerUser(readMessages, async ({ until }, { user }) => {
        await writeReadUntil(db, user.id, { until, now: new Date(clock.nowMs()).toISOString() });
        events.publish({ type: 'messages-read', userId: user.id });
        return { unread: await countUnread(db, user.id) };
      }),
    ],
    realtime: { countUnread: (userId) => countUnread(db, userId) },
  }),
};
