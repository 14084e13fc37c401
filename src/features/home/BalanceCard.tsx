import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, Eye, EyeOff, List } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarkets } from '../../domain/markets/useMarkets.ts';
import { useHiddenBalances } from '../../domain/preferences/usePreferences.ts';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { TotalFigure } from '../../domain/wallet/TotalFigure.tsx';
import { useTotalEquity, useEquityAsOf } from '../../domain/wallet/useEquity.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { useIsIdle } from '../../shared/scheduling/useIsIdle.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { ActionLinks } from '../../shared/ui/ActionLinks.tsx';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { SourceLabel } from '../../shared/ui/SourceLabel.tsx';
import styles from './Home.module.css';

// Only while offline.
const AsOf = lazyPart(async () => (await import('../../shared/ui/AsOf.tsx')).AsOf);

// After the prices.
const TodayProfit = lazyPart(async () => (await import('../../domain/wallet/TodayProfit.tsx')).TodayProfit);

/** Worth of the user's holdings; asks to log in otherwise. Shows the source of the prices. */
export function BalanceCard() {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  return (
    <div className={styles['card']}>
      <Card isHero>{isLoggedIn ? <Balance /> : <Invitation />}</Card>
    </div>
  );
}

function Balance() {
  const { t } = useTranslation('home');
  const { hidesBalances, hide } = useHiddenBalances();
  const total = useTotalEquity();
  const asOfMs = useEquityAsOf();
  const isIdle = useIsIdle();
  return (
    <>
      <div className={styles['cardHead']}>
        <span className={styles['soft']}>{t('total')}</span>
        <IconButton
          icon={hidesBalances ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          label={t('hide')}
          className={styles['eye']}
          isPressed={hidesBalances}
          onClick={() => hide(!hidesBalances)}
        />
        <Source />
      </div>
      <p className={styles['total']}>
        <TotalFigure usdt={total} />
      </p>
      <div className={styles['today']}>
        <Suspense fallback={null}>{isIdle && <TodayProfit />}</Suspense>
      </div>
      <Suspense fallback={null}>{asOfMs !== undefined && <AsOf atMs={asOfMs} />}</Suspense>
      <ActionLinks
        label={t('total')}
        items={[
          { icon: <ArrowDownToLine />, label: t('deposit'), to: paths.deposit() },
          { icon: <ArrowUpFromLine />, label: t('withdraw'), to: paths.withdraw() },
          { icon: <ArrowLeftRight />, label: t('transfer'), to: paths.transfer() },
          { icon: <List />, label: t('records'), to: paths.assetsRecord() },
        ]}
      />
    </>
  );
}

function Invitation() {
  const { t } = useTranslation('home');
  return (
    <>
      <p className={styles['invitation']}>{t('welcome')}</p>
      <p className={styles['soft']}>{t('explain')}</p>
      <p className={styles['sourceLine']}>
        <Source />
      </p>
      <div className={styles['actions']}>
        <ButtonLink kind="ghost" to={paths.login()}>
          {t('logIn')}
        </ButtonLink>
        <ButtonLink to={paths.register()}>{t('register')}</ButtonLink>
      </div>
    </>
  );
}

function Source() {
  const { data } = useMarkets();
  const first = data?.ids[0] === undefined ? undefined : data.byId[data.ids[0]];
  return (
    <span className={styles['source']}>
      {first !== undefined && <SourceLabel source={first.priceSource} venues={first.venues} />}
    </span>
  );
}
