import { useTranslation } from 'react-i18next';
import { useFormat } from '../../shared/format/useFormat.ts';

/** What a day is called: today, yesterday, or its date. */
export function useDayName(): (atMs: number) => string {
  const { t } = useTranslation('chat');
  const format = useFormat();
  return (atMs) => {
    const now = new Date();
    const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
    const isOn = (day: Date) => new Date(atMs).toDateString() === day.toDateString();
    if (isOn(now)) return t('day.today');
    return isOn(yesterday) ? t('day.yesterday') : format.moment(atMs, 'date');
  };
}
