import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { IdentityLevel } from '@halyard/contract/identity/calls';
import type { LevelLimits } from '@halyard/contract/limits/rules';
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
  const { basic, advanced, isLoading } = useRaisedLimits();
  const loading = <SidesLoading start={[220]} end={[220]} />;
  return (
    <Page header={<NavBar title={t('title')} />}>
      <WithIdentity loading={loading}>
        {(identity) =>
          isLoading ? (
            loading
          ) : (
            <div className={classNames(styles['stack'], styles['levels'])}>
              <div data-side="start">
                <LevelCard
                  name="basic"
                  level={identity.basic}
                  allows={<Lines lines={[t('basic.allows'), ...(basic ?? [])]} />}
                  isReachable
                />
              </div>
              <div data-side="end">
                <LevelCard
                  name="advanced"
                  level={identity.advanced}
                  allows={advanced === undefined ? t('advanced.allows') : <RaisedLimits lines={advanced} />}
                  isReachable={identity.basic.status === 'verified'}
                  isOptional={advanced?.length === 0}
                />
              </div>
              <p className={styles['note']}>{t('privacy')}</p>
            </div>
          )
        }
      </WithIdentity>
    </Page>
  );
}

type LevelCardProps = {
  name: LevelName;
  level: IdentityLevel;
  /** Functions that need the level. */
  allows: ReactNode;
  /** Whether the level before is passed. */
  isReachable: boolean;
  /** Whether the level makes nothing more possible. */
  isOptional?: boolean;
};

/** One level: requirements, benefits, status, and one action. */
function LevelCard({ name, level, allows, isReachable, isOptional = false }: LevelCardProps) {
  const { t } = useTranslation('verification');
  return (
    <Card>
      <div className={styles['level']}>
        <div className={styles['head']}>
          <h2 className={styles['heading']}>{t(`${name}.title`)}</h2>
          <StatusBadge
            status={name === 'advanced' && level.status === 'none' ? 'notStarted' : IDENTITY_BADGES[level.status]}
          />
        </div>
        <dl className={styles['facts']}>
          <dt>{t('level.needs')}</dt>
          <dd>{t(`${name}.needs`)}</dd>
          <dt>{t('level.allows')}</dt>
          <dd>{allows}</dd>
        </dl>
        <RejectionNote level={level} />
        {isReachable ? (
          <Way name={name} level={level} isOptional={isOptional} />
        ) : (
          <p className={styles['note']}>{errorText('BASIC_REQUIRED')}</p>
        )}
      </div>
    </Card>
  );
}

type RaisedByLevel = Partial<Record<LevelName, readonly string[]>> & { readonly isLoading: boolean };

/** The limits that rise with each level, from and to; undefined while unknown. */
function useRaisedLimits(): RaisedByLevel {
  const { t } = useTranslation('verification');
  const format = useFormat();
  const { currentData: published, isLoading } = useGetPublishedLimitsQuery();
  if (published === undefined) return { isLoading };
  const { none, basic, advanced } = published.levels;
  const exposureText = (value: Decimal | null) =>
    value === null ? t('none', { ns: 'limits' }) : `${format.amount(value, 2, 0)} USDT`;
  const raised = (from: LevelLimits, to: LevelLimits) =>
    [
      [t('limits.orders', { ns: 'limits' }), String(from.openOrders), String(to.openOrders)],
      [t('limits.exposure', { ns: 'limits' }), exposureText(from.exposure), exposureText(to.exposure)],
      [t('limits.withdrawals', { ns: 'limits' }), String(from.withdrawalsPerDay), String(to.withdrawalsPerDay)],
    ]
      .filter(([, before, after]) => before !== after)
      .map(([label, before, after]) => `${label}: ${before} → ${after}`);
  return { basic: raised(none, basic), advanced: raised(basic, advanced), isLoading };
}

function RaisedLimits({ lines }: { lines: readonly string[] }) {
  const { t } = useTranslation('verification');
  if (lines.length === 0) {
    return (
      <>
        {t('advanced.same')}
        <p className={styles['note']}>{t('advanced.unneeded')}</p>
      </>
    );
  }
  return <Lines lines={lines} />;
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function Way({ name, level: { status }, isOptional }: Pick<LevelCardProps, 'name' | 'level' | 'isOptional'>) {
  const { t } = useTranslation('verification');
  const isDone = status === 'pending' || status === 'verified';
  return (
    <ButtonLink to={LEVEL_PATHS[name]()} kind={isDone ? 'ghost' : isOptional === true ? 'quiet' : 'primary'}>
      {t(WAYS[status], { level: t(`${name}.title`) })}
    </ButtonLink>
  );
}
