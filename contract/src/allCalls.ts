/** All calls in one list: for the API document, checks over all calls, and the fake backend of tests. */
import type { Call } from './call.ts';
import * as account from './account/calls.ts';
import * as bank from './bank/calls.ts';
import * as chat from './chat/calls.ts';
import * as convert from './convert/calls.ts';
import * as plans from './convert/planCalls.ts';
import * as deposits from './deposits/calls.ts';
import * as exposure from './exposure/calls.ts';
import * as futures from './futures/calls.ts';
import * as loggedPosition from './futures/loggedPositionCalls.ts';
import * as futuresReceipts from './futures/receiptCalls.ts';
import * as halts from './halts/calls.ts';
import * as identity from './identity/calls.ts';
import * as launchpad from './launchpad/calls.ts';
import * as legacyClients from './legacy-clients/calls.ts';
import * as tradingBreak from './limits/breakCalls.ts';
import * as limits from './limits/calls.ts';
import * as publishedLimits from './limits/publishedCalls.ts';
import * as market from './market/calls.ts';
import * as priceSource from './market/priceSourceCalls.ts';
import * as moneyRates from './money-rates/calls.ts';
import * as news from './news/calls.ts';
import * as notifications from './notifications/calls.ts';
import * as options from './options/calls.ts';
import * as priceAlerts from './price-alerts/calls.ts';
import * as referral from './referral/calls.ts';
import * as sandbox from './sandbox/calls.ts';
import * as security from './security/calls.ts';
import * as factors from './security/factorCalls.ts';
import * as protection from './security/freezeCalls.ts';
import * as passkeys from './security/passkeyCalls.ts';
import * as stepUp from './security/stepUpCalls.ts';
import * as settings from './settings/calls.ts';
import * as spot from './spot/calls.ts';
import * as spotMutations from './spot/mutationCalls.ts';
import * as receipts from './options/receiptCalls.ts';
import * as transparency from './transparency/calls.ts';
import * as figures from './transparency/figureCalls.ts';
import * as trust from './trust/calls.ts';
import * as uploads from './uploads/calls.ts';
import * as user from './user/calls.ts';
import * as preferences from './user/preferenceCalls.ts';
import * as wallet from './wallet/calls.ts';
import * as cost from './wallet/costCalls.ts';
import * as entries from './wallet/entryCalls.ts';
import * as results from './wallet/resultCalls.ts';
import * as transfers from './wallet/transferCalls.ts';
import * as withdrawals from './withdrawals/calls.ts';

const modules: readonly Readonly<Record<string, unknown>>[] = [
  account,
  settings,
  halts,
  news,
  user,
  preferences,
  priceAlerts,
  notifications,
  security,
  stepUp,
  passkeys,
  factors,
  protection,
  identity,
  exposure,
  uploads,
  publishedLimits,
  limits,
  tradingBreak,
  market,
  priceSource,
  wallet,
  deposits,
  withdrawals,
  entries,
  transfers,
  cost,
  results,
  moneyRates,
  chat,
  bank,
  spot,
  spotMutations,
  convert,
  plans,
  options,
  futures,
  futuresReceipts,
  loggedPosition,
  trust,
  launchpad,
  referral,
  receipts,
  transparency,
  figures,
  sandbox,
  legacyClients,
];

export const ALL_CALLS: readonly Call[] = modules.flatMap((module) => Object.values(module).filter(isCall));

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'envelope' in value && 'answer' in value;
}
