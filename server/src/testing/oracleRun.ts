/** Common start of every comparison of an exchange with the oracle, and the steps for both. */
import type { OrderId } from '@halyard/contract/ids';
import {
  expectedFilled,
  hundredths,
  ladderAt,
  optionalHundredths,
  picked,
  balanceOf,
  START_TICK,
  type History,
  type Step,
} from './oracleHistories.ts';
import { createOracleMarket, type OracleMarket } from './oracleMarket.ts';

/** An order that no user has. */
export const MISSING = 2_147_483_647 as OrderId;

/** The oracle at the beginning of a history; `house` is the house's money in units of the ledger's last place. */
export function openOracle(
  { balances }: History,
  house: { readonly base: bigint; readonly quote: bigint },
): OracleMarket {
  return createOracleMarket({
    tick: START_TICK,
    ladderAt,
    house,
    balances: balances.map(([btc, usdt]) => balanceOf(btc, usdt)),
  });
}

/** Meaning of a replacement: the order, and the requested values, in the oracle's whole numbers and in decimals. */
export function replacementOf(oracle: OracleMarket, step: Extract<Step, { kind: 'replace' }>) {
  const { user, lots, tick } = step;
  const record = picked(oracle, user, step.pick);
  const stopTick = record?.orderType === 'stop_limit' && !record.isTriggered ? step.stopTick : undefined;
  const filled = expectedFilled(record, step.expectation);
  return {
    record,
    counts: { user, lots, tick, stopTick, expectedFilled: filled },
    terms: {
      quantity: hundredths(lots),
      price: optionalHundredths(tick),
      stopPrice: optionalHundredths(stopTick),
      expectedFilled: optionalHundredths(filled),
    },
  };
}
