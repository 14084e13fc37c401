import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '../pwa/lazyPart.tsx';
import type { DrawingName } from './EmptyDrawing.tsx';
import styles from './EmptyState.module.css';

type EmptyStateProps = {
  /** One sentence: what would be here. */
  text: ReactNode;
  /** What is drawn above it. */
  drawing?: DrawingName;
  /** One thing to do about it. */
  action?: ReactNode;
};

const EmptyDrawing = lazyPart(async () => (await import('./EmptyDrawing.tsx')).EmptyDrawing);

/** Where a list has nothing in it. */
export function EmptyState({ text, drawing = 'list', action }: EmptyStateProps) {
  return (
    <div className={styles['state']}>
      <span className={styles['place']} aria-hidden="true">
        <Suspense fallback={null}>
          <EmptyDrawing name={drawing} />
        </Suspense>
      </span>
      <p className={styles['text']}>{text}</p>
      {action}
    </div>
  );
}
