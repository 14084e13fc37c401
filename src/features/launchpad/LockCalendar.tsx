import { CalendarPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Offering } from '@halyard/contract/launchpad/calls';
import { calendarFile } from '../../shared/files/calendarFile.ts';
import { saveFile } from '../../shared/format/saveFile.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Launchpad.module.css';

const DAY_MS = 86_400_000;

/** What happens when, from the start to the last day of the lock; and the same for the user's own calendar. */
export function LockCalendar({ offer }: { offer: Offering }) {
  const { t } = useTranslation('publication');
  const format = useFormat();
  const { id, coin } = offer;
  const endMs = Date.parse(offer.endAt);
  const unlockMs = offer.unlockAt === null ? endMs + offer.lockDays * DAY_MS : Date.parse(offer.unlockAt);
  const days = [
    { key: 'start', atMs: Date.parse(offer.startAt) },
    { key: 'end', atMs: endMs },
    { key: 'online', atMs: Date.parse(offer.onlineAt) },
    { key: offer.unlockAt === null ? 'unlockAbout' : 'unlock', atMs: unlockMs },
  ] as const;
  const save = async () => {
    const events = days.map(({ key, atMs }) => ({
      id: `offer-${id}-${key}`,
      atMs,
      title: `${coin}: ${t(`calendar.${key}`)}`,
    }));
    const saved = await saveFile(calendarFile(events), `${coin}.ics`);
    if (saved.outcome === 'failed') showToast({ kind: 'error', text: errorText(saved.error.code) });
  };
  return (
    <section>
      <span className={styles['line']}>
        <h2 className={styles['h2']}>{t('calendar.title')}</h2>
        <Button kind="quiet" size="small" onClick={() => void save()}>
          <CalendarPlus aria-hidden />
          {t('calendar.save')}
        </Button>
      </span>
      <ol className={styles['calendar']}>
        {days.map(({ key, atMs }) => (
          <li key={key} className={styles['line']}>
            <span className={styles['soft']}>{t(`calendar.${key}`)}</span>
            <time dateTime={new Date(atMs).toISOString()}>{format.moment(atMs, 'dateMinute')}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}
