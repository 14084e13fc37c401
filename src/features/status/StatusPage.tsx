import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { HALT_FUNCTIONS, type Halt, type HaltFunction, type PastHalt } from '@halyard/contract/halts/calls';
import {
  haltReasonText,
  staysText,
  subjectText,
  useHalts,
  useListPastHaltsQuery,
} from '../../domain/halts/haltsApi.ts';
import { formatDuration } from '../../shared/format/relativeTime.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText, errorText } from '../../shared/i18n/errorText.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { classNames } from '../../shared/ui/classNames.ts';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { PullToRefresh } from '../../shared/ui/PullToRefresh.tsx';
import { SidesLoading } from '../../shared/ui/SidesLoading.tsx';
import styles from './Status.module.css';

/** Lists halts with reason, time and the functions that stay possible. Works offline with the last known state. */
export function StatusPage() {
  const { t } = useTranslation('status');
  const { known: lastKnown, error, refetch, isFetching, updatedAtMs } = useHalts();
  const unreachable = useMoneyBlockedReason();
  // Without an answer nothing is shown as operational, also before the next request has failed.
  const known = unreachable === undefined || lastKnown?.asOfMs !== undefined ? lastKnown : undefined;
  const failure = error === undefined ? unreachable && errorText(unreachable.code) : appErrorText(error);
  return (
    <Page header={<NavBar title={t('titles.status', { ns: 'shell' })} />}>
      <AsOf atMs={known?.asOfMs} />
      {known === undefined && failure === undefined && <SidesLoading start={[24, 200]} end={[24, 120]} />}
      {known === undefined && failure !== undefined && (
        <ErrorState what={t('failed')} onRetry={refetch} isRetrying={isFetching}>
          {failure}
        </ErrorState>
      )}
      {known !== undefined && (
        <PullToRefresh head={<Current halts={known.halts} />} onRefresh={refetch} updatedAtMs={updatedAtMs}>
          <div className={styles['list']}>
            <div data-side="start">
              <Functions halts={known.halts} />
            </div>
            <div data-side="end">
              <PastHalts />
            </div>
          </div>
        </PullToRefresh>
      )}
    </Page>
  );
}

/** Whether everything works, or the current halts. */
function Current({ halts }: { halts: readonly Halt[] }) {
  const { t } = useTranslation('status');
  if (halts.length === 0) {
    return (
      <p className={styles['verdict']}>
        <CircleCheck aria-hidden />
        {t('none')}
      </p>
    );
  }
  return (
    <ul className={styles['list']}>
      {halts.map((halt) => (
        <li key={keyOf(halt)}>
          <HaltCard halt={halt} halts={halts} />
        </li>
      ))}
    </ul>
  );
}

function keyOf({ subject, market, since }: Halt): string {
  return `${subject} ${market ?? ''} ${since}`;
}

/** Halts that are over; nothing on a server that lists none. */
function PastHalts() {
  const { t } = useTranslation('status');
  const format = useFormat();
  const { data: halts } = useListPastHaltsQuery();
  const timeOf = (at: string, style: 'dateMinute' | 'minute') => (
    <time dateTime={at}>{format.moment(Date.parse(at), style)}</time>
  );
  if (halts === undefined) return null;
  return (
    <section className={styles['past']}>
      <h2 className={styles['what']}>{t('past')}</h2>
      {halts.length === 0 && <p className={styles['stays']}>{t('noPast')}</p>}
      <ul>
        {halts.map((halt) => (
          <li key={keyOf(halt)} className={styles['pastOne']}>
            <p>{subjectText(halt)}</p>
            <p className={styles['lasted']}>
              {formatDuration(Date.parse(halt.endedAt) - Date.parse(halt.since), format.locale)}
            </p>
            <p className={styles['stays']}>{haltReasonText(halt, 'pastReasons')}</p>
            <p className={styles['since']}>
              {timeOf(halt.since, 'dateMinute')}
              {isOneDay(halt) ? '–' : ' – '}
              {timeOf(halt.endedAt, isOneDay(halt) ? 'minute' : 'dateMinute')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function isOneDay({ since, endedAt }: PastHalt): boolean {
  return new Date(since).toDateString() === new Date(endedAt).toDateString();
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
      <h2 className={classNames(styles['verdict'], styles['halt'])}>
        <TriangleAlert aria-hidden />
        {t('halted', { what: subjectText(halt) })}
      </h2>
      <p>{haltReasonText(halt)}</p>
      {stays !== undefined && <p className={styles['stays']}>{stays}</p>}
      <p className={styles['since']}>
        <time dateTime={halt.since}>{t('since', { time: format.moment(Date.parse(halt.since), 'dayMinute') })}</time>
      </p>
    </Card>
  );
}
