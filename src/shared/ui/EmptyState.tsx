import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '../pwa/lazyPart.tsx';
import type { DrawingName } from './EmptyDrawing.tsx';
import styles from './EmptyState.module.css';

type EmptyStateProps = {
  /** One sentence about the future content. */
  text: ReactNode;
  /** Drawing above it. */
  drawing?: DrawingName;
  /** One suggested action. */
  action?: ReactNode;
};

const EmptyDrawing = lazyPart(async () => (await import('./EmptyDrawing.tsx')).EmptyDrawing);

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
