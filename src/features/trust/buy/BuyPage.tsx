import { useState } from 'react';
import { useTranslation, Trans } from 'react-i18next';
import { useLocation, useSearchParams, Link } from 'react-router-dom';
import type { TrustProduct } from '@halyard/contract/trust/calls';
import { UnverifiedNote } from '../../../domain/exposure/UnverifiedNote.tsx';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import { productIdOf, useTrustProduct } from '../../../domain/trust/useTrust.ts';
import { appErrorText, codedText, errorText } from '../../../shared/i18n/errorText.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useBack } from '../../../shared/navigation/useBack.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { AmountField } from '../../../shared/ui/AmountField.tsx';
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx';
import { CoinIcon } from '../../../shared/ui/CoinIcon.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading } from '../../../shared/ui/Loading.tsx';
import { MoneyButton } from '../../../shared/ui/MoneyButton.tsx';
import { NavBar } from '../../../shared/ui/NavBar.tsx';
import { Page } from '../../../shared/ui/Page.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { Capacity, EarlyExit, isSoldOut, Rates, DAY_PERCENT_PLACES } from '../ProductCard.tsx';
import styles from '../Trust.module.css';
import { Calculation, useToday } from './Calculation.tsx';
import { AMOUNT_PLACES, useBuy, type BuyControl } from './useBuy.ts';
import { add, type Decimal } from '@halyard/contract/money';
import {
  dayPercent,
  endsOn,
  type InterestDay,
  interestSchedule,
  penaltyOf,
  totalInterest,
  yearPercent,
} from '@halyard/contract/trust/rules';
import { addDays, startOfDate } from '@halyard/contract/time';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useCheckingText } from '../../../shared/money-mutations/useCheckingText.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { Checkbox } from '../../../shared/ui/Checkbox.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';

/** A product: its terms, the earnings of an amount, and buying. The query names it by `id`. */
export function BuyPage() {
  const { t } = useTranslation('trust');
  const back = useBack();
  const [query] = useSearchParams();
  const id = productIdOf(query);
  const isNamed = id !== undefined;
  const { product, error, retry } = useTrustProduct(id);
  if (product !== undefined) return <Product key={product.id} product={product} />;
  const isMissing = !isNamed || error?.code === 'PRODUCT_NOT_FOUND';
  return (
    <Page header={<NavBar title={t('product')} onBack={back} />}>
      {isMissing && (
        <EmptyState
          text={errorText('PRODUCT_NOT_FOUND')}
          action={<ButtonLink to={paths.finance()}>{t('products')}</ButtonLink>}
        />
      )}
      {!isMissing && error !== undefined && <ErrorState what={appErrorText(error)} onRetry={() => void retry()} />}
      {!isMissing && error === undefined && <ProductLoading />}
    </Page>
  );
}

function Product({ product }: { product: TrustProduct }) {
  const { t } = useTranslation('trust');
  const back = useBack();
  const control = useBuy(product);
  const [isOpen, setOpen] = useState(false);
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const { currency, days } = product;
  const review = () => {
    if (control.review()) setOpen(true);
  };
  const title = `${currency} · ${t('days', { count: days })}`;
  return (
    <Page
      header={<NavBar title={title} onBack={back} beside={<CoinIcon symbol={currency} size="small" />} />}
      footer={isLoggedIn ? <Act product={product} onPress={review} /> : <LogIn />}
    >
      <div className={styles['screen']}>
        <div className={styles['facts']}>
          <Rates product={product} />
          <EarlyExit terms={product.terms} />
          <Capacity product={product} />
        </div>
        <p className={styles['promise']}>{t('promise')}</p>
        <form
          className={styles['form']}
          aria-label={t('calculator')}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (isLoggedIn) review();
          }}
        >
          <AmountField
            label={t('amount')}
            unit={currency}
            places={AMOUNT_PLACES}
            available={control.available}
            most={control.most}
            availableLabel={t('available')}
            value={control.amountText}
            onValueChange={control.setAmount}
            error={codedText(control.error, currency)}
            hint={
              isLoggedIn && (
                <ButtonLink kind="quiet" size="small" to={paths.transfer({ from: 'spot', to: 'trust', currency })}>
                  {t('toTransfer')}
                </ButtonLink>
              )
            }
            enterKeyHint="go"
          />
        </form>
        <Calculation product={product} amount={control.amount} />
        <UnverifiedNote limit={control.limit} />
      </div>
      <BuySheet product={product} control={control} isOpen={isOpen} onOpenChange={setOpen} />
    </Page>
  );
}

function Act({ product, onPress }: { product: TrustProduct; onPress: () => void }) {
  const { t } = useTranslation('trust');
  return (
    <MoneyButton isSending={false} blockedReason={isSoldOut(product) ? t('soldOut') : undefined} onPress={onPress}>
      {t('buy.review')}
    </MoneyButton>
  );
}

function LogIn() {
  const { t } = useTranslation('trust');
  const { pathname, search } = useLocation();
  return <ButtonLink to={paths.login({ backpage: `${pathname}${search}`, backtype: 1 })}>{t('logIn')}</ButtonLink>;
}

function ProductLoading() {
  return (
    <Loading>
      <div className={styles['screen']}>
        <Skeleton shape="block" height={176} />
        <Skeleton shape="block" height={46} />
        <Skeleton shape="block" height={160} />
      </div>
    </Loading>
  );
}

/** A longer list shows its beginning and its end until all is requested. */
const ROWS_MAX = 4;

const ROWS_HEAD = 2;

type BuySheetProps = {
  product: TrustProduct;
  control: BuyControl;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** The outcome and its date, the cost of early redemption, the payments, and the consent box, above the button. */
function BuySheet({ product, control, isOpen, onOpenChange }: BuySheetProps) {
  const { t } = useTranslation('trust');
  const { amount } = control;
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={t('buy.title')}>
      {amount !== undefined && (
        <Content product={product} amount={amount} control={control} onDone={() => onOpenChange(false)} />
      )}
    </Sheet>
  );
}

type ContentProps = { product: TrustProduct; amount: Decimal; control: BuyControl; onDone: () => void };

function Content({ product, amount, control, onDone }: ContentProps) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const [isAgreed, setAgreed] = useState(false);
  const [isRenewing, setRenewing] = useState(false);
  const [wasTried, setTried] = useState(false);
  const { buying } = control;
  const checking = useCheckingText(buying.status);
  const { error } = buying;
  const { currency } = product;
  const failure = error && appErrorText(error, currency);
  const submit = async () => {
    setTried(true);
    if (!isAgreed || !(await control.buy(isRenewing ? 'principal' : 'none'))) return;
    const bought = { amount: format.amountOf(amount, currency), currency };
    showToast({ kind: 'success', text: t('buy.done', bought) });
    onDone();
  };
  const agreement = (
    <Trans
      t={t}
      i18nKey="buy.agree"
      components={{ rules: <Link className={styles['link']} to={paths.financeRules()} /> }}
    />
  );
  return (
    <div className={styles['sheet']}>
      <Figures product={product} amount={amount} />
      <Penalty product={product} amount={amount} />
      <Schedule product={product} amount={amount} />
      <Checkbox label={t('renewal.offer')} isChecked={isRenewing} onCheckedChange={setRenewing} />
      <Checkbox
        label={<span>{agreement}</span>}
        isChecked={isAgreed}
        onCheckedChange={setAgreed}
        error={wasTried && !isAgreed ? errorText('AGREEMENT_REQUIRED') : undefined}
      />
      <MoneyButton isSending={buying.isSending} error={checking ?? failure} onPress={() => void submit()}>
        {t('buy.action', { amount: format.amountOf(amount, currency), currency })}
      </MoneyButton>
    </div>
  );
}

function Figures({ product: { terms, days, currency }, amount }: Pick<ContentProps, 'product' | 'amount'>) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const today = useToday();
  const total = totalInterest(amount, terms);
  const ends = format.moment(startOfDate(endsOn(today, days)), 'date', 'utc');
  const money = (value: Decimal) => <Num kind="amount" value={value} unit={currency} />;
  return (
    <>
      <p className={styles['outcome']}>
        <span className={styles['soft']}>{t('calc.back', { date: ends })}</span>
        <b>{money(add(amount, total))}</b>
      </p>
      <KeyValue
        items={[
          { label: t('amount'), value: money(amount) },
          { label: t('rate.year'), value: format.percent(yearPercent(terms)) },
          { label: t('rate.day'), value: format.percent(dayPercent(terms), 'down', DAY_PERCENT_PLACES) },
          { label: t('calc.total', { count: days }), value: money(total) },
          { label: t('buy.ends'), value: ends },
        ]}
      />
    </>
  );
}

/** The product's penalty rule with this amount's figures: on any day, or today, half way and on the last day. */
function Penalty({ product, amount }: Pick<ContentProps, 'product' | 'amount'>) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const { terms, days, currency } = product;
  const isFixed = terms.penaltyRule === 'days_of_interest';
  const moments = isFixed
    ? [{ label: t('penalty.any'), remain: days }]
    : [
        { label: t('penalty.today'), remain: days },
        { label: t('penalty.half'), remain: Math.ceil(days / 2) },
        { label: t('penalty.last'), remain: 1 },
      ];
  const value = isFixed ? format.amount(terms.penaltyValue, 4, 0) : format.percent(terms.penaltyValue);
  return (
    <section className={styles['part']}>
      <h3>{t('penalty.title')}</h3>
      <p className={styles['soft']}>{t(`penalty.${terms.penaltyRule}`, { value })}</p>
      <KeyValue
        items={moments.map(({ label, remain }) => ({
          label,
          value: (
            <Num
              kind="amount"
              value={penaltyOf(amount, terms, remain)}
              places={AMOUNT_PLACES}
              minPlaces={2}
              unit={currency}
            />
          ),
        }))}
      />
    </section>
  );
}

/** Every payment with its date; the principal is the last. */
function Schedule({ product, amount }: Pick<ContentProps, 'product' | 'amount'>) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const today = useToday();
  const [isAll, setAll] = useState(false);
  const { terms, days, currency } = product;
  const payments = interestSchedule(today, totalInterest(amount, terms), days);
  const lastDay = format.moment(startOfDate(endsOn(today, days)), 'date', 'utc');
  const isCut = !isAll && payments.length > ROWS_MAX;
  const head = isCut ? payments.slice(0, ROWS_HEAD) : payments;
  const tail = isCut ? payments.slice(-1) : [];
  return (
    <section className={styles['part']}>
      <h3>{t('schedule.title')}</h3>
      <ol className={styles['schedule']} aria-label={t('schedule.title')}>
        {head.map((payment) => (
          <Row key={payment.day} payment={payment} currency={currency} />
        ))}
        {isCut && (
          <li>
            <Button kind="quiet" size="small" onClick={() => setAll(true)}>
              {t('schedule.more', { count: payments.length - ROWS_HEAD - 1 })}
            </Button>
          </li>
        )}
        {tail.map((payment) => (
          <Row key={payment.day} payment={payment} currency={currency} />
        ))}
        <li>
          <span>{`${lastDay} · ${t('schedule.principal')}`}</span>
          <Num kind="amount" value={amount} unit={currency} />
        </li>
      </ol>
    </section>
  );
}

function Row({ payment, currency }: { payment: InterestDay; currency: string }) {
  const format = useFormat();
  return (
    <li>
      <span>{format.moment(startOfDate(addDays(payment.date, 1)), 'date', 'utc')}</span>
      <Num kind="amount" value={payment.amount} unit={currency} />
    </li>
  );
}
