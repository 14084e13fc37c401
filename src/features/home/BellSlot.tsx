import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { whenIdle } from '../../shared/scheduling/whenIdle.ts';
import styles from './Home.module.css';

// Home does without, where the connection has gone in the meantime.
const MessageBell = lazy<ComponentType>(() =>
  import('../../domain/messages/MessageBell.tsx').then(
    ({ MessageBell: Loaded }) => ({ default: Loaded }),
    () => ({ default: () => null }),
  ),
);

/** Where the bell stands. It comes when the browser is idle; its place is kept, so that nothing moves. */
export function BellSlot() {
  const [isTime, setTime] = useState(false);
  useEffect(() => whenIdle(() => setTime(true)), []);
  return (
    <span className={styles['bell']}>
      <Suspense fallback={null}>{isTime && <MessageBell />}</Suspense>
    </span>
  );
}
