import { useTranslation } from 'react-i18next';
import { HALT_FUNCTIONS, type Halt, type HaltFunction } from '@halyard/contract/halts/calls';
import { haltReasonText, staysText, subjectText, useHalts } from '../../domain/halts/haltsApi.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
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
      {known !== undefined && (
        <div className={styles['list']}>
          {known.halts.length === 0 ? (
            <p className={styles['what']}>{t('none')}</p>
          ) : (
            <ul className={styles['list']}>
              {known.halts.map((halt) => (
                <li key={`${halt.subject} ${halt.market ?? ''} ${halt.since}`}>
                  <HaltCard halt={halt} halts={known.halts} />
                </li>
              ))}
            </ul>
          )}
          <Functions halts={known.halts} />
        </div>
      )}
    </Page>
  );
}

/** State of each function: its own halts and those of more than it. */
function Functions({ halts }: { halts: readonly Halt[] }) {
  const { t } = useTranslation('status');
  return (
    <Card>
      <KeyValue
        items={HALT_FUNCTIONS.map((one) => ({
          label: t(`subjects.${one}`),
          value: halts.some((halt) => doesHalt(halt, one)) ? (
            <span className={styles['halted']}>{t('states.halted')}</span>
          ) : (
            <span className={styles['on']}>{t('states.on')}</span>
          ),
        }))}
      />
    </Card>
  );
}

const OF_MARKETS: readonly HaltFunction[] = ['spot', 'convert', 'options', 'futures'];

/** Withdrawals continue while the exchange is halted, unless no money can move. */
function doesHalt({ subject, reason }: Halt, one: HaltFunction): boolean {
  if (subject === 'exchange') return one !== 'withdrawals' || reason === 'log-money';
  return subject === one || (subject === 'markets' && OF_MARKETS.includes(one));
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
