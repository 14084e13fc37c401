import { useTranslation } from 'react-i18next';
import { useMoneyBlockedReason } from '../realtime/useMoneyBlockedReason.ts';
import { Banner } from './Banner.tsx';

/**
 * Shows that prices have stopped although the connection is up. Controls that are disabled for it explain that
 * themselves.
 */
export function StaleStrip({ isStale }: { isStale: boolean }) {
  const { t } = useTranslation('forms');
  const isLost = useMoneyBlockedReason() !== undefined;
  return isStale && !isLost ? <Banner kind="stale" text={t('stale')} /> : null;
}
