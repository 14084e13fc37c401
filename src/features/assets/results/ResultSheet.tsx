import { useTranslation } from 'react-i18next';
import { placesOf } from '@halyard/contract/money';
import { ACCOUNT_KINDS, type AccountKind } from '@halyard/contract/wallet/calls';
import type { ResultEntry } from '@halyard/contract/wallet/resultCalls';
import { monthBounds, type ResultFigure, type ResultSource } from '@halyard/contract/wallet/results';
import { useResultEntries, type ResultRange } from '../../../domain/wallet/resultsApi.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useLastKnown } from '../../../shared/hooks/useLastKnown.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { ButtonLink } from '../../../shared/ui/Button.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { InfiniteList } from '../../../shared/ui/InfiniteList.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import recordStyles from '../records/Records.module.css';
import { RecordIcon } from '../records/RecordIcon.tsx';
import { useResultMoney, type ResultFilter } from './resultFigures.ts';
import styles from './Results.module.css';

/** A figure of the shown range that was opened, of one day or of all. */
export type OpenFigure = ResultFilter & { readonly figure: ResultFigure; readonly day?: string | undefined };

type ResultSheetProps = {
  /** The sheet is open while this is set. */
  opened: OpenFigure | undefined;
  range: ResultRange;
  shown: string;
  onClose: () => void;
};

/** The entries of a figure, with a link to the same days of the history. */
export function ResultSheet({ opened, range, shown, onClose }: ResultSheetProps) {
  const { t } = useTranslation('results');
  const format = useFormat();
  const figure = useLastKnown(opened);
  const isYear = shown.length === 4;
  const when = (day: string | undefined) =>
    day === undefined
      ? format.moment(Date.parse(isYear ? `${shown}-01-01` : `${shown}-01`), isYear ? 'year' : 'month', 'utc')
      : format.moment(Date.parse(day), 'date', 'utc');
  const words =
    figure &&
    [when(figure.day), figure.source && t(`source.${figure.source}`), figure.currency].filter(
      (word) => word !== undefined,
    );
  return (
    <Sheet
      isOpen={opened !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={figure === undefined ? '' : t(`sheet.${figure.figure}`)}
      description={words?.join(' · ')}
      footer={
        figure && (
          <ButtonLink kind="ghost" to={historyPath(figure, range)}>
            {t('sheet.history')}
          </ButtonLink>
        )
      }
    >
      {figure !== undefined && <Entries figure={figure} range={range} />}
    </Sheet>
  );
}

function Entries({ figure, range }: { figure: OpenFigure; range: ResultRange }) {
  const { t } = useTranslation('results');
  const list = useResultEntries({ ...range, ...figure });
  const failure = list.error ?? list.moreError;
  return (
    <>
      <AsOf atMs={list.asOfMs} />
      <InfiniteList
        label={t('sheet.label')}
        items={list.rows}
        keyOf={({ id }) => id}
        renderItem={(entry) => <Row entry={entry} figure={figure.figure} />}
        skeleton={
          <div className={recordStyles['row']}>
            <Skeleton width="100%" />
          </div>
        }
        empty={<EmptyState text={t('sheet.empty')} drawing="search" />}
        hasMore={list.hasMore}
        isLoading={list.rows === undefined ? list.isFetching : list.isLoadingMore}
        error={failure && appErrorText(failure)}
        onMore={() => void (list.rows === undefined ? list.retry() : list.loadMore())}
      />
    </>
  );
}

function Row({ entry, figure }: { entry: ResultEntry; figure: ResultFigure }) {
  const { t } = useTranslation(['records', 'results']);
  const format = useFormat();
  const money = useResultMoney();
  const { kind, at, amount, currency, profit, fees } = entry;
  const atMs = Date.parse(at);
  return (
    <div className={recordStyles['row']}>
      <RecordIcon kind={kind} />
      <span className={styles['words']}>
        <span>{t(`kind.${kind}`)}</span>
        <time className={styles['soft']} dateTime={at}>
          {format.moment(atMs, 'dayMinute')}
        </time>
      </span>
      <span className={styles['figures']}>
        {figure === 'fees' ? (
          <Num kind="amount" value={money.of(fees)} places={money.places} minPlaces={2} isMasked={money.isMasked} />
        ) : (
          <Num kind="pnl" value={money.of(profit)} places={money.places} tone="sign" isMasked={money.isMasked} />
        )}
        <span className={styles['soft']}>
          <Num
            kind="pnl"
            value={amount}
            places={Math.max(2, placesOf(amount))}
            unit={currency}
            isMasked={money.isMasked}
          />
        </span>
      </span>
    </div>
  );
}

/** The account whose entries a product has; undefined for those with entries of several. */
function accountOf(source: ResultSource | undefined): AccountKind | undefined {
  return ACCOUNT_KINDS.find((kind) => source?.startsWith(kind));
}

/** The history with the same filters; its days are UTC, so those that the figure's days touch. */
function historyPath({ source, currency, day }: OpenFigure, { from, to, offsetMinutes }: ResultRange): string {
  const { fromAt, untilAt } = monthBounds(from, to, offsetMinutes);
  const startMs = day === undefined ? Date.parse(fromAt) : Date.parse(day) - offsetMinutes * MINUTE_MS;
  const endMs = day === undefined ? Date.parse(untilAt) : startMs + DAY_MS;
  return paths.assetsRecord({
    tab: 'movements',
    account: accountOf(source),
    currency,
    from: dayOf(startMs),
    to: dayOf(endMs - 1),
  });
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
