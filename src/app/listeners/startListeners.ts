/** Cross-cutting listeners, one per concern. */
import { isRejectedWithValue } from '@reduxjs/toolkit';
import { isAppError } from '../../shared/api/appError.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import type { CallMeta } from '../../shared/api/baseQuery.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { showToast } from '../../shared/ui/toastQueue.ts';
import type { AppParts } from './appParts.ts';
import { startChoicesListener, startLanguageListener, startThemeListener } from './preferenceListeners.ts';
import {
  startDraftsListener,
  startRenewalListener,
  startSessionBeginListener,
  startSessionChangeListener,
  startSessionEndListener,
  startSharedFileListener,
  startSocketLogoutListener,
  startTabsListener,
} from './sessionListener.ts';

const LISTENERS = [
  startSessionEndListener,
  startSessionBeginListener,
  startSessionChangeListener,
  startSocketLogoutListener,
  startRenewalListener,
  startDraftsListener,
  startErrorListener,
  startHaltListener,
  startLanguageListener,
  startThemeListener,
  startChoicesListener,
  startTabsListener,
  startSharedFileListener,
];

/** Starts them; returns the clean-up. */
export function startListeners(parts: AppParts): () => void {
  const stops = LISTENERS.map((start) => start(parts));
  return () => {
    for (const stop of stops) stop();
  };
}

const HALTED: ReadonlySet<string> = new Set(['HALTED', 'MARKET_SUSPENDED']);

/** A refusal because of a halt shows its reason at once, wherever halts are shown. */
function startHaltListener({ startListening }: AppParts) {
  return startListening({
    matcher: isRejectedWithValue,
    effect: ({ payload }: { readonly payload?: unknown }, { dispatch }) => {
      if (isAppError(payload) && HALTED.has(payload.code)) dispatch(emptyApi.util.invalidateTags(['Halt']));
    },
  });
}

/** Failed calls show a message, unless the form that made them does. */
type Meta = { readonly arg?: { readonly type?: string }; readonly baseQueryMeta?: CallMeta };

/** Shows failures of users' actions. Failed reads show on the page that reads. */
function startErrorListener({ startListening }: AppParts) {
  return startListening({
    matcher: isRejectedWithValue,
    effect: ({ payload, meta }: { readonly payload?: unknown; readonly meta: unknown }) => {
      const { arg, baseQueryMeta } = meta as Meta;
      if (arg?.type !== 'mutation' || baseQueryMeta?.isInline === true || !isAppError(payload)) return;
      // The end of the session is reported once, however many calls it makes fail.
      if (payload.code !== 'NOT_LOGGED_IN') showToast({ kind: 'error', text: appErrorText(payload) });
    },
  });
}
