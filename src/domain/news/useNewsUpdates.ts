import { useEffect, useEffectEvent } from 'react';
import { NEWS_UPDATED, type NewsUpdated } from '@halyard/contract/rules/worker';

/** The calls whose answers the worker keeps. */
type NewsPath = 'news/list' | 'news/detail';

/** Calls `renew` when the worker says that the exchange now answers a call otherwise than it did from its cache. */
export function useNewsUpdates(path: NewsPath, renew: () => unknown): void {
  const tell = useEffectEvent(renew);
  useEffect(() => {
    // There is none in private windows of some browsers, and none where the app was not served securely.
    const { serviceWorker } = navigator;
    if (serviceWorker === undefined) return undefined;
    const hear = ({ data }: MessageEvent<unknown>) => {
      if (isNewsUpdated(data) && data.path === path) tell();
    };
    serviceWorker.addEventListener('message', hear);
    return () => serviceWorker.removeEventListener('message', hear);
  }, [path]);
}

function isNewsUpdated(data: unknown): data is NewsUpdated {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === NEWS_UPDATED && 'path' in data;
}
