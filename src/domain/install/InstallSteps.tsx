import { Share, SquarePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyRow, CopyButton } from '../../shared/ui/CopyRow.tsx';
import styles from './InstallSteps.module.css';
import { inAppBrowserOf, type InstallWay } from './useInstallWay.ts';

/**
 * Manual steps where the browser cannot prompt: for an iPhone, or to leave an in-app browser. Texts of the namespace
 * `settings`.
 */
export function InstallSteps({ way }: { way: InstallWay }) {
  const { t } = useTranslation('settings');
  if (way === 'share') return <ShareSteps />;
  if (way === 'inApp') return <LeaveApp />;
  return way === 'menu' ? <p className={styles['note']}>{t('install.menu')}</p> : null;
}

function ShareSteps() {
  const { t } = useTranslation('settings');
  return (
    <ol className={styles['steps']}>
      <Step icon={<Share aria-hidden />}>{t('install.share.open')}</Step>
      <Step icon={<SquarePlus aria-hidden />}>{t('install.share.choose')}</Step>
      <Step>{t('install.share.add')}</Step>
    </ol>
  );
}

function LeaveApp() {
  const { t } = useTranslation('settings');
  const app = inAppBrowserOf(navigator.userAgent) ?? '';
  const link = `${window.location.origin}${import.meta.env.BASE_URL}`;
  return (
    <div className={styles['leave']}>
      <p className={styles['note']}>{app === '' ? t('install.inApp.someApp') : t('install.inApp.app', { app })}</p>
      <ol className={styles['steps']}>
        <Step>{t('install.inApp.copy')}</Step>
        <Step>{t('install.inApp.paste')}</Step>
      </ol>
      <CopyRow label={t('install.inApp.link')} value={link} variant="whole" />
      <CopyButton text={link} what={t('install.inApp.link')} variant="words" />
    </div>
  );
}

function Step({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <li className={styles['step']}>
      <span>{children}</span>
      {icon}
    </li>
  );
}
