import { useEffect } from 'react';
import { useUnreadMessages } from './useMessages.ts';

type Badging = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

/** Shows the number of unread messages on the app icon, where supported, while logged in. */
export function useAppBadge(): void {
  const unread = useUnreadMessages();
  useEffect(() => {
    const device = navigator as Badging;
    const shown = unread === 0 ? device.clearAppBadge?.() : device.setAppBadge?.(unread);
    void shown?.catch(() => undefined);
  }, [unread]);
  useEffect(
    () => () => {
      void (navigator as Badging).clearAppBadge?.().catch(() => undefined);
    },
    [],
  );
}
