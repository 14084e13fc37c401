import type { ConvertRow, Converted } from '@halyard/contract/convert/calls';
import { BETWEEN, convertRange, SMALL_VALUE } from '@halyard/contract/convert/rules';
import { History, CircleCheck } from 'lucide-react';
import { useState, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { parseDecimal, MONEY_PLACES } from '@halyard/contract/money';
import { receivedIn, useQuoteSmallBalancesMutation } from '../../domain/convert/convertApi.ts';
import { useCoinNames } from '../../domain/markets/usualNames.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { usePurchaseBlock } from '../../domain/limits/tradingBreakApi.ts';
import { appErrorText, codedText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import { AmountField } from '../../shared/ui/AmountField.tsx';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { FormLoading } from '../../shared/ui/FormLoading.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { SelectField } from '../../shared/ui/SelectField.tsx';
import { SourceLabel } from '../../shared/ui/SourceLabel.tsx';
import { SwapRow } from '../../shared/ui/SwapRow.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { useMatchMedia } from '../../shared/viewport/useMatchMedia.ts';
import styles from './Convert.module.css';
import { lastRate, leastSpread, ratePlaces, rateSource, shownRate, type ShownRate } from './convertForm.ts';
import { useConvert, useAcceptance, type ConvertControl } from './useConvert.ts';

/** No thumb holds a larger screen: the button follows the figures, before links to other pages. */
const WIDE = '(width >= 768px) and (height >= 480px)';

/** Converts an amount of one coin to another one. The query may name the coins `from` and `to`. */
export function ConvertPage() {
  const { t } = useTranslation('convert');
  const navigate = useNavigate();
  const control = useConvert();
  const isWide = useMatchMedia(WIDE);
  const action = <Action control={control} />;
  const toRecords = (
    <IconButton
      icon={<History aria-hidden />}
      label={t('records')}
      onClick={() => void navigate(paths.assetsRecord({ account: 'spot' }))}
    />
  );
  return (
    <Page header={<NavBar title={t('title')} actions={toRecords} />} footer={isWide ? undefined : action}>
      {control.loadError !== undefined && <ErrorState error={control.loadError} onRetry={control.reload} />}
      {control.isLoading && <FormLoading />}
      {!control.isLoading && control.loadError === undefined && <Content control={control} action={isWide && action} />}
    </Page>
  );
}

function Content({ control, action }: { control: ConvertControl; action: ReactNode }) {
  const { t } = useTranslation('convert');
  const [isOpen, setOpen] = useState(false);
  const { quote, done, coins } = control;
  const [row] = quote?.rows ?? [];
  if (coins.length < 2) return <EmptyState drawing="coins" text={t('none')} />;
  return (
    <div className={styles['stack']}>
      <ConvertFields control={control} />
      {row !== undefined && <QuoteFigures row={row} control={control} />}
      {row === undefined && done === undefined && <Estimate control={control} />}
      {done !== undefined && <Result converted={done} />}
      {action}
      <div className={styles['more']}>
        <ListRow title={t('small.open')} hasChevron onPress={() => setOpen(true)} />
        <ListRow title={t('plans')} hasChevron to={paths.plans()} />
      </div>
      <SmallSheet isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}

/** Requests a quote; then accepts it while it is valid. */
function Action({ control }: { control: ConvertControl }) {
  const { t } = useTranslation('convert');
  const format = useFormat();
  const isStale = useIsStale();
  const { quote, form, accepting, isAsking, failure } = control;
  const amount = parseDecimal(form.amount);
  const refused = codedText(usePurchaseBlock('spot'));
  const blockedReason = (form.to === BETWEEN ? undefined : refused) ?? (isStale ? t('stale') : undefined);
  const common = { blockedReason: control.isLoading || form.to === '' ? '' : blockedReason };
  if (quote !== undefined && !accepting.isOver && amount !== undefined) {
    return (
      <div className={styles['send']}>
        <Countdown secondsLeft={accepting.secondsLeft} />
        <MoneyButton
          {...common}
          isSending={accepting.isSending}
          error={accepting.error}
          onPress={() => void control.accept()}
        >
          {t('action', { amount: format.amountOf(amount, form.from), coin: form.from })}
        </MoneyButton>
      </div>
    );
  }
  return (
    <div className={styles['send']}>
      {quote !== undefined && <Countdown secondsLeft={accepting.secondsLeft} />}
      <MoneyButton
        {...common}
        isSending={isAsking}
        isUnready={form.amount === '' || control.fieldError !== undefined}
        error={(failure && appErrorText(failure)) ?? accepting.error}
        onPress={control.requestQuote}
      >
        {quote === undefined ? t('quote.get') : t('quote.again')}
      </MoneyButton>
    </div>
  );
}

/** Both coins, the amount, and what it gives: exactly with a quote, else about. */
function ConvertFields({ control }: { control: ConvertControl }) {
  const { t } = useTranslation('convert');
  const { form, done, available, fieldError, accepting } = control;
  const isBusy = accepting.isSending;
  return (
    <form
      className={styles['stack']}
      aria-label={t('title')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) control.requestQuote();
      }}
    >
      <SwapRow
        areCards
        from={
          <div className={styles['coin']}>
            <CoinField end="from" control={control} isDisabled={isBusy} />
            <AmountField
              label={t('amount')}
              unit={form.from}
              places={MONEY_PLACES}
              available={available}
              value={form.amount}
              onValueChange={control.type}
              isDisabled={isBusy}
              error={codedText(fieldError, form.from)}
              hint={<Limits control={control} />}
              placeholder="0"
              enterKeyHint="go"
            />
          </div>
        }
        to={
          <div className={styles['coin']}>
            <CoinField end="to" control={control} isDisabled={isBusy} />
            {done === undefined && <Received control={control} />}
          </div>
        }
        isDisabled={isBusy}
        onSwap={() => control.choose('from', form.to)}
      />
    </form>
  );
}

/** The smallest and the largest amount at the last price. */
function Limits({ control: { source } }: { control: ConvertControl }) {
  const { t } = useTranslation('convert');
  const format = useFormat();
  if (source?.price === undefined) return null;
  const { min, max } = convertRange(source.price);
  const [least, most] = [min, max].map((value) => format.amountOf(value, source.name));
  return (
    <span className={styles['limits']}>
      <span>{t('limits')}</span>
      <span>{`${least} – ${most} ${source.name}`}</span>
    </span>
  );
}

function Received({ control: { form, quote, about } }: { control: ConvertControl }) {
  const { t } = useTranslation('convert');
  const exact = quote?.rows[0]?.received;
  return (
    // An estimate follows each price, which would be read out without end.
    <p className={styles['receive']} aria-live={exact === undefined ? 'off' : 'polite'}>
      <span className={styles['soft']}>{exact === undefined ? t('about') : t('receive')}</span>
      <b className={styles['figure']}>
        {exact === undefined && about !== undefined && '≈ '}
        <Num kind="amount" value={exact ?? about} unit={form.to} />
      </b>
    </p>
  );
}

/** The last rate, and the spread as far as it is known, where a quote will show its own. */
function Estimate({ control: { source, target } }: { control: ConvertControl }) {
  const { t } = useTranslation('convert');
  const format = useFormat();
  const last = lastRate(source, target);
  const spread = leastSpread(source, target);
  if (last === undefined) return null;
  return (
    <div className={styles['card']}>
      <KeyValue
        items={[
          { label: t('quote.rate'), value: <RateText {...last} />, beside: <RateSource {...{ source, target }} /> },
          ...(spread === undefined
            ? []
            : [{ label: t('quote.spread'), value: t('quote.atLeast', { percent: format.rate(spread) }) }]),
        ]}
      />
    </div>
  );
}

type CoinFieldProps = { end: 'from' | 'to'; control: ConvertControl; isDisabled: boolean };

function CoinField({ end, control, isDisabled }: CoinFieldProps) {
  const { t } = useTranslation('convert');
  const nameOf = useCoinNames();
  return (
    <SelectField
      label={t(end)}
      isDisabled={isDisabled}
      value={control.form[end]}
      onValueChange={(name) => control.choose(end, name)}
      options={control.coins.map(({ name }) => ({
        value: name,
        label: name,
        detail: nameOf(name),
        start: <CoinIcon symbol={name} size="small" />,
      }))}
    />
  );
}

type SmallSheetProps = { isOpen: boolean; onClose: () => void };

/** Small balances with what each of them gives in USDT, converted together. */
function SmallSheet({ isOpen, onClose }: SmallSheetProps) {
  const { t } = useTranslation('convert');
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('small.title')}
    >
      {isOpen && <SmallBalances onClose={onClose} />}
    </Sheet>
  );
}

function SmallBalances({ onClose }: Pick<SmallSheetProps, 'onClose'>) {
  const { t } = useTranslation('convert');
  const format = useFormat();
  const [ask, { data: quote, error, isLoading }] = useQuoteSmallBalancesMutation();
  const renew = () => void ask();
  const accepting = useAcceptance(quote, renew);
  useEffect(() => void ask(), [ask]);
  const failure = error as AppError | undefined;
  if (failure?.code === 'NO_SMALL_BALANCES') {
    return <EmptyState drawing="coins" text={t('small.none', { value: format.amount(SMALL_VALUE, 0) })} />;
  }
  if (failure !== undefined) return <ErrorState error={failure} onRetry={renew} />;
  if (quote === undefined) return <RowsLoading />;
  const total = receivedIn(quote.rows);
  const coin = quote.rows[0]?.to ?? '';
  const amount = { amount: format.amountOf(total, coin), coin };
  const submit = async () => {
    const notify = () => showToast({ kind: 'success', text: t('done.toast', amount) });
    if ((await accepting.accept(notify)) !== undefined) onClose();
  };
  return (
    <div className={styles['stack']}>
      <p className={styles['soft']}>{t('small.text', { value: format.amount(SMALL_VALUE, 0) })}</p>
      <ul className={styles['rows']} aria-label={t('small.title')}>
        {quote.rows.map((row) => (
          <SmallRow key={row.from} row={row} />
        ))}
      </ul>
      {accepting.note !== undefined && <p role="status">{accepting.note}</p>}
      <Countdown secondsLeft={accepting.secondsLeft} />
      {accepting.isOver ? (
        <MoneyButton isSending={isLoading} error={accepting.error} onPress={renew}>
          {t('quote.again')}
        </MoneyButton>
      ) : (
        <MoneyButton isSending={accepting.isSending} error={accepting.error} onPress={() => void submit()}>
          {t('small.action', amount)}
        </MoneyButton>
      )}
    </div>
  );
}

function SmallRow({ row: { from, to, amount, received } }: { row: ConvertRow }) {
  return (
    <li className={styles['row']}>
      <CoinIcon symbol={from} size="small" />
      <Num kind="amount" value={amount} unit={from} />
      <span className={styles['end']}>
        <Num kind="amount" value={received} unit={to} />
      </span>
    </li>
  );
}

function RowsLoading() {
  return (
    <Loading>
      <div className={styles['stack']}>
        <Skeleton shape="block" height={120} />
        <Skeleton shape="block" height={48} />
      </div>
    </Loading>
  );
}

type QuoteFiguresProps = { row: ConvertRow; control: ConvertControl };

/** Rate and spread of a quote, and why it replaced the last one. */
function QuoteFigures({ row, control: { source, target, accepting } }: QuoteFiguresProps) {
  const { t } = useTranslation('convert');
  const format = useFormat();
  return (
    <section className={styles['card']} aria-label={t('quote.label')}>
      {accepting.note !== undefined && <p role="status">{accepting.note}</p>}
      <KeyValue
        items={[
          {
            label: t('quote.rate'),
            value: <RateText {...shownRate(row)} />,
            beside: <RateSource source={source} target={target} />,
          },
          { label: t('quote.spread'), value: format.percent(row.spread) },
        ]}
      />
    </section>
  );
}

function RateSource({ source, target }: Pick<ConvertControl, 'source' | 'target'>) {
  const priceSource = rateSource(source, target);
  return priceSource === undefined ? null : <SourceLabel source={priceSource} isShort />;
}

function RateText({ from, to, rate }: ShownRate) {
  const { t } = useTranslation('convert');
  const format = useFormat();
  return <span translate="no">{t('quote.rateOf', { from, to, rate: format.price(rate, ratePlaces(rate)) })}</span>;
}

/** The seconds for which a quote is valid. */
function Countdown({ secondsLeft }: { secondsLeft: number }) {
  const { t } = useTranslation('convert');
  return (
    <p className={styles['countdown']}>
      {secondsLeft === 0 ? t('quote.expired') : t('quote.valid', { seconds: secondsLeft })}
    </p>
  );
}

/** Amounts of a convert, with a link to its records. */
function Result({ converted: { rows } }: { converted: Converted }) {
  const { t } = useTranslation('convert');
  const [row] = rows;
  if (row === undefined) return null;
  return (
    <section className={styles['card']} aria-label={t('done.title')}>
      <p className={styles['done']} role="status">
        <CircleCheck aria-hidden />
        {t('done.title')}
      </p>
      <KeyValue
        items={[
          { label: t('done.paid'), value: <Num kind="amount" value={row.amount} unit={row.from} /> },
          { label: t('done.received'), value: <Num kind="amount" value={receivedIn(rows)} unit={row.to} /> },
        ]}
      />
      <ButtonLink kind="ghost" size="small" to={paths.assetsRecord({ account: 'spot' })}>
        {t('records')}
      </ButtonLink>
    </section>
  );
}
