import { useEffect } from 'react';
import type { UserId } from '@halyard/contract/ids';
import { PUSH_CHANGED } from '@halyard/contract/serviceWorker';
import { PUSH_KEY } from '../../shared/pwa/forgetPush.ts';
import { readText } from '../../shared/storage/localStore.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { whenIdle } from '../../shared/scheduling/whenIdle.ts';
import { useHiddenBalances, useLanguage } from '../preferences/usePreferences.ts';
import { ownerKeyOf } from '../preferences/preferencesSlice.ts';

/**
 * Renews this device's pushes: at the start, when masking or language changes, and when the browser reports it. Loads
 * nothing while they are off.
 */
export function useRenewPush(userId: UserId): void {
  const dispatch = useAppDispatch();
  const { language } = useLanguage();
  const { hidesBalances } = useHiddenBalances();
  useEffect(() => {
    const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
    if (serviceWorker === undefined) return undefined;
    const keep = async () => {
      if (readText(PUSH_KEY) === undefined) return;
      const { renewPushes } = await import('./pushThunks.ts');
      await dispatch(renewPushes(ownerKeyOf(userId)));
    };
    // Retried at the next start.
    const keepQuietly = () => void keep().catch(() => undefined);
    const onMessage = ({ data }: MessageEvent) => {
      if ((data as { readonly type?: unknown } | null)?.type === PUSH_CHANGED) keepQuietly();
    };
    serviceWorker.addEventListener('message', onMessage);
    const stop = whenIdle(keepQuietly);
    return () => {
      stop();
      serviceWorker.removeEventListener('message', onMessage);
    };
  }, [dispatch, userId, language, hidesBalances]);
}
