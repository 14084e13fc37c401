import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '@halyard/contract/security/calls';
import { useListSessionsQuery } from '../../domain/security/securityApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Account.module.css';
import { DeviceRow } from './DeviceRow.tsx';
import { EndSheet } from './EndSheet.tsx';

/** Where the user is logged in; each place but this one can be ended, and all of them at once. */
export function Devices() {
  const { t } = useTranslation('account');
  const { data: sessions, error, refetch } = useListSessionsQuery();
  return (
    <section aria-labelledby="devices">
      <h2 id="devices" className={styles['heading']}>
        {t('devices.title')}
      </h2>
      {sessions !== undefined && <List sessions={sessions} />}
      {sessions === undefined && error === undefined && <Waiting />}
      {sessions === undefined && error !== undefined && (
        <ErrorState what={appErrorText(error as AppError)} onRetry={() => void refetch()} />
      )}
    </section>
  );
}

function List({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useTranslation('account');
  const [ending, setEnding] = useState<Session | 'others'>();
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <>
      <ul>
        {sessions.map((session) => (
          <DeviceRow key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      {others.length > 0 && (
        <div className={styles['others']}>
          <Button kind="ghost" onClick={() => setEnding('others')}>
            {t('devices.endOthers')}
          </Button>
        </div>
      )}
      <EndSheet which={ending} onClose={() => setEnding(undefined)} />
    </>
  );
}

function Waiting() {
  return (
    <Loading>
      <div className={styles['waiting']}>
        <Skeleton height={64} />
        <Skeleton height={64} />
      </div>
    </Loading>
  );
}
