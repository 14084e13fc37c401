import { Download, ArrowLeftRight, CalendarSync, ChartCandlestick, Repeat } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isZero, add } from '@halyard/contract/money';
import { useUsualNames } from '../../domain/markets/usualNames.ts';
import { useHiddenSmall, useHiddenBalances } from '../../domain/preferences/usePreferences.ts';
import { isSmall, useAllHoldings, type Holding } from '../../domain/wallet/holdings.ts';
import { useCoinCosts, type CoinCost } from '../../domain/wallet/useCosts.ts';
import { Change } from '../../shared/format/Change.tsx';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { useWasEver } from '../../shared/hooks/useWasEver.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { Button } from '../../shared/ui/Button.tsx';
import { classNames } from '../../shared/ui/classNames.ts';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { Switch } from '../../shared/ui/Switch.tsx';
import styles from './Assets.module.css';
import { Amount, EquityFigure } from './AccountParts.tsx';
import { ACCOUNT_KINDS } from '@halyard/contract/wallet/calls';
import { useMarket } from '../../domain/markets/useMarkets.ts';
import { useWallet } from '../../domain/wallet/useWallet.ts';
import { balanceOf } from '../../domain/wallet/walletData.ts';
import { useLastKnown } from '../../shared/hooks/useLastKnown.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ActionLinks } from '../../shared/ui/ActionLinks.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { WORTH_UNIT } from '../../domain/wallet/useEquity.ts';

const HoldingsExport = lazyPart(async () => (await import('./HoldingsExport.tsx')).HoldingsExport);

type CoinListProps = {
  holdings: readonly Holding[];
  /** The holdings are of all accounts, as costs are. */
  hasCosts?: boolean;
  /** Name of the part that is not available, if not "Held". */
  heldText?: string | undefined;
};

/** Coins, one row each; a row opens the coin's details. Small balances can be hidden. */
export function CoinList({ holdings, hasCosts = false, heldText }: CoinListProps) {
  const { t } = useTranslation('assets');
  const { hidesSmall, hide } = useHiddenSmall();
  const [opened, setOpened] = useState<string>();
  const [isExporting, setExporting] = useState(false);
  const wasExporting = useWasEver(isExporting);
  const shown = hidesSmall ? holdings.filter((holding) => !isSmall(holding)) : holdings;
  const hasHeld = shown.some(({ held }) => !isZero(held));
  return (
    <section aria-label={t('coins')}>
      <div className={styles['listHead']}>
        <h2 className={styles['heading']}>{t('coins')}</h2>
        {hasCosts && (
          <Button kind="quiet" size="small" onClick={() => setExporting(true)}>
            <Download aria-hidden />
            {t('cost.export')}
          </Button>
        )}
      </div>
      <Switch label={t('hideSmall')} isOn={hidesSmall} onChange={hide} />
      {shown.length === 0 && <EmptyState drawing="coins" text={t('nothing')} />}
      {shown.length > 0 && <Heads holdings={shown} hasCosts={hasCosts} heldText={heldText} />}
      <ul>
        {shown.map((holding) => (
          <li key={holding.currencyId}>
            <CoinRow {...{ holding, hasCosts, hasHeld, heldText }} onOpen={() => setOpened(holding.currency)} />
          </li>
        ))}
      </ul>
      <CoinSheet currency={opened} onClose={() => setOpened(undefined)} />
      <Suspense fallback={null}>
        {wasExporting && <HoldingsExport isOpen={isExporting} onOpenChange={setExporting} />}
      </Suspense>
    </section>
  );
}

/** Names of the figures, where they have columns. Below its total, a held part has its name in its row. */
function Heads({ holdings, hasCosts = false, heldText }: CoinListProps) {
  const { t } = useTranslation('assets');
  return (
    <div aria-hidden className={classNames(styles['row'], styles['heads'])}>
      <span>{t('coin.name')}</span>
      <span className={classNames(styles['figures'], hasCosts && styles['costs'])}>
        <span>{t('coin.owned')}</span>
        {/* Each figure has its column, also when no coin needs it. */}
        <span>{holdings.some(({ currency }) => currency !== WORTH_UNIT) && `≈ ${t('coin.worth')}`}</span>
        {holdings.some(({ held }) => !isZero(held)) && (
          <span className={classNames(hasCosts && styles['held'])}>{heldText ?? t('held')}</span>
        )}
        {hasCosts && <span className={styles['profit']}>{t('cost.profit')}</span>}
      </span>
    </div>
  );
}

type CoinRowProps = {
  holding: Holding;
  hasCosts: boolean;
  /** A coin of the list is held. */
  hasHeld: boolean;
  heldText: string | undefined;
  onOpen: () => void;
};

function CoinRow({ holding, hasCosts, hasHeld, heldText, onOpen }: CoinRowProps) {
  const { t } = useTranslation('assets');
  const { currency, owned, held, equity } = holding;
  const name = useUsualNames()(currency);
  return (
    <button type="button" className={styles['row']} aria-haspopup="dialog" onClick={onOpen}>
      <CoinIcon symbol={currency} />
      <span className={styles['coin']}>
        {currency}
        <span className={styles['soft']}>{name}</span>
      </span>
      <span className={classNames(styles['figures'], hasCosts && styles['costs'])}>
        <Amount value={owned} />
        {/* Each figure has its column, also when it is missing. */}
        <span className={classNames(styles['soft'], currency === WORTH_UNIT && styles['same'])}>
          {!isZero(owned) && (
            <>
              {'≈ '}
              <EquityFigure value={equity} />
            </>
          )}
        </span>
        {!isZero(held) && (
          <span className={classNames(styles['soft'], styles['held'])}>
            <span className={styles['headed']}>{heldText ?? t('held')} </span>
            <Amount value={held} />
          </span>
        )}
        {hasHeld && isZero(held) && (
          <span aria-hidden="true" className={classNames(styles['held'], styles['none'])}>
            {'—'}
          </span>
        )}
        {hasCosts && (
          <span className={styles['profit']}>
            {currency === WORTH_UNIT && (
              <span aria-hidden="true" className={styles['none']}>
                {'—'}
              </span>
            )}
            {!isZero(owned) && <CoinProfit coin={currency} />}
          </span>
        )}
      </span>
    </button>
  );
}

type CoinSheetProps = {
  /** The sheet is open while this is set. */
  currency: string | undefined;
  onClose: () => void;
};

/** All holdings of one coin: total, available and held, by account, with actions. */
function CoinSheet({ currency, onClose }: CoinSheetProps) {
  const { t } = useTranslation('assets');
  const coin = useLastKnown(currency);
  return (
    <Sheet
      isOpen={currency !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={coin ?? ''}
      description={t('coin.explain', { coin })}
    >
      {coin !== undefined && <Details coin={coin} />}
    </Sheet>
  );
}

function Details({ coin }: { coin: string }) {
  const { t } = useTranslation('assets');
  const { wallet } = useWallet();
  const { market } = useMarket(`${coin}/${WORTH_UNIT}`);
  const holding = useAllHoldings()?.find(({ currency }) => currency === coin);
  if (holding === undefined) return null;
  const accounts = ACCOUNT_KINDS.flatMap((account) => {
    const balance = balanceOf(wallet, account, coin);
    const owned = balance && add(balance.available, balance.held);
    return owned === undefined || isZero(owned) ? [] : [{ account, owned }];
  });
  const transfer = {
    icon: <ArrowLeftRight />,
    label: t('actions.transfer'),
    to: paths.transfer({ from: accounts[0]?.account, currency: coin }),
  };
  const trade = {
    icon: <ChartCandlestick />,
    label: t('actions.trade'),
    to: paths.trade({ symbol: `${coin}/${WORTH_UNIT}` }),
  };
  const convert = { icon: <Repeat />, label: t('actions.convert'), to: paths.convert({ from: coin }) };
  const recurring = { icon: <CalendarSync />, label: t('actions.recurring'), to: paths.newPlan({ to: coin }) };
  return (
    <div className={styles['sheet']}>
      <KeyValue
        items={[
          { label: t('coin.owned'), value: <Amount value={holding.owned} unit={coin} /> },
          { label: t('coin.worth'), value: <EquityFigure value={holding.equity} /> },
          { label: t('available'), value: <Amount value={holding.available} unit={coin} /> },
          { label: t('held'), value: <Amount value={holding.held} unit={coin} /> },
        ]}
      />
      <CoinCostFigures coin={coin} pricePlaces={market?.pricePrecision} />
      {accounts.length > 0 && (
        <>
          <h3 className={styles['subheading']}>{t('coin.inAccounts')}</h3>
          <KeyValue
            items={accounts.map(({ account, owned }) => ({
              label: t(`account.${account}`),
              value: <Amount value={owned} unit={coin} />,
            }))}
          />
        </>
      )}
      <ActionLinks label={coin} items={market === undefined ? [transfer] : [transfer, convert, recurring, trade]} />
    </div>
  );
}

type CoinCostFiguresProps = {
  coin: string;
  /** Price precision of the coin's market. */
  pricePlaces: number | undefined;
};

/** Cost and unrealised profit of a coin, with the costing method; the reason when they are unknown. */
function CoinCostFigures({ coin, pricePlaces }: CoinCostFiguresProps) {
  const { t } = useTranslation('assets');
  const { hidesBalances } = useHiddenBalances();
  const cost = useCoinCosts()(coin);
  if (cost === undefined) return null;
  const { position, average, profit } = cost;
  const isKnown = position.cost !== null;
  const unknown = t('cost.unknown');
  return (
    <>
      <h3 className={styles['subheading']}>{t('cost.heading')}</h3>
      <KeyValue
        items={[
          {
            label: t('cost.average'),
            value: isKnown ? <Num kind="price" value={average} places={pricePlaces ?? 8} unit={WORTH_UNIT} /> : unknown,
          },
          { label: t('cost.cost'), value: isKnown ? <EquityFigure value={position.cost ?? undefined} /> : unknown },
          {
            label: t('cost.profit'),
            value: profit === undefined ? unknown : <ProfitFigures profit={profit} isMasked={hidesBalances} />,
          },
        ]}
      />
      <p className={styles['soft']}>
        <Why cost={cost} />
      </p>
    </>
  );
}

/** Unrealised profit of a coin in the list, or a note that it is unknown. */
function CoinProfit({ coin }: { coin: string }) {
  const { t } = useTranslation('assets');
  const { hidesBalances } = useHiddenBalances();
  const cost = useCoinCosts()(coin);
  if (cost === undefined || hidesBalances) return null;
  if (cost.profit === undefined) return <span className={styles['soft']}>{t('cost.unknownShort')}</span>;
  return <ProfitFigures profit={cost.profit} isMasked={false} />;
}

type ProfitFiguresProps = { profit: NonNullable<CoinCost['profit']>; isMasked: boolean };

function ProfitFigures({ profit, isMasked }: ProfitFiguresProps) {
  return (
    <>
      <Num kind="pnl" value={profit.amount} places={2} tone="sign" isMasked={isMasked} />
      {!isMasked && profit.percent !== null && (
        <>
          {' '}
          <Change percent={profit.percent} />
        </>
      )}
    </>
  );
}

function Why({ cost: { position, profit } }: { cost: CoinCost }) {
  const { t } = useTranslation('assets');
  const format = useFormat();
  const { unknownSince, currency: coin } = position;
  if (unknownSince !== null) {
    return t('cost.unknownWhy', { coin, date: format.moment(Date.parse(unknownSince), 'date', 'utc') });
  }
  return profit === undefined ? t('cost.noPrice', { coin }) : t('cost.method');
}
