import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { Button } from '../../../shared/ui/Button.tsx';
import styles from './History.module.css';

const PositionChecks = lazyPart(async () => (await import('./PositionChecks.tsx')).PositionChecks);

/** The way to verify a closed position by the public log, or why no file shows how it ended. */
export function VerifyPosition({ position }: { position: FuturesPosition }) {
  const { t } = useTranslation('lever');
  const [isVerifying, setVerifying] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  // It comes below what was looked at.
  useEffect(() => {
    if (isVerifying) place.current?.scrollIntoView?.({ block: 'start' });
  }, [isVerifying]);
  const lack = lackOf(position);
  if (lack !== undefined)
    return <p className={styles['soft']}>{t(`verify.none.${lack}`, { id: position.parentId })}</p>;
  return (
    <div ref={place} className={styles['details']}>
      {!isVerifying && <Button onClick={() => setVerifying(true)}>{t('verify.start')}</Button>}
      <Suspense fallback={null}>
        {/* At hand before it is asked for, so that verifying works later without a network. */}
        <PositionChecks position={position} isShown={isVerifying} />
      </Suspense>
    </div>
  );
}

function lackOf({ mode, parentId, closeReason }: FuturesPosition): 'cross' | 'part' | 'otherwise' | undefined {
  if (mode === 'cross') return 'cross';
  if (parentId !== null) return 'part';
  return closeReason === 'series_ended' || closeReason === 'house_limit' ? 'otherwise' : undefined;
}
