/** Reads the user's own lists now and then, so that they open offline. */
import type { UserId } from '@halyard/contract/ids';
import type { Language } from '@halyard/contract/languages';
import { cacheRecord, readRecord } from '../../shared/storage/vault.ts';
import type { AppDispatch } from '../../shared/store/rootState.ts';
import { serverTimeMs } from '../../shared/time/serverClock.ts';
import { alertsApi } from '../alerts/alertsApi.ts';
import { messagesApi } from '../notifications/messagesApi.ts';
import { QUIET } from '../product.ts';
import { PRODUCT_LISTS } from '../products.ts';
import { depositsApi } from '../deposits/depositsApi.ts';
import { monthOf, resultRange, resultsApi } from '../wallet/resultsApi.ts';
import { recordsApi } from '../wallet/recordsApi.ts';
import { transfersApi } from '../wallet/transfersApi.ts';
import { walletApi } from '../wallet/walletApi.ts';
import { withdrawalsApi } from '../withdrawals/withdrawalsApi.ts';

/** The user and language to read for. */
type Reader = { readonly userId: UserId; readonly language: Language };

const AGAIN_AFTER_MS = 3_600_000;
/** When it was last done; removed with the user's other records. */
const DONE = 'read-ahead';

const LISTS = [
  (dispatch: AppDispatch) => dispatch(walletApi.endpoints.getWallet.initiate(undefined, QUIET)),
  (dispatch: AppDispatch) => dispatch(recordsApi.endpoints.getPerformance.initiate(undefined, QUIET)),
  (dispatch: AppDispatch) => dispatch(recordsApi.endpoints.getCosts.initiate(undefined, QUIET)),
  (dispatch: AppDispatch) => dispatch(recordsApi.endpoints.pageEntries.initiate({}, QUIET)),
  (dispatch: AppDispatch) => dispatch(resultsApi.endpoints.getResults.initiate(thisMonth(), QUIET)),
  (dispatch: AppDispatch) => dispatch(depositsApi.endpoints.pageDeposits.initiate({}, QUIET)),
  (dispatch: AppDispatch) => dispatch(withdrawalsApi.endpoints.pageWithdrawals.initiate({}, QUIET)),
  (dispatch: AppDispatch) => dispatch(transfersApi.endpoints.pageTransferSides.initiate({}, QUIET)),
  ...PRODUCT_LISTS,
  (dispatch: AppDispatch) => dispatch(alertsApi.endpoints.listPriceAlerts.initiate(undefined, QUIET)),
  (dispatch: AppDispatch, { userId, language }: Reader) =>
    dispatch(messagesApi.endpoints.pageMessages.initiate({ userId, language }, QUIET)),
];

function thisMonth() {
  const month = monthOf(serverTimeMs(Date.now()));
  return resultRange(month, month);
}

/**
 * Reads the lists one after another, unless that was done within the hour or the user saves data. Checks `isWanted`
 * before each. Never fails.
 */
export async function readAhead(dispatch: AppDispatch, reader: Reader, isWanted: () => boolean): Promise<void> {
  const done = await readRecord(DONE);
  if (savesData() || (done !== undefined && Date.now() - done.savedAtMs < AGAIN_AFTER_MS)) return;
  for (const list of LISTS) {
    if (!isWanted()) return;
    const { isError } = await list(dispatch, reader);
    if (isError) return;
  }
  await cacheRecord(DONE, { value: true, savedAtMs: Date.now() });
}

/** Network Information API, where supported. */
function savesData(): boolean {
  return (
    (navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true
  );
}
