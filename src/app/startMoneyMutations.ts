/**
 * All money writes of the app, and settling those whose outcome is not known; loaded when the first screen is there.
 */
import { saveCard } from '../domain/bank/bankApi.ts';
import {
  closing,
  closingOfAll,
  marginAddition,
  opening,
  positionCancellation,
  reversal,
  stopsChange,
} from '../domain/futures/futuresMutations.ts';
import { depositDeclaration } from '../domain/deposits/depositsApi.ts';
import { selfLimitsChange, purchase } from '../domain/options/optionMutations.ts';
import { givingUp, subscribing } from '../domain/launchpad/offeringMutations.ts';
import { cancellation, cancellationOfAll, placement, replacement } from '../domain/spot/orderMutations.ts';
import { testFunds } from '../domain/sandbox/testFunds.ts';
import { trustPurchase, trustRedemption } from '../domain/trust/trustMutations.ts';
import { transferMutation } from '../domain/wallet/transfersApi.ts';
import { addressAddition, addressRemoval } from '../domain/withdrawals/addressesApi.ts';
import { withdrawalCancellation, withdrawalMutation } from '../domain/withdrawals/withdrawalsApi.ts';
import { onWriteOfOtherTab } from '../shared/money-mutations/pendingWrites.ts';
import type { MoneyMutation } from '../shared/money-writes/moneyMutation.ts';
import { settleWrites } from '../shared/money-mutations/settleWrites.ts';
import { watchWake } from '../shared/realtime/wake.ts';
import { onDraftOwnerChange } from '../shared/storage/draftOwner.ts';
import { removeKey } from '../shared/storage/localStore.ts';
import type { AppParts } from './listeners/appParts.ts';

/** Every money write there is; what is not named here is not settled after a reload. */
export const MONEY_WRITES = [
  placement,
  replacement,
  cancellation,
  cancellationOfAll,
  depositDeclaration,
  withdrawalMutation,
  withdrawalCancellation,
  transferMutation,
  testFunds,
  saveCard,
  addressAddition,
  addressRemoval,
  purchase,
  selfLimitsChange,
  opening,
  closing,
  closingOfAll,
  stopsChange,
  positionCancellation,
  marginAddition,
  reversal,
  trustPurchase,
  trustRedemption,
  subscribing,
  givingUp,
] as unknown as readonly MoneyMutation[];

/** Where older versions kept orders, for whoever reads the device. */
const UNSEALED_KEY = 'pending-orders';

/** Another tab may hold a write for so long after its end, where the browser has no locks. */
const LOOK_AGAIN_MS = 25_000;

/**
 * Settles what is kept: now, when the exchange may be within reach again, and when another tab begins to send
 * something, which is waited for and goes on here if that tab dies. Gives back the clean-up.
 */
export function startMoneyMutations({ store, realtime }: Pick<AppParts, 'store' | 'realtime'>): () => void {
  removeKey(UNSEALED_KEY);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const look = () => {
    clearTimeout(timer);
    void settleWrites(MONEY_WRITES, store.dispatch).then((isAll) => {
      clearTimeout(timer);
      if (!isAll && !isStopped) timer = setTimeout(look, LOOK_AGAIN_MS);
    });
  };
  const stops = [
    onWriteOfOtherTab(look),
    watchWake(look),
    onDraftOwnerChange(look),
    realtime.onStatusChange(() => {
      if (realtime.getStatus().state === 'connected') look();
    }),
  ];
  look();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
