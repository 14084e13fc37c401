import { useTranslation } from 'react-i18next';
import { useCoinNames } from '../../domain/markets/useCoinNames.ts';
import { MONEY_PLACES } from '@halyard/contract/money';
import { Num } from '../../shared/format/Num.tsx';
import { codedText } from '../../shared/i18n/errorText.ts';
import { AmountField } from '../../shared/ui/AmountField.tsx';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { SelectField } from '../../shared/ui/SelectField.tsx';
import { SwapRow } from '../../shared/ui/SwapRow.tsx';
import styles from './Convert.module.css';
import type { ConvertControl } from './useConvert.ts';

/** Both coins, the amount, and what it gives: exactly with a quote, else about. */
export function ConvertFields({ control }: { control: ConvertControl }) {
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
