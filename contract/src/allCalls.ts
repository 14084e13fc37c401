/** Every call, in one list: for the API document, for checks over all calls, and for the fake backend of the tests. */
import type { Call } from './call.ts';
import * as accountSafety from './security/freezeCalls.ts';
import * as bank from './bank/calls.ts';
import * as chat from './chat/calls.ts';
import * as futuresReceipt from './futures/receiptCalls.ts';
import * as cost from './wallet/costCalls.ts';
import * as contracts from './futures/calls.ts';
import * as futuresWrites from './futures/writeCalls.ts';
import * as deposits from './deposits/calls.ts';
import * as exposure from './exposure/calls.ts';
import * as factors from './security/factorCalls.ts';
import * as fairness from './transparency/calls.ts';
import * as fairnessFigures from './transparency/figureCalls.ts';
import * as family from './legacy-clients/calls.ts';
import * as fundReset from './security/fundResetCalls.ts';
import * as identity from './identity/calls.ts';
import * as liabilities from './transparency/liabilityCalls.ts';
import * as markets from './market/calls.ts';
import * as messages from './notifications/calls.ts';
import * as news from './news/calls.ts';
import * as offers from './launchpad/calls.ts';
import * as options from './options/calls.ts';
import * as selfLimits from './options/selfLimitCalls.ts';
import * as passkeys from './security/passkeyCalls.ts';
import * as preferences from './user/preferenceCalls.ts';
import * as priceAlerts from './price-alerts/calls.ts';
import * as proof from './security/stepUpCalls.ts';
import * as push from './notifications/pushCalls.ts';
import * as rates from './money-rates/calls.ts';
import * as records from './wallet/entryCalls.ts';
import * as referral from './referral/calls.ts';
import * as sandbox from './sandbox/calls.ts';
import * as loggedPosition from './futures/loggedPositionCalls.ts';
import * as security from './security/calls.ts';
import * as settings from './settings/calls.ts';
import * as spot from './spot/calls.ts';
import * as trust from './trust/calls.ts';
import * as upload from './uploads/calls.ts';
import * as user from './user/calls.ts';
import * as wallet from './wallet/calls.ts';
import * as whitelist from './withdrawals/whitelistCalls.ts';
import * as withdrawals from './withdrawals/calls.ts';

const modules: readonly Readonly<Record<string, unknown>>[] = [
  settings,
  news,
  user,
  preferences,
  priceAlerts,
  messages,
  push,
  security,
  passkeys,
  proof,
  factors,
  accountSafety,
  identity,
  exposure,
  upload,
  markets,
  wallet,
  deposits,
  withdrawals,
  records,
  cost,
  rates,
  chat,
  bank,
  spot,
  options,
  selfLimits,
  contracts,
  futuresWrites,
  futuresReceipt,
  loggedPosition,
  trust,
  offers,
  referral,
  fairness,
  fairnessFigures,
  liabilities,
  sandbox,
  family,
  whitelist,
  fundReset,
];

/** Every call of the contract. */
export const ALL_CALLS: readonly Call[] = modules.flatMap((module) => Object.values(module).filter(isCall));

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'envelope' in value && 'answer' in value;
}
