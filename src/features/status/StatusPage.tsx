import { useTranslation } from 'react-i18next';
import type { Halt } from '@halyard/contract/halts/calls';
import { haltReasonText, staysText, subjectText, useHalts } from '../../domain/halts/haltsApi.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Status.module.css';

/** Lists halts with reason, time and the functions that stay possible. Works offline with the last known state. */
export function StatusPage() {
  const { t } = useTranslation('status');
  const { known, error, refetch, isFetching } = useHalts();
  return (
    <Page header={<NavBar title={t('titles.status', { ns: 'shell' })} />}>
      <AsOf atMs={known?.asOfMs} />
      {known === undefined && error === undefined && <Skeleton width="70%" />}
      {known === undefined && error !== undefined && (
        <ErrorState what={t('failed')} onRetry={refetch} isRetrying={isFetching}>
          {appErrorText(error)}
        </ErrorState>
      )}
      {known?.halts.length === 0 && <EmptyState text={t('none')} />}
      {known !== undefined && known.halts.length > 0 && (
        <ul className={styles['list']}>
          {known.halts.map((halt) => (
            <li key={`${halt.subject} ${halt.market ?? ''} ${halt.since}`}>
              <HaltCard halt={halt} halts={known.halts} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

function HaltCard({ halt, halts }: { halt: Halt; halts: readonly Halt[] }) {
  const { t } = useTranslation('status');
  const format = useFormat();
  const stays = staysText(halt, halts);
  return (
    <Card>
      <h2 className={styles['what']}>{t('halted', { what: subjectText(halt) })}</h2>
      <p>{haltReasonText(halt)}</p>
      {stays !== undefined && <p className={styles['stays']}>{stays}</p>}
      <p className={styles['since']}>
        <time dateTime={halt.since}>{t('since', { time: format.moment(Date.parse(halt.since), 'dayMinute') })}</time>
      </p>
    </Card>
  );
}
