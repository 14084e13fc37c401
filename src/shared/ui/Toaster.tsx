import { useEffect, useState, type ComponentType } from 'react';
import { onToastWaiting } from './toastQueue.ts';
import { whenQuiet } from './whenIdle.ts';

/** Where toasts appear; once, in the app. What draws them is loaded when the first screen stands, or with the first toast. */
export function Toaster() {
  const [Host, setHost] = useState<ComponentType>();
  useEffect(() => {
    // Not React.lazy: without a network the screen stays as it is, and the next toast tries again.
    const load = () =>
      void import('./ToastHost.tsx').then(
        (host) => setHost(() => host.ToastHost),
        () => undefined,
      );
    const stops = [onToastWaiting(load), whenQuiet(load)];
    return () => stops.forEach((stop) => stop());
  }, []);
  return Host === undefined ? null : <Host />;
}
