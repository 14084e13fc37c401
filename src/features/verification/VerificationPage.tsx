import { useTranslation } from 'react-i18next';
import type { IdentityLevel } from '@halyard/contract/identity/calls';
import { IDENTITY_BADGES } from '../../domain/identity/identityApi.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
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
          <div className={styles['stack']}>
            <div data-side="start">
              <LevelCard name="basic" level={identity.basic} isReachable />
            </div>
            <div data-side="end">
              <LevelCard name="advanced" level={identity.advanced} isReachable={identity.basic.status === 'verified'} />
              <p className={styles['note']}>{t('privacy')}</p>
            </div>
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
          <dd>{t(`${name}.allows`)}</dd>
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

function Way({ name, level: { status } }: Pick<LevelCardProps, 'name' | 'level'>) {
  const { t } = useTranslation('verification');
  const isDone = status === 'pending' || status === 'verified';
  return (
    <ButtonLink to={LEVEL_PATHS[name]()} kind={isDone ? 'ghost' : 'primary'}>
      {t(WAYS[status], { level: t(`${name}.title`) })}
    </ButtonLink>
  );
}
