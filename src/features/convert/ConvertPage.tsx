import { History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { parseDecimal, MONEY_PLACES } from '@halyard/contract/money';
import { useCoinNames } from '../../domain/markets/usualNames.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText, codedText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import { AmountField } from '../../shared/ui/AmountField.tsx';
import { Button, ButtonLink } from '../../shared/ui/Button.tsx';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { SelectField } from '../../shared/ui/SelectField.tsx';
import { SwapRow } from '../../shared/ui/SwapRow.tsx';
import styles from './Convert.module.css';
import { QuoteFigures, Result, SmallSheet } from './SmallSheet.tsx';
import { useConvert, type ConvertControl } from './useConvert.ts';

/** Converts an amount of one coin to another one. The query may name the coins `from` and `to`. */
export function ConvertPage() {
  const { t } = useTranslation('convert');
  const back = useBack();
  const navigate = useNavigate();
  const control = useConvert();
  const toRecords = (
    <IconButton
      icon={<History aria-hidden />}
      label={t('records')}
      onClick={() => void navigate(paths.assetsRecord({ account: 'spot' }))}
    />
  );
  return (
    <Page
      header={<NavBar title={t('title')} onBack={back} actions={toRecords} />}
      footer={<Action control={control} />}
    >
      {control.loadError !== undefined && (
        <ErrorState what={appErrorText(control.loadError)} onRetry={() => void control.reload()} />
      )}
      {control.isLoading && <ConvertLoading />}
      {!control.isLoading && control.loadError === undefined && <Content control={control} />}
    </Page>
  );
}

function Content({ control }: { control: ConvertControl }) {
  const { t } = useTranslation('convert');
  const [isOpen, setOpen] = useState(false);
  const { quote, done, accepting, coins } = control;
  const [row] = quote?.rows ?? [];
  if (coins.length < 2) return <EmptyState drawing="coins" text={t('none')} />;
  return (
    <div className={styles['stack']}>
      <ConvertFields control={control} />
      {row !== undefined && <QuoteFigures row={row} secondsLeft={accepting.secondsLeft} note={accepting.note} />}
      {done !== undefined && <Result converted={done} />}
      <div className={styles['more']}>
        <Button kind="quiet" onClick={() => setOpen(true)}>
          {t('small.open')}
        </Button>
        <ButtonLink kind="quiet" to={paths.plans()}>
          {t('plans')}
        </ButtonLink>
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
  const blockedReason = isStale ? t('stale') : undefined;
  const common = { blockedReason: control.isLoading || form.to === '' ? '' : blockedReason };
  if (quote !== undefined && !accepting.isOver && amount !== undefined) {
    return (
      <div className={styles['send']}>
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
      <MoneyButton
        {...common}
        isSending={isAsking}
        error={(failure && appErrorText(failure)) ?? accepting.error}
        onPress={control.requestQuote}
      >
        {quote === undefined ? t('quote.get') : t('quote.again')}
      </MoneyButton>
    </div>
  );
}

const FIELDS = ['from', 'to', 'amount', 'receive'];

/** The page while the markets load. */
function ConvertLoading() {
  return (
    <Loading>
      <div className={styles['stack']}>
        {FIELDS.map((field) => (
          <div key={field} className={styles['field']}>
            <Skeleton width="30%" />
            <Skeleton shape="block" height={46} />
          </div>
        ))}
      </div>
    </Loading>
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
        from={<CoinField end="from" control={control} />}
        to={<CoinField end="to" control={control} />}
        isDisabled={isBusy}
        onSwap={() => control.choose('from', form.to)}
      />
      <AmountField
        label={t('amount')}
        unit={form.from}
        places={MONEY_PLACES}
        available={available}
        value={form.amount}
        onValueChange={control.type}
        isDisabled={isBusy}
        error={codedText(fieldError, form.from)}
        enterKeyHint="go"
      />
      {done === undefined && <Received control={control} />}
    </form>
  );
}

function Received({ control: { form, quote, about } }: { control: ConvertControl }) {
  const { t } = useTranslation('convert');
  const exact = quote?.rows[0]?.received;
  return (
    <p className={styles['receive']} aria-live="polite">
      <span className={styles['soft']}>{exact === undefined ? t('about') : t('receive')}</span>
      <b className={styles['figure']}>
        {exact === undefined && about !== undefined && '≈ '}
        <Num kind="amount" value={exact ?? about} unit={form.to} />
      </b>
    </p>
  );
}

function CoinField({ end, control }: { end: 'from' | 'to'; control: ConvertControl }) {
  const { t } = useTranslation('convert');
  const nameOf = useCoinNames();
  return (
    <SelectField
      label={t(end)}
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
