import { useEffect, useState } from 'react';
import type { UserId } from '@halyard/contract/ids';
import type { MessageCategory } from '@halyard/contract/notifications/calls';
import type { AppError } from '../../shared/api/appError.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { isStandalone } from '../install/useInstallWay.ts';
import { ownerKeyOf } from '../preferences/preferencesSlice.ts';
import { askPermission, pushSupport, readPushRecord } from './pushBrowser.ts';
import { choosePushes } from './pushThunks.ts';

/**
 * Push state of this device. `no`: unsupported; `install`: only from the home screen; `denied`: blocked for the site;
 * `yes`: available.
 */
export type PushState = 'yes' | 'no' | 'install' | 'denied';

/**
 * Result of the last tap: `dismissed` when the prompt was not answered, `browser` when the browser cannot subscribe.
 */
export type PushFailure = AppError | 'dismissed' | 'browser';

/**
 * The user's pushes on this device, and functions to turn categories on and off; call them from a tap, because the
 * browser may prompt.
 */
export function usePush(userId: UserId) {
  const dispatch = useAppDispatch();
  const [categories, setCategories] = useState<readonly MessageCategory[]>(
    () => readPushRecord(ownerKeyOf(userId))?.categories ?? [],
  );
  const [failure, setFailure] = useState<PushFailure>();
  const [isBusy, setBusy] = useState(false);
  const [permission, notePermission] = usePermission();
  const support = pushSupport(isStandalone());
  const state: PushState = support === 'yes' && permission === 'denied' ? 'denied' : support;
  const isOn = (category: MessageCategory) => permission === 'granted' && categories.includes(category);

  const turn = async (category: MessageCategory, isWanted: boolean) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    const answer = permission === 'granted' ? permission : await askPermission();
    notePermission();
    if (answer === 'granted') {
      const current = permission === 'granted' ? categories : [];
      const wanted = isWanted ? [...current, category] : current.filter((one) => one !== category);
      const failed = await dispatch(choosePushes(wanted));
      if (failed === undefined) setCategories(wanted);
      setFailure(failed);
    } else if (answer === 'default') setFailure('dismissed');
    setBusy(false);
  };
  return { state, isOn, isBusy, failure, turn } as const;
}

/** The site's permission, live with the browser's settings. */
function usePermission(): readonly [NotificationPermission, () => void] {
  const read = () => ('Notification' in window ? Notification.permission : 'denied');
  const [permission, setPermission] = useState(read);
  useEffect(() => {
    const note = () => setPermission(read());
    let status: PermissionStatus | undefined;
    const { permissions } = navigator as { permissions?: Permissions };
    void permissions?.query({ name: 'notifications' }).then(
      (found) => {
        status = found;
        found.addEventListener('change', note);
      },
      () => undefined,
    );
    document.addEventListener('visibilitychange', note);
    return () => {
      status?.removeEventListener('change', note);
      document.removeEventListener('visibilitychange', note);
    };
  }, []);
  return [permission, () => setPermission(read())];
}
