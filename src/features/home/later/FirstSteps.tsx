import { ArrowDownToLine, ChartCandlestick, Check, ChevronRight, FlaskConical, IdCard, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isPositive } from '@halyard/contract/money';
import { useGetIdentityQuery } from '../../../domain/identity/identityApi.ts';
import { symbolOf, firstMarket } from '../../../domain/markets/marketsData.ts';
import { useMarkets } from '../../../domain/markets/useMarkets.ts';
import { useOwnPreference } from '../../../domain/preferences/usePreferences.ts';
import { useTestFunds } from '../../../domain/sandbox/useTestFunds.ts';
import { usePageFillsInfiniteQuery } from '../../../domain/spot/ordersApi.ts';
import { useTotalEquity } from '../../../domain/wallet/useEquity.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { IconButton } from '../../../shared/ui/IconButton.tsx';
import styles from './FirstSteps.module.css';

const STEPS = ['verify', 'fund', 'trade'] as const;
type Step = (typeof STEPS)[number];
type Status = 'open' | 'pending' | 'done' | undefined;

/** The first steps of a new user: verify, add funds, trade. Gone on the next visit once all are done, or dismissed. */
export function FirstSteps() {
  const { t } = useTranslation('start');
  const [, mark] = useOwnPreference('firstSteps');
  const [isHidden, setHidden] = useState(false);
  const status = useStepStatus();
  const isOver = STEPS.every((step) => status[step] === 'done');
  useEffect(() => {
    if (isOver) mark('done');
  }, [isOver, mark]);
  if (isHidden) return null;
  const hide = () => {
    setHidden(true);
    mark('done');
  };
  return (
    <section className={styles['steps']} aria-label={t('title')}>
      <header className={styles['head']}>
        <h2 className={styles['title']}>{t('title')}</h2>
        <span className={styles['count']}>{`${STEPS.filter((step) => status[step] === 'done').length}/3`}</span>
        <IconButton icon={<X aria-hidden />} label={t('dismiss')} className={styles['close']} onClick={hide} />
      </header>
      <ol className={styles['list']}>
        <li>
          <VerifyStep status={status.verify} />
        </li>
        <li>
          <FundStep status={status.fund} />
        </li>
        <li>
          <TradeStep status={status.trade} />
        </li>
      </ol>
    </section>
  );
}

/** Offers the first steps from the next visit on to a user who has not done them: nothing moves on this one. */
export function FirstStepsCheck() {
  const [, mark] = useOwnPreference('firstSteps');
  const status = useStepStatus();
  const isKnown = STEPS.every((step) => status[step] !== undefined);
  const isOver = STEPS.every((step) => status[step] === 'done');
  useEffect(() => {
    if (isKnown) mark(isOver ? 'done' : 'open');
  }, [isKnown, isOver, mark]);
  return null;
}

function useStepStatus(): Readonly<Record<Step, Status>> {
  const { data: identity } = useGetIdentityQuery();
  const total = useTotalEquity();
  const { data: fills } = usePageFillsInfiniteQuery({}, { refetchOnMountOrArgChange: true });
  const basic = identity?.basic.status;
  const hasTraded = fills && (fills.pages[0]?.length ?? 0) > 0;
  const hasFunds = hasTraded === true ? true : total && isPositive(total);
  return {
    verify: basic && (basic === 'verified' ? 'done' : basic === 'pending' ? 'pending' : 'open'),
    fund: hasFunds === undefined ? undefined : hasFunds ? 'done' : 'open',
    trade: hasTraded === undefined ? undefined : hasTraded ? 'done' : 'open',
  };
}

type StepProps = { status: Status };

function VerifyStep({ status }: StepProps) {
  const { t } = useTranslation('start');
  return (
    <Link to={paths.verificationBasic()} className={styles['step']} data-step="verify" data-status={status}>
      <Parts
        icon={<IdCard aria-hidden />}
        title={t('verify')}
        detail={status === 'pending' ? t('pending') : t('verifyDetail')}
        status={status}
      />
    </Link>
  );
}

function FundStep({ status }: StepProps) {
  const { t } = useTranslation('start');
  const { take, isSending, amount } = useTestFunds('spot');
  if (take !== undefined && status !== 'done') {
    return (
      <button
        type="button"
        className={styles['step']}
        data-step="fund"
        disabled={isSending}
        onClick={() => void take()}
      >
        <Parts
          icon={<FlaskConical aria-hidden />}
          title={t('test', { amount })}
          detail={t('testDetail')}
          status={status}
        />
      </button>
    );
  }
  return (
    <Link to={paths.deposit()} className={styles['step']} data-step="fund" data-status={status}>
      <Parts icon={<ArrowDownToLine aria-hidden />} title={t('fund')} detail={t('fundDetail')} status={status} />
    </Link>
  );
}

function TradeStep({ status }: StepProps) {
  const { t } = useTranslation('start');
  const { data } = useMarkets();
  const market = firstMarket(data);
  const symbol = market && symbolOf(market);
  return (
    <Link
      to={paths.trade({ symbol, side: 'buy', type: 'market' })}
      className={styles['step']}
      data-step="trade"
      data-status={status}
    >
      <Parts
        icon={<ChartCandlestick aria-hidden />}
        title={t('trade')}
        detail={market === undefined ? '—' : t('tradeDetail', { min: market.minNotional })}
        status={status}
      />
    </Link>
  );
}

type PartsProps = StepProps & { icon: ReactNode; title: string; detail: string };

function Parts({ icon, title, detail, status }: PartsProps) {
  const { t } = useTranslation('start');
  const isDone = status === 'done';
  return (
    <>
      <span className={styles['icon']}>{isDone ? <Check aria-hidden /> : icon}</span>
      <span className={styles['words']}>
        <span className={styles['name']}>{title}</span>
        <span className={styles['detail']}>{isDone ? t('done') : detail}</span>
      </span>
      {!isDone && <ChevronRight aria-hidden className={styles['end']} />}
    </>
  );
}
