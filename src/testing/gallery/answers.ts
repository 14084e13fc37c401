/** Answers of the gallery's server: every call, in every state in which screens are pictured. */
import { getAccountProtection } from '@halyard/contract/security/freezeCalls';
import { ALL_CALLS } from '@halyard/contract/allCalls';
import { getBankCard } from '@halyard/contract/bank/calls';
import { getDepositTerms } from '@halyard/contract/deposits/calls';
import { getFundReset, hasFundPassword } from '@halyard/contract/security/calls';
import { getIdentity } from '@halyard/contract/identity/calls';
import { REVIEW_REASONS } from '@halyard/contract/reviewReasons';
import { listCandles, listMarkets, listTicks } from '@halyard/contract/market/calls';
import { getRecommendedOffering } from '@halyard/contract/launchpad/calls';
import { listDeliveryTimes, listStakeCurrencies } from '@halyard/contract/options/calls';
import { listDrawings, listPreferences, savePreference } from '@halyard/contract/user/preferenceCalls';
import { listCallingCodes, setLanguage } from '@halyard/contract/settings/calls';
import { getUser } from '@halyard/contract/user/calls';
import { listUserCurrencies } from '@halyard/contract/wallet/calls';
import { getWhitelist } from '@halyard/contract/withdrawals/calls';
import { build } from '@halyard/contract/testing/build';
import { servePositions } from '../futures.ts';
import { TRADER } from '../exchange.ts';
import { answerRaw, neverAnswer, type FakeBackend } from '../fakeBackend.ts';
import { hoursAgo, serveAccount, serveEmptyWallet, serveOneSession } from './account.ts';
import { LIVE_STATES, serveLivePrices, serveOrigin } from './livePrices.ts';
import { MARKETS, serveMarkets } from './market.ts';
import { serveNewPlans, serveProducts } from './products.ts';
import { serveChat, serveReading } from './reading.ts';

/** `offline` begins as `full` and loses the connection; `longest` has long names and large figures. */
const STATES = ['full', 'longest', 'empty', 'loading', 'failing', 'offline', ...LIVE_STATES] as const;
export type State = (typeof STATES)[number];
export const isState = (word: string): word is State => STATES.some((state) => state === word);

/** Anonymous visitors make no private calls, so they are answered as the user. */
export type Onlooker = 'user' | 'newcomer';

/** Lists that are never empty on an exchange. */
const NEVER_EMPTY: ReadonlySet<string> = new Set(
  [listMarkets, listCandles, listTicks, listDeliveryTimes, listStakeCurrencies, listUserCurrencies, listCallingCodes]
    .map(({ name }) => name)
    .concat(getDepositTerms.name),
);

/** Makes a server answer every call. */
export function serveState(server: FakeBackend, state: State, onlooker: Onlooker): void {
  if (state === 'loading') return serveAll(server, neverAnswer);
  if (state === 'failing') return serveAll(server, () => answerRaw('', 503));
  serveFull(server, state === 'longest');
  const live = LIVE_STATES.find((one) => one === state);
  if (live !== undefined) serveLivePrices(server, live);
  if (state === 'empty' || onlooker === 'newcomer') serveEmpty(server, onlooker);
  // Newcomers may have written too.
  if (state !== 'empty') serveChat(server);
}

function serveAll(server: FakeBackend, answer: typeof neverAnswer): void {
  for (const call of ALL_CALLS) server.on(call, answer);
}

function serveFull(server: FakeBackend, isLong: boolean): void {
  // Calls without an answer below are answered with their codec's example.
  for (const call of ALL_CALLS) server.on(call, () => build(call.answer));
  serveProducts(server, isLong);
  serveMarkets(server);
  serveOrigin(server, MARKETS);
  serveAccount(server, isLong);
  serveReading(server);
  server.on(getUser, () => ({ ...TRADER, reviewStatus: 'verified' as const }));
  server.on(listCallingCodes, () => [
    { id: 1, name: 'Japan', callingCode: '81', country: 'JP' },
    { id: 2, name: 'Spain', callingCode: '34', country: 'ES' },
    { id: 3, name: 'Thailand', callingCode: '66', country: 'TH' },
    { id: 4, name: 'Vietnam', callingCode: '84', country: 'VN' },
  ]);
  server.on(setLanguage, ({ language }) => language);
  server.on(listPreferences, () => []);
  server.on(listDrawings, () => []);
  server.on(savePreference, ({ name, value }) => ({ name, value, version: 1 }));
  server.on(getWhitelist, () => ({ isOn: false, offAt: null, hours: 24 }));
  server.on(getFundReset, () => ({ state: 'none' as const, askedAt: null, worksAt: null, reason: null, hours: 72 }));
}

function serveEmpty(server: FakeBackend, onlooker: Onlooker): void {
  for (const call of ALL_CALLS) {
    const empty = emptied(build(call.answer));
    if (empty !== undefined && !NEVER_EMPTY.has(call.name)) server.on(call, () => empty);
  }
  serveEmptyWallet(server);
  serveNewPlans(server);
  serveOneSession(server);
  server.on(getUser, () => TRADER);
  servePositions(server, { available: '0' });
  server.on(getRecommendedOffering, () => null);
  server.on(getBankCard, () => ({ banks: [] }));
  server.on(hasFundPassword, () => 'unset' as const);
  server.on(getAccountProtection, () => ({
    isFrozen: false,
    frozenAt: null,
    unfreezing: null,
    antiPhishingCode: null,
  }));
  const none = { status: 'none', rejectReason: null, submittedAt: null, reviewedAt: null } as const;
  const basic = {
    status: 'rejected',
    rejectReason: REVIEW_REASONS.NAME_MISMATCH,
    submittedAt: hoursAgo(30),
    reviewedAt: hoursAgo(8),
  } as const;
  server.on(getIdentity, () =>
    onlooker === 'newcomer'
      ? build(getIdentity.answer, { basic, advanced: none, country: 'ES', name: 'Ann Harbour' })
      : build(getIdentity.answer, { basic: none, advanced: none, country: null, name: null }),
  );
}

/** An empty list or page; `undefined` for anything else. */
function emptied(answer: unknown): unknown {
  if (Array.isArray(answer)) return [];
  if (typeof answer !== 'object' || answer === null) return undefined;
  const lists = Object.entries(answer).filter(([, value]) => Array.isArray(value));
  if (!['rows', 'messages', 'events'].some((name) => name in answer)) return undefined;
  return { ...answer, ...Object.fromEntries(lists.map(([name]) => [name, []])), total: 0, unread: 0, next: null };
}
