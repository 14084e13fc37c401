import { useEffect, useState, type ComponentType } from 'react';
import { withStyles } from '../pwa/lostStyles.ts';
import { onToastWaiting } from './toastQueue.ts';
import { SOON_MS, whenQuiet } from '../scheduling/whenIdle.ts';

/**
 * Where toasts appear; once, in the app. What draws them is loaded when the first screen stands, or with the first
 * toast.
 */
export function Toaster() {
  const [Host, setHost] = useState<ComponentType>();
  useEffect(() => {
    // Not React.lazy: without a network the screen stays as it is, and the next toast tries again. Awaited: Vite moves
    // a `then` of an import into what comes after the styles, so that it would not hear of styles that do not come.
    const load = async () => {
      try {
        const { ToastHost } = await withStyles(() => import('./ToastHost.tsx'));
        setHost(() => ToastHost);
      } catch {
        // Asked for again, as said.
      }
    };
    const stops = [onToastWaiting(() => void load()), whenQuiet(() => void load(), SOON_MS)];
    return () => stops.forEach((stop) => stop());
  }, []);
  return Host === undefined ? null : <Host />;
}
