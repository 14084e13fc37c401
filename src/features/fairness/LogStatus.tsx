import { CircleCheck, CircleDashed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LogPin } from '../../domain/transparency/logPin.ts';
import { Button } from '../../shared/ui/Button.tsx';
import styles from './Fairness.module.css';
import { useAgo } from './useAgo.ts';
import type { LogCheck } from '../../domain/transparency/useLogCheck.ts';

/** How the log stood when this device looked last. */
export function LogStatus({ pin, check: { isRunning, hasRead, start } }: { pin: LogPin | undefined; check: LogCheck }) {
  const { t } = useTranslation('fairness');
  const ago = useAgo();
  const isGood = pin !== undefined && hasRead !== false;
  const Icon = isGood ? CircleCheck : CircleDashed;
  return (
    <section className={styles['status']} data-good={isGood || undefined}>
      <Icon aria-hidden />
      <p role="status">{text()}</p>
      <Button kind="quiet" size="small" isLoading={isRunning} onClick={start}>
        {t('check')}
      </Button>
    </section>
  );

  function text(): string {
    if (pin === undefined) return t(isRunning || hasRead === undefined ? 'status.checking' : 'status.unread');
    const when = { ago: ago(pin.atMs) };
    if (hasRead === false) return t('status.old', when);
    return t(pin.atMs === pin.firstAtMs ? 'status.first' : 'status.good', when);
  }
}
