import { useTranslation } from 'react-i18next';
import { LOCK_MINUTES, type LockMinutes } from '../../domain/app-lock/lockRecord.ts';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import styles from './Security.module.css';

type MinutesChoiceProps = { minutes: LockMinutes; onChange: (minutes: LockMinutes) => void };

/** How long the app may be out of sight before it locks. */
export function MinutesChoice({ minutes, onChange }: MinutesChoiceProps) {
  const { t } = useTranslation('security');
  return (
    <div className={styles['choice']}>
      <span aria-hidden="true" className={styles['note']}>
        {t('lock.after.label')}
      </span>
      <Segmented
        label={t('lock.after.label')}
        options={LOCK_MINUTES.map((count) => ({ value: String(count), label: t('lock.after.minutes', { count }) }))}
        value={String(minutes)}
        onValueChange={(value) => onChange(LOCK_MINUTES.find((count) => String(count) === value) ?? minutes)}
      />
    </div>
  );
}
