import { useTranslation } from 'react-i18next';
import { useMoneyBlockedReason } from '../realtime/useMoneyBlockedReason.ts';
import { Banner } from './Banner.tsx';

/** Says that prices stand still, while nothing tells that the line is lost. What is off for it says so itself. */
export function StaleStrip({ isStale }: { isStale: boolean }) {
  const { t } = useTranslation('forms');
  const isLost = useMoneyBlockedReason() !== undefined;
  return isStale && !isLost ? <Banner kind="stale" text={t('stale')} /> : null;
}
