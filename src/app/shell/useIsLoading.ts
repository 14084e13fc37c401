import { useSyncExternalStore } from 'react';
import { useNavigation } from 'react-router-dom';
import { hasActivity, subscribeActivity } from '../../shared/api/activity.ts';

/** Whether a page or a call is on its way. */
export function useIsLoading(): boolean {
  const isCalling = useSyncExternalStore(subscribeActivity, hasActivity);
  return useNavigation().state === 'loading' || isCalling;
}
