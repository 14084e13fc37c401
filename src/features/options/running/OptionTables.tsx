import { Fragment, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { Option } from '@halyard/contract/options/calls';
import { netProfitOf } from '@halyard/contract/options/rules';
import { AssetsTable } from '../../../domain/desktop/AssetsTable.tsx';
import { useMarketRow } from '../../../domain/markets/useMarkets.ts';
import { useOptionPages, useRunningOptions } from '../../../domain/options/useOptions.ts';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useWasEver } from '../../../shared/hooks/useWasEver.ts';
import { backQueryTo } from '../../../shared/navigation/backPage.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { useZonedFormat } from '../../../shared/time/zone.ts';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { Button, ButtonLink } from '../../../shared/ui/Button.tsx';
import { Cell, DataTable, OpenerCell } from '../../../shared/ui/DataTable.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading, Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { Tabs } from '../../../shared/ui/Tabs.tsx';
import { OptionSheet } from '../detail/OptionSheet.tsx';
import { useTimeText } from '../../../shared/format/useTimeText.ts';
import { DirectionWord } from '../OptionTexts.tsx';

const ALL = {};

type View = 'open' | 'history' | 'assets';

/** The user's options on a desktop: open ones, settled ones, and the balances to trade with. */
export function OptionTables() {
  const { t } = useTranslation('desktop');
  const location = useLocation();
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  if (isLoggedIn) return <OwnTables />;
  const logIn = (
    <ButtonLink kind="ghost" size="small" to={paths.login(backQueryTo(location))}>
      {t('ticket.logIn', { ns: 'options' })}
    </ButtonLink>
  );
  return <EmptyState drawing="lock" text={t('options.logIn')} action={logIn} />;
}

function OwnTables() {
  const { t } = useTranslation('desktop');
  const [view, setView] = useState<View>('open');
  const [opened, setOpened] = useState<Option>();
  const wasOpened = useWasEver(opened !== undefined);
  return (
    <>
      <Tabs
        label={t('options.label')}
        value={view}
        onValueChange={setView}
        items={[
          { value: 'open', label: t('options.open'), content: <OpenOptions onOpen={setOpened} /> },
          { value: 'history', label: t('options.history'), content: <SettledOptions onOpen={setOpened} /> },
          { value: 'assets', label: t('assets.label'), content: <AssetsTable account="option" /> },
        ]}
      />
      <Suspense fallback={null}>
        {wasOpened && <OptionSheet option={opened} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </>
  );
}

type ListProps = { onOpen: (option: Option) => void };

function Waiting() {
  return (
    <Loading>
      <Skeleton shape="block" height={120} />
    </Loading>
  );
}

function OpenOptions({ onOpen }: ListProps) {
  const { t } = useTranslation(['desktop', 'options']);
  const { options, asOfMs } = useRunningOptions();
  if (options === undefined) return <Waiting />;
  const open = options.filter(({ status }) => status !== 'closed');
  if (open.length === 0) return <EmptyState text={t('options.noOpen')} />;
  return (
    <>
      <AsOf atMs={asOfMs} />
      <DataTable
        label={t('options.open')}
        heads={[
          { name: t('columns.pair') },
          { name: t('columns.side') },
          { name: t('columns.stake'), isFigure: true },
          { name: t('columns.entry'), isFigure: true },
          { name: t('columns.last'), isFigure: true },
          { name: t('options:running.pays'), isFigure: true },
          { name: t('options:ticket.time') },
          { name: t('columns.expires'), isFigure: true },
        ]}
      >
        {open.map((option) => (
          <OpenLine key={option.id} option={option} onOpen={onOpen} />
        ))}
      </DataTable>
    </>
  );
}

type LineProps = ListProps & { option: Option };

function OpenLine({ option, onOpen }: LineProps) {
  const format = useZonedFormat();
  const timeText = useTimeText();
  const last = useMarketRow(option.marketId)?.lastPrice;
  return (
    <tr>
      <PurchaseCells option={option} onOpen={onOpen} />
      <Cell isFigure>
        <Num kind="price" value={last} places={option.terms.pricePrecision} />
      </Cell>
      <Cell isFigure>
        <Num kind="pnl" value={option.payout} places={2} unit={option.currency} />
      </Cell>
      <Cell isSoft>{timeText(option.seconds)}</Cell>
      <Cell isFigure isSoft>
        <time dateTime={option.dueAt}>{format.moment(Date.parse(option.dueAt), 'second')}</time>
      </Cell>
    </tr>
  );
}

function SettledOptions({ onOpen }: ListProps) {
  const { t } = useTranslation(['desktop', 'options']);
  const { rows, error, retry, asOfMs, hasMore, loadMore, isLoadingMore } = useOptionPages(ALL);
  if (error !== undefined) return <ErrorState error={error} onRetry={retry} />;
  if (rows === undefined) return <Waiting />;
  if (rows.length === 0) return <EmptyState text={t('options:history.none')} />;
  return (
    <>
      <AsOf atMs={asOfMs} />
      <SettledTable options={rows} onOpen={onOpen} />
      {hasMore && (
        <Button kind="quiet" isLoading={isLoadingMore} onClick={() => void loadMore()}>
          {t('more')}
        </Button>
      )}
    </>
  );
}

type SettledTableProps = ListProps & {
  options: readonly Option[];
  /** Above the option that is the first of its day. */
  renderDay?: (option: Option) => ReactNode;
};

/** Settled options as a table, by days where these have a result of their own. */
export function SettledTable({ options, onOpen, renderDay }: SettledTableProps) {
  const { t } = useTranslation(['desktop', 'options']);
  return (
    <DataTable
      label={t('options:history.title')}
      heads={[
        { name: t('columns.pair') },
        { name: t('columns.side') },
        { name: t('columns.stake'), isFigure: true },
        { name: t('columns.entry'), isFigure: true },
        { name: t('columns.settlement'), isFigure: true },
        { name: t('columns.profit'), isFigure: true },
        { name: t('columns.result') },
        { name: t('options:ticket.time') },
        { name: t('options:detail.purchased'), isFigure: true },
      ]}
    >
      {options.map((option) => {
        const day = renderDay?.(option);
        return (
          <Fragment key={option.id}>
            {day !== undefined && (
              <tr>
                <td colSpan={9}>{day}</td>
              </tr>
            )}
            <SettledLine option={option} onOpen={onOpen} />
          </Fragment>
        );
      })}
    </DataTable>
  );
}

function SettledLine({ option, onOpen }: LineProps) {
  const { t } = useTranslation('options');
  const format = useZonedFormat();
  const timeText = useTimeText();
  return (
    <tr>
      <PurchaseCells option={option} onOpen={onOpen} />
      <Cell isFigure>
        <Num kind="price" value={option.endTick?.price} places={option.terms.pricePrecision} />
      </Cell>
      <Cell isFigure>
        <Num kind="pnl" value={netProfitOf(option)} places={2} unit={option.currency} tone="sign" />
      </Cell>
      <Cell isSoft>{option.result !== null && t(`resultWord.${option.result}`)}</Cell>
      <Cell isSoft>{timeText(option.seconds)}</Cell>
      <Cell isFigure isSoft>
        <time dateTime={option.purchasedAt}>{format.moment(Date.parse(option.purchasedAt), 'dateSecond')}</time>
      </Cell>
    </tr>
  );
}

/** Pair, direction, stake and entry price. */
function PurchaseCells({ option, onOpen }: LineProps) {
  return (
    <>
      <OpenerCell onOpen={() => onOpen(option)}>{option.symbol}</OpenerCell>
      <Cell>
        <DirectionWord direction={option.direction} />
      </Cell>
      <Cell isFigure>
        <Num kind="amount" value={option.stake} places={8} minPlaces={0} unit={option.currency} />
      </Cell>
      <Cell isFigure>
        <Num kind="price" value={option.openPrice} places={option.terms.pricePrecision} />
      </Cell>
    </>
  );
}
