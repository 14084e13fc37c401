/** All money mutations of the app, and settling those with an unknown outcome. Loaded after the first screen. */
import { cardRemoval, saveCard } from '../domain/bank/bankApi.ts';
import { depositDeclaration } from '../domain/deposits/depositsApi.ts';
import { PRODUCT_MUTATIONS } from '../domain/products.ts';
import { testFunds } from '../domain/sandbox/testFunds.ts';
import { transferMutation } from '../domain/wallet/transfersApi.ts';
import { addressAddition, addressRemoval } from '../domain/withdrawals/addressesApi.ts';
import { withdrawalCancellation, withdrawalMutation } from '../domain/withdrawals/withdrawalsApi.ts';
import { onWriteOfOtherTab } from '../shared/money-mutations/pendingWrites.ts';
import type { MoneyMutation } from '../shared/money-mutations/moneyMutation.ts';
import { settleWrites } from '../shared/money-mutations/settleWrites.ts';
import { watchResume } from '../shared/realtime/resume.ts';
import { onDraftOwnerChange } from '../shared/storage/draftOwner.ts';
import { removeKey } from '../shared/storage/localStore.ts';
import type { AppParts } from './listeners/appParts.ts';

/** Every money mutation. One that is missing here is not settled after a reload. */
export const MONEY_MUTATIONS = [
  ...PRODUCT_MUTATIONS,
  depositDeclaration,
  withdrawalMutation,
  withdrawalCancellation,
  transferMutation,
  testFunds,
  saveCard,
  cardRemoval,
  addressAddition,
  addressRemoval,
] as unknown as readonly MoneyMutation[];

/** Keys where older versions stored orders unencrypted, and the address that a code was sent to; removed. */
const LEGACY_KEYS = ['pending-orders', 'code-wait'];

/**
 * Without Web Locks, a mutation may count as held by another tab for this long after that tab has ended.
 */
const SETTLE_AGAIN_MS = 25_000;

/**
 * Settles pending mutations: now, when the server may be reachable again, and when another tab starts to send one
 * (waits for it, and takes over if that tab ends). Returns the clean-up.
 */
export function startMoneyMutations({ store, realtime }: Pick<AppParts, 'store' | 'realtime'>): () => void {
  LEGACY_KEYS.forEach(removeKey);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const settle = () => {
    clearTimeout(timer);
    void settleWrites(MONEY_MUTATIONS, store.dispatch).then((isAll) => {
      clearTimeout(timer);
      if (!isAll && !isStopped) timer = setTimeout(settle, SETTLE_AGAIN_MS);
    });
  };
  const stops = [
    onWriteOfOtherTab(settle),
    watchResume(settle),
    onDraftOwnerChange(settle),
    realtime.onStatusChange(() => {
      if (realtime.getStatus().state === 'connected') settle();
    }),
  ];
  settle();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
