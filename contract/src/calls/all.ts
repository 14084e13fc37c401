/** Every call, in one list: for the API document, for checks over all calls, and for the fake backend of the tests. */
import type { Call } from '../call.ts';
import * as accountSafety from './accountSafety.ts';
import * as bank from './bank.ts';
import * as chat from './chat.ts';
import * as contractReceipt from './contractReceipt.ts';
import * as cost from './cost.ts';
import * as contracts from './contracts.ts';
import * as contractWrites from './contractWrites.ts';
import * as deposits from './deposits.ts';
import * as exposure from './exposure.ts';
import * as factors from './factors.ts';
import * as fairness from './fairness.ts';
import * as fairnessFigures from './fairnessFigures.ts';
import * as family from './family.ts';
import * as fundReset from './fundReset.ts';
import * as identity from './identity.ts';
import * as liabilities from './liabilities.ts';
import * as markets from './markets.ts';
import * as messages from './messages.ts';
import * as news from './news.ts';
import * as offers from './offers.ts';
import * as options from './options.ts';
import * as ownLimits from './ownLimits.ts';
import * as passkeys from './passkeys.ts';
import * as preferences from './preferences.ts';
import * as priceAlerts from './priceAlerts.ts';
import * as proof from './proof.ts';
import * as push from './push.ts';
import * as rates from './rates.ts';
import * as records from './records.ts';
import * as referral from './referral.ts';
import * as sandbox from './sandbox.ts';
import * as sealedPosition from './sealedPosition.ts';
import * as security from './security.ts';
import * as settings from './settings.ts';
import * as spot from './spot.ts';
import * as trust from './trust.ts';
import * as upload from './upload.ts';
import * as user from './user.ts';
import * as wallet from './wallet.ts';
import * as whitelist from './whitelist.ts';
import * as withdrawals from './withdrawals.ts';

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
  ownLimits,
  contracts,
  contractWrites,
  contractReceipt,
  sealedPosition,
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
