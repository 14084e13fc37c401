import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import {
  type MessageCategory,
  getPushKey,
  subscribePush,
  unsubscribePush,
} from '@halyard/contract/notifications/calls';
import { type AppError, isAppError } from '../../shared/api/appError.ts';
import { type CallOptions, toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import type { AppDispatch, RootState } from '../../shared/store/rootState.ts';
import { selectLanguage } from '../preferences/languageSlice.ts';
import { ownerKeyOf, selectOwn } from '../preferences/preferencesSlice.ts';
import { selectUser } from '../session/sessionSlice.ts';
import {
  subscribeBrowser,
  unsubscribeBrowser,
  readPushRecord,
  removePushRecord,
  writePushRecord,
} from './pushBrowser.ts';

/** Turning web push of this device on and off, and renewing it. */
// Errors are shown where it is turned on; a renewal is retried at a later start.
const INLINE: CallOptions = { errors: 'inline' };

const pushApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** The exchange's VAPID key. */
    getPushKey: build.query<string, void>({
      query: () => toCall(getPushKey, {}),
      transformResponse: ({ publicKey }: AnswerOf<typeof getPushKey>) => publicKey,
      extraOptions: INLINE,
    }),
    /** Sends this browser's subscription and the chosen categories. */
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

/** The subscription is sent again after this long: the exchange may have dropped it during a push service outage. */
const RESEND_AFTER_MS = 24 * 60 * 60_000;

/**
 * Pushes these categories to this browser; none turns pushes off. Returns the error, `browser` when the browser cannot
 * subscribe.
 */
export function choosePushes(categories: readonly MessageCategory[]) {
  return async (dispatch: AppDispatch, getState: GetState): Promise<AppError | 'browser' | undefined> => {
    const user = selectUser(getState());
    if (user === undefined) return { code: 'NOT_LOGGED_IN' };
    try {
      await (categories.length === 0
        ? dispatch(endPushes(ownerKeyOf(user.id)))
        : dispatch(sendSubscription(ownerKeyOf(user.id), categories)));
      return undefined;
    } catch (error) {
      return isAppError(error) ? error : 'browser';
    }
  };
}

/** Sends the subscription again when its key, endpoint, language or masking changed. */
export function renewPushes(owner: string) {
  return async (dispatch: AppDispatch, getState: GetState): Promise<void> => {
    const record = readPushRecord(owner);
    if (record === undefined || Notification.permission !== 'granted') return;
    const key = await dispatch(readKey());
    const { endpoint } = await subscribeBrowser(key);
    const settings = requestsOf(getState(), owner);
    const isSame =
      record.key === key &&
      record.endpoint === endpoint &&
      record.language === settings.language &&
      record.hidesAmounts === settings.hidesAmounts &&
      Date.now() - (record.sentAtMs ?? 0) < RESEND_AFTER_MS;
    if (!isSame) await dispatch(sendSubscription(owner, record.categories));
  };
}

function sendSubscription(owner: string, categories: readonly MessageCategory[]) {
  return async (dispatch: AppDispatch, getState: GetState): Promise<void> => {
    const key = await dispatch(readKey());
    const browser = await subscribeBrowser(key);
    const settings = requestsOf(getState(), owner);
    const request = { ...browser, ...settings, categories: [...categories] };
    const record = { owner, key, endpoint: browser.endpoint, ...settings, categories: [...categories] };
    // Persisted as unsent first: a logout meanwhile removes it, and a failed call is retried at the next start.
    writePushRecord({ ...record, sentAtMs: 0 });
    await dispatch(pushApi.endpoints.subscribePush.initiate(request, { track: false })).unwrap();
    if (ownerKeyOf(selectUser(getState())?.id) === owner) writePushRecord({ ...record, sentAtMs: Date.now() });
    else await unsubscribeBrowser();
  };
}

function endPushes(owner: string) {
  return async (dispatch: AppDispatch): Promise<void> => {
    const endpoint = readPushRecord(owner)?.endpoint;
    removePushRecord();
    await unsubscribeBrowser();
    // The push service refuses from here on; the call only saves the exchange the attempt.
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
