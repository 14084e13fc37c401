import { useEffect, useState, type ComponentType } from 'react';
import { withStyles } from '../pwa/lostStyles.ts';
import { onToastWaiting } from './toastQueue.ts';
import { SOON_MS, whenQuiet } from '../scheduling/whenIdle.ts';

/** Place of the toasts; once in the app. Its code loads after the first screen, or with the first toast. */
export function Toaster() {
  const [Host, setHost] = useState<ComponentType>();
  useEffect(() => {
    // Not React.lazy: offline, the screen stays as it is, and the next toast tries again. Awaited: Vite moves a `then`
    // of an import behind the loading of styles, so that it would miss styles that fail.
    const load = async () => {
      try {
        const { ToastHost } = await withStyles(() => import('./ToastHost.tsx'));
        setHost(() => ToastHost);
      } catch {
        // The next toast tries again.
      }
    };
    const stops = [onToastWaiting(() => void load()), whenQuiet(() => void load(), SOON_MS)];
    return () => stops.forEach((stop) => stop());
  }, []);
  return Host === undefined ? null : <Host />;
}
