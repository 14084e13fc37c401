import { useState } from 'react';
import { useTranslation, Trans } from 'react-i18next';
import { useLocation, useSearchParams, Link } from 'react-router-dom';
import * as z from 'zod/mini';
import type { CodedError } from '@halyard/contract/errors';
import { add, isPositive, compare, min, parseDecimal, type Decimal } from '@halyard/contract/money';
import { checkStake } from '@halyard/contract/options/stake';
import { addDays, startOfDate, dateOf } from '@halyard/contract/time';
import type { TrustProduct } from '@halyard/contract/trust/calls';
import {
  dayPercent,
  endsOn,
  interestSchedule,
  penaltyOf,
  totalInterest,
  yearPercent,
  interestAtRate,
  interestOfDay,
  interestThrough,
  SHOWN_DAYS,
  type InterestDay,
  type Renewal,
} from '@halyard/contract/trust/rules';
import { UnverifiedNote } from '../../../domain/exposure/UnverifiedNote.tsx';
import {
  checkUnverifiedLimit,
  useUnverifiedLimit,
  withinLimit,
  type UnverifiedLimit,
} from '../../../domain/exposure/useExposure.ts';
import { usePurchaseBlock } from '../../../domain/limits/tradingBreakApi.ts';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import { trustDraft, trustPurchase } from '../../../domain/trust/product.ts';
import { productIdOf, useTrustProduct } from '../../../domain/trust/trustApi.ts';
import { useBalance } from '../../../domain/wallet/useWallet.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { appErrorText, codedText, errorText } from '../../../shared/i18n/errorText.ts';
import { answerOf, useMoneyMutation, useCheckingText } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useBusyWhile } from '../../../shared/pwa/busy.ts';
import { readAs, useDraft } from '../../../shared/storage/useDraft.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import { AmountField } from '../../../shared/ui/AmountField.tsx';
import { ButtonLink, Button } from '../../../shared/ui/Button.tsx';
import { Checkbox } from '../../../shared/ui/Checkbox.tsx';
import { CoinIcon } from '../../../shared/ui/CoinIcon.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { FormEnd, MoneyButton } from '../../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../../shared/ui/Page.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { SidesLoading } from '../../../shared/ui/SidesLoading.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { Capacity, EarlyExit, isSoldOut, Rates, DAY_PERCENT_PLACES } from '../ProductCard.tsx';
import styles from '../Trust.module.css';

/** A product: its terms, the earnings of an amount, and buying. The query names it by `id`. */
export function BuyPage() {
  const { t } = useTranslation('trust');
  const [query] = useSearchParams();
  const id = productIdOf(query);
  const isNamed = id !== undefined;
  const { product, error, retry } = useTrustProduct(id);
  if (product !== undefined) return <Product key={product.id} product={product} />;
  const isMissing = !isNamed || error?.code === 'PRODUCT_NOT_FOUND';
  return (
    <Page header={<NavBar title={t('product')} />}>
      {isMissing && (
        <EmptyState
          text={errorText('PRODUCT_NOT_FOUND')}
          action={<ButtonLink to={paths.finance()}>{t('products')}</ButtonLink>}
        />
      )}
      {!isMissing && error !== undefined && <ErrorState error={error} onRetry={retry} />}
      {!isMissing && error === undefined && <SidesLoading start={[176, 40]} end={[68, 160]} />}
    </Page>
  );
}

function Product({ product }: { product: TrustProduct }) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const control = useBuy(product);
  const [isOpen, setOpen] = useState(false);
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const refused = codedText(usePurchaseBlock('trust'));
  const blockedReason = refused ?? (isSoldOut(product) ? t('soldOut') : undefined);
  const { currency, days } = product;
  const review = () => {
    if (blockedReason === undefined && control.review()) setOpen(true);
  };
  const title = (
    <span className={styles['head']}>
      <CoinIcon symbol={currency} size="small" />
      {`${currency} · ${t('days', { count: days })}`}
    </span>
  );
  return (
    <Page header={<NavBar title={title} />}>
      <div className={styles['screen']}>
        <div data-side="start">
          <div className={styles['facts']}>
            <Rates product={product} />
            <EarlyExit terms={product.terms} />
            <Capacity product={product} />
          </div>
          <p className={styles['promise']}>{t('promise')}</p>
        </div>
        <div data-side="end">
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
              placeholder={`${t('minimum')} ${format.amount(product.minAmount, 2, 0)}`}
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
        {isLoggedIn ? <Act blockedReason={blockedReason} control={control} onPress={review} /> : <LogIn />}
      </div>
      <BuySheet product={product} control={control} isOpen={isOpen} onOpenChange={setOpen} />
    </Page>
  );
}

type ActProps = { blockedReason: string | undefined; control: BuyControl; onPress: () => void };

function Act({ blockedReason, control, onPress }: ActProps) {
  const { t } = useTranslation('trust');
  return (
    <MoneyButton
      isSending={false}
      isUnready={control.amountText === '' || control.error !== undefined}
      blockedReason={blockedReason}
      onPress={onPress}
    >
      {t('buy.review')}
    </MoneyButton>
  );
}

function LogIn() {
  const { t } = useTranslation('trust');
  const { pathname, search } = useLocation();
  return (
    <FormEnd>
      <ButtonLink to={paths.login({ backpage: `${pathname}${search}`, backtype: 1 })}>{t('logIn')}</ButtonLink>
    </FormEnd>
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

/**
 * The outcome and its date, the cost of early redemption and the payments; the consent box and the button stay below
 * them.
 */
function BuySheet({ product, control, isOpen, onOpenChange }: BuySheetProps) {
  const { t } = useTranslation('trust');
  const { amount } = control;
  const [isRenewing, setRenewing] = useState(false);
  const change = (willOpen: boolean) => {
    if (!willOpen) setRenewing(false);
    onOpenChange(willOpen);
  };
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={change}
      title={t('buy.title')}
      footer={
        amount !== undefined && (
          <Agreement
            // Other terms need another agreement.
            key={product.termsHash}
            currency={product.currency}
            amount={amount}
            control={control}
            renewal={isRenewing ? 'principal' : 'none'}
            onDone={() => change(false)}
          />
        )
      }
    >
      {amount !== undefined && (
        <div className={styles['sheet']}>
          <Figures product={product} amount={amount} />
          <Penalty product={product} amount={amount} />
          <Schedule product={product} amount={amount} />
          <Checkbox label={t('renewal.offer')} isChecked={isRenewing} onCheckedChange={setRenewing} />
        </div>
      )}
    </Sheet>
  );
}

type AgreementProps = { currency: string; amount: Decimal; control: BuyControl; renewal: Renewal; onDone: () => void };

function Agreement({ currency, amount, control, renewal, onDone }: AgreementProps) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const [isAgreed, setAgreed] = useState(false);
  const [wasTried, setTried] = useState(false);
  const { buying } = control;
  const checking = useCheckingText(buying.status);
  const { error } = buying;
  const failure = error && appErrorText(error, currency);
  const bought = { amount: format.amountOf(amount, currency), currency };
  const submit = async () => {
    setTried(true);
    const notify = () => showToast({ kind: 'success', text: t('buy.done', bought) });
    if (isAgreed && (await control.buy(renewal, notify))) onDone();
  };
  const agreement = (
    <Trans
      t={t}
      i18nKey="buy.agree"
      components={{ rules: <Link className={styles['link']} to={paths.financeRules()} /> }}
    />
  );
  return (
    <div className={styles['agreement']}>
      <Checkbox
        label={<span>{agreement}</span>}
        isChecked={isAgreed}
        onCheckedChange={setAgreed}
        error={wasTried && !isAgreed ? errorText('AGREEMENT_REQUIRED') : undefined}
      />
      <MoneyButton
        isSending={buying.isSending}
        isUnready={!isAgreed}
        error={checking ?? failure}
        onPress={() => void submit()}
      >
        {t('buy.action', bought)}
      </MoneyButton>
    </div>
  );
}

type PartProps = { product: TrustProduct; amount: Decimal };

function Figures({ product: { terms, days, currency }, amount }: PartProps) {
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
function Penalty({ product, amount }: PartProps) {
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
function Schedule({ product, amount }: PartProps) {
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

type CalculationProps = { product: TrustProduct; amount: Decimal | undefined };

/** The exchange's current date, in UTC. */
function useToday(): string {
  return useEachSecond((nowMs) => dateOf(serverTimeMs(nowMs)));
}

/** Earnings of an amount bought today, by day and in total; dashes without an amount. */
function Calculation({ product, amount: typed }: CalculationProps) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const today = useToday();
  const { terms, currency, days } = product;
  const amount = typed !== undefined && isPositive(typed) ? typed : undefined;
  const total = amount && totalInterest(amount, terms);
  const money = (value: Decimal | undefined) => <Num kind="amount" value={value} unit={value && currency} />;
  const ends = format.moment(startOfDate(endsOn(today, days)), 'date', 'utc');
  return (
    <section className={styles['part']} aria-label={t('calculator')}>
      {total !== undefined && <Curve total={total} days={days} boughtOn={today} currency={currency} />}
      <KeyValue
        items={[
          { label: t('calc.day'), value: money(total && interestOfDay(total, 1, days)) },
          { label: t('calc.total', { count: days }), value: money(total) },
          { label: t('calc.back', { date: ends }), value: money(amount && total && add(amount, total)) },
          ...(days === SHOWN_DAYS
            ? []
            : [
                {
                  label: t('calc.atRate', { count: SHOWN_DAYS }),
                  value: money(amount && interestAtRate(amount, terms)),
                },
              ]),
        ]}
      />
    </section>
  );
}

type CurveProps = { total: Decimal; days: number; boughtOn: string; currency: string };

/** Accumulated interest by day. Pointer and arrow keys move along it and read a day. */
function Curve({ total, days, boughtOn, currency }: CurveProps) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const [chosen, setChosen] = useState(days);
  const day = Math.min(chosen, days);
  const earned = interestThrough(total, day, days);
  const date = format.moment(startOfDate(addDays(boughtOn, day + 1)), 'date', 'utc');
  return (
    <div>
      <p className={styles['readout']}>
        <span className={styles['soft']}>{t('curve.point', { date })}</span>
        <Num kind="amount" value={earned} unit={currency} />
      </p>
      <div className={styles['plot']}>
        <svg aria-hidden="true" viewBox={`0 0 ${days} 100`} preserveAspectRatio="none" className={styles['picture']}>
          <path d={`${stairs(days, days)}V100H0Z`} className={styles['rest']} />
          <path d={`${stairs(days, day)}V100H0Z`} className={styles['area']} />
          <path d={stairs(days, days)} className={styles['line']} vectorEffect="non-scaling-stroke" />
        </svg>
        <input
          type="range"
          className={styles['slider']}
          min={1}
          max={days}
          value={day}
          aria-label={t('curve.label')}
          aria-valuetext={`${date}: ${format.money(earned, currency)}`}
          onChange={({ target }) => setChosen(target.valueAsNumber)}
        />
      </div>
    </div>
  );
}

/** Every day adds the same, so the picture is a staircase; the rounding of a day is smaller than a pixel. */
function stairs(days: number, until: number): string {
  let path = 'M0,100';
  for (let day = 1; day <= until; day += 1) path += `V${100 - (day / days) * 100}H${day}`;
  return path;
}

const AMOUNT_PLACES = 8;
const readAmount = readAs(z.string().check(z.maxLength(64)));

/** State of the buy form. `error` is the one to show: a missing amount is an error only after a try. */
function useBuy(product: TrustProduct) {
  // Kept while the user transfers money to the account.
  const draft = useDraft({ name: trustDraft(product.id), initial: '', read: readAmount });
  const { value: amountText, change: setAmountText } = draft;
  const [wasTried, setTried] = useState(false);
  const buying = useMoneyMutation(trustPurchase);
  const available = useBalance('trust', product.currency)?.available;
  const limit = useUnverifiedLimit(product.currency);
  const amount = parseDecimal(amountText);
  const error = buyError(product, amount, { available, limit });

  // An app update waits until nothing sent would be lost.
  useBusyWhile(buying.isSending);

  /** Returns whether it was bought. */
  async function buy(renewal: Renewal, notify: () => void): Promise<boolean> {
    if (error !== undefined || amount === undefined || buying.isSending) return false;
    const sending = buying.send({ product: product.id, amount, termsHash: product.termsHash, renewal });
    if ((await answerOf(sending, notify)) === undefined) return false;
    setAmountText('');
    draft.forget();
    setTried(false);
    return true;
  }

  return {
    amountText,
    amount,
    available,
    limit,
    /**
     * For the button "All": the balance, within the largest order, the product's capacity and the verification limit.
     */
    most: withinLimit(available && min(available, product.maxAmount, product.left), limit),
    error: wasTried || error?.code !== 'AMOUNT_REQUIRED' ? error : undefined,
    buying,
    setAmount(text: string) {
      buying.reset();
      setAmountText(text);
    },
    /** Returns whether there is no error. */
    review() {
      setTried(true);
      return error === undefined;
    },
    buy,
  } as const;
}

/** A form and its actions. */
type BuyControl = ReturnType<typeof useBuy>;

function buyError(
  { minAmount: minStake, maxAmount: maxStake, left }: TrustProduct,
  amount: Decimal | undefined,
  { available, limit }: { readonly available: Decimal | undefined; readonly limit: UnverifiedLimit | null | undefined },
): CodedError | undefined {
  const found = checkStake(amount, { minStake, maxStake });
  if (found !== undefined || amount === undefined) return found;
  if (compare(amount, left) > 0) return { code: 'PRODUCT_SOLD_OUT', params: { left } };
  const unverified = checkUnverifiedLimit(amount, limit);
  if (unverified !== undefined || available === undefined) return unverified;
  return compare(amount, available) > 0 ? { code: 'INSUFFICIENT_BALANCE' } : undefined;
}
