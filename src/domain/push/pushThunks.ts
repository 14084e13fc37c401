/** Turning pushes on and off on this device, and keeping them as they were turned on. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { MessageCategory } from '@halyard/contract/notifications/calls';
import { getPushKey, subscribePush, unsubscribePush } from '@halyard/contract/notifications/pushCalls';
import { type AppError, isAppError } from '../../shared/api/appError.ts';
import { type CallOptions, toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import type { AppDispatch, RootState } from '../../shared/store/rootState.ts';
import { selectLanguage } from '../preferences/languageSlice.ts';
import { ownerKeyOf, selectOwn } from '../preferences/preferencesSlice.ts';
import { selectUser } from '../session/sessionSlice.ts';
import { subscribeBrowser, unsubscribeBrowser } from './pushBrowser.ts';
import { readPushRecord, removePushRecord, writePushRecord } from './pushRecord.ts';

/** Web push of this device. */
// What fails is said where it is turned on; at the start of the app it is tried again another time.
const INLINE: CallOptions = { errors: 'inline' };

const pushApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** The exchange's VAPID key. */
    getPushKey: build.query<string, void>({
      query: () => toCall(getPushKey, {}),
      transformResponse: ({ publicKey }: AnswerOf<typeof getPushKey>) => publicKey,
      extraOptions: INLINE,
    }),
    /** Tells where this browser gets pushes, and which. */
    subscribePush: build.mutation<AnswerOf<typeof subscribePush>, RequestOf<typeof subscribePush>>({
      query: (request) => toCall(subscribePush, request),
      extraOptions: INLINE,
    }),
    unsubscribePush: build.mutation<string, RequestOf<typeof unsubscribePush>>({
      query: (request) => toCall(unsubscribePush, request),
      extraOptions: INLINE,
    }),
  }),
});

type GetState = () => RootState;

/**
 * What was told is told again after so long: the exchange may have forgotten this browser while its service was out of
 * order.
 */
const TELL_AGAIN_MS = 24 * 60 * 60_000;

/**
 * Has these categories pushed to this browser, or nothing where there are none. Gives back why not; `browser` where the
 * browser cannot subscribe.
 */
export function choosePushes(categories: readonly MessageCategory[]) {
  return async (dispatch: AppDispatch, getState: GetState): Promise<AppError | 'browser' | undefined> => {
    const user = selectUser(getState());
    if (user === undefined) return { code: 'NOT_LOGGED_IN' };
    try {
      await (categories.length === 0
        ? dispatch(endPushes(ownerKeyOf(user.id)))
        : dispatch(tellPushes(ownerKeyOf(user.id), categories)));
      return undefined;
    } catch (error) {
      return isAppError(error) ? error : 'browser';
    }
  };
}

/**
 * Tells the exchange again what was turned on here, where anything of it has changed: its key, the browser's address,
 * language, hidden balances.
 */
export function renewPushes(owner: string) {
  return async (dispatch: AppDispatch, getState: GetState): Promise<void> => {
    const record = readPushRecord(owner);
    if (record === undefined || Notification.permission !== 'granted') return;
    const key = await dispatch(readKey());
    const { endpoint } = await subscribeBrowser(key);
    const wishes = requestsOf(getState(), owner);
    const isSame =
      record.key === key &&
      record.endpoint === endpoint &&
      record.language === wishes.language &&
      record.hidesAmounts === wishes.hidesAmounts &&
      Date.now() - record.toldAtMs < TELL_AGAIN_MS;
    if (!isSame) await dispatch(tellPushes(owner, record.categories));
  };
}

function tellPushes(owner: string, categories: readonly MessageCategory[]) {
  return async (dispatch: AppDispatch, getState: GetState): Promise<void> => {
    const key = await dispatch(readKey());
    const browser = await subscribeBrowser(key);
    const wishes = requestsOf(getState(), owner);
    const request = { ...browser, ...wishes, categories: [...categories] };
    const record = { owner, key, endpoint: browser.endpoint, ...wishes, categories: [...categories] };
    // Noted first, as not told: who logs out while this is under way takes it back, and what fails now is told at
    // another start.
    writePushRecord({ ...record, toldAtMs: 0 });
    await dispatch(pushApi.endpoints.subscribePush.initiate(request, { track: false })).unwrap();
    if (ownerKeyOf(selectUser(getState())?.id) === owner) writePushRecord({ ...record, toldAtMs: Date.now() });
    else await unsubscribeBrowser();
  };
}

function endPushes(owner: string) {
  return async (dispatch: AppDispatch): Promise<void> => {
    const endpoint = readPushRecord(owner)?.endpoint;
    removePushRecord();
    await unsubscribeBrowser();
    // The service refuses from here on; telling the exchange only spares it the attempt.
    if (endpoint !== undefined)
      await dispatch(pushApi.endpoints.unsubscribePush.initiate({ endpoint }, { track: false }));
  };
}

function readKey() {
  return (dispatch: AppDispatch): Promise<string> =>
    dispatch(pushApi.endpoints.getPushKey.initiate(undefined, { subscribe: false, forceRefetch: true })).unwrap();
}

function requestsOf(state: RootState, owner: string) {
  return {
    language: selectLanguage(state),
    hidesAmounts: selectOwn(state, owner, 'hidesBalances'),
  };
}
