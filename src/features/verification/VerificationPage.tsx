import { useTranslation } from 'react-i18next';
import type { IdentityLevel } from '@halyard/contract/identity/calls';
import type { Decimal } from '@halyard/contract/money';
import { IDENTITY_BADGES } from '../../domain/identity/identityApi.ts';
import { useGetPublishedLimitsQuery } from '../../domain/limits/publishedLimitsApi.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { classNames } from '../../shared/ui/classNames.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { SidesLoading } from '../../shared/ui/SidesLoading.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { LEVEL_PATHS, RejectionNote, WithIdentity, type LevelName } from './WithIdentity.tsx';
import styles from './Verification.module.css';

const WAYS = { none: 'level.start', rejected: 'level.again', pending: 'level.see', verified: 'level.see' } as const;

/** Both verification levels: requirements, benefits and status. */
export function VerificationPage() {
  const { t } = useTranslation('verification');
  return (
    <Page header={<NavBar title={t('title')} />}>
      <WithIdentity loading={<SidesLoading start={[220]} end={[220]} />}>
        {(identity) => (
          <div className={classNames(styles['stack'], styles['levels'])}>
            <div data-side="start">
              <LevelCard name="basic" level={identity.basic} isReachable />
            </div>
            <div data-side="end">
              <LevelCard name="advanced" level={identity.advanced} isReachable={identity.basic.status === 'verified'} />
            </div>
            <p className={styles['note']}>{t('privacy')}</p>
          </div>
        )}
      </WithIdentity>
    </Page>
  );
}

type LevelCardProps = {
  name: LevelName;
  level: IdentityLevel;
  /** Whether the level before is passed. */
  isReachable: boolean;
};

/** One level: requirements, benefits, status, and one action. */
function LevelCard({ name, level, isReachable }: LevelCardProps) {
  const { t } = useTranslation('verification');
  return (
    <Card>
      <div className={styles['level']}>
        <div className={styles['head']}>
          <h2 className={styles['heading']}>{t(`${name}.title`)}</h2>
          <StatusBadge status={IDENTITY_BADGES[level.status]} />
        </div>
        <dl className={styles['facts']}>
          <dt>{t('level.needs')}</dt>
          <dd>{t(`${name}.needs`)}</dd>
          <dt>{t('level.allows')}</dt>
          <dd>{name === 'basic' ? t('basic.allows') : <AdvancedLimits />}</dd>
        </dl>
        <RejectionNote level={level} />
        {isReachable ? (
          <Way name={name} level={level} />
        ) : (
          <p className={styles['note']}>{errorText('BASIC_REQUIRED')}</p>
        )}
      </div>
    </Card>
  );
}

/** The limits that rise with the advanced level, from and to. */
function AdvancedLimits() {
  const { t } = useTranslation('verification');
  const format = useFormat();
  const { currentData: published } = useGetPublishedLimitsQuery();
  if (published === undefined) return t('advanced.allows');
  const { basic, advanced } = published.levels;
  const exposureText = (value: Decimal | null) =>
    value === null ? t('none', { ns: 'limits' }) : format.money(value, 'USDT');
  const raised = [
    [t('limits.orders', { ns: 'limits' }), String(basic.openOrders), String(advanced.openOrders)],
    [t('limits.exposure', { ns: 'limits' }), exposureText(basic.exposure), exposureText(advanced.exposure)],
    [t('limits.withdrawals', { ns: 'limits' }), String(basic.withdrawalsPerDay), String(advanced.withdrawalsPerDay)],
  ].filter(([, from, to]) => from !== to);
  if (raised.length === 0) return t('advanced.same');
  return (
    <ul>
      {raised.map(([label, from, to]) => (
        <li key={label}>{`${label}: ${from} → ${to}`}</li>
      ))}
    </ul>
  );
}

function Way({ name, level: { status } }: Pick<LevelCardProps, 'name' | 'level'>) {
  const { t } = useTranslation('verification');
  const isDone = status === 'pending' || status === 'verified';
  return (
    <ButtonLink to={LEVEL_PATHS[name]()} kind={isDone ? 'ghost' : 'primary'}>
      {t(WAYS[status], { level: t(`${name}.title`) })}
    </ButtonLink>
  );
}
