/** Every module, in the order in which the operator's help lists their commands. */
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { FeedSetting } from '../feedSetting.ts';
import type { HouseNeeds } from '../house/houseTakes.ts';
import { legacyClients } from '../legacy-clients/module.ts';
import type { Module } from '../module.ts';
import { account } from './account/index.ts';
import { bank } from './bank/index.ts';
import { channels } from './channels/index.ts';
import { chat } from './chat/index.ts';
import { convert } from './convert/index.ts';
import { deposits } from './deposits/index.ts';
import { fairness } from './fairness/index.ts';
import { futures } from './futures/index.ts';
import { halts } from './halts/index.ts';
import { identity } from './identity/index.ts';
import { launchpad } from './launchpad/index.ts';
import { liabilities } from './liabilities/index.ts';
import { limits } from './limits/index.ts';
import { market } from './market/index.ts';
import { moneyRates } from './money-rates/index.ts';
import { news } from './news/index.ts';
import { notifications } from './notifications/index.ts';
import { options } from './options/index.ts';
import { preferences } from './preferences/index.ts';
import { priceAlerts } from './price-alerts/index.ts';
import { push } from './push/index.ts';
import { referral } from './referral/index.ts';
import { sandbox } from './sandbox/index.ts';
import { security } from './security/index.ts';
import { settings } from './settings/index.ts';
import { spot } from './spot/index.ts';
import { transparency } from './transparency/index.ts';
import { trust } from './trust/index.ts';
import { uploads } from './uploads/index.ts';
import { user } from './user/index.ts';
import { wallet } from './wallet/index.ts';
import { withdrawals } from './withdrawals/index.ts';

export const MODULES: readonly Module[] = [
  deposits,
  withdrawals,
  identity,
  security,
  user,
  account,
  chat,
  channels,
  news,
  settings,
  halts,
  notifications,
  push,
  market,
  wallet,
  bank,
  preferences,
  priceAlerts,
  spot,
  convert,
  options,
  futures,
  trust,
  launchpad,
  referral,
  limits,
  moneyRates,
  transparency,
  liabilities,
  fairness,
  uploads,
  sandbox,
  legacyClients,
];

/** Amounts that stay in accounts of the house, for all products. */
export const HOUSE_NEEDS: HouseNeeds = Object.assign({}, ...MODULES.map(({ houseNeeds }) => houseNeeds));

// The first terms of every product, for a sandbox.

/** Puts them in force, each unless there are some. */
export async function publishFirstTerms(db: Database, clock: Clock, feed: FeedSetting['kind']): Promise<void> {
  for (const module of MODULES) await module.publishFirstTerms?.(db, clock, feed);
}
