import { useTranslation } from 'react-i18next';
import { ACCOUNT_KINDS, type AccountKind } from '@halyard/contract/wallet/calls';
import { useCoinNames } from '../../domain/markets/useCoinNames.ts';
import { codedText } from '../../shared/i18n/errorText.ts';
import { AmountField } from '../../shared/ui/AmountField.tsx';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { SelectField } from '../../shared/ui/SelectField.tsx';
import { SwapRow } from '../../shared/ui/SwapRow.tsx';
import styles from './Transfer.module.css';
import { redirect, type Direction } from './transferForm.ts';
import { AMOUNT_PLACES, type TransferControl } from './useTransferForm.ts';

/** Source and target account, coin and amount. */
export function TransferFields({ control }: { control: TransferControl }) {
  const { t } = useTranslation('transfer');
  const nameOf = useCoinNames();
  const { way, form, dispatch, available, error } = control;
  const direct = (direction: Direction) => dispatch({ type: 'directionChosen', direction });
  return (
    <form
      className={styles['form']}
      aria-label={t('title')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void control.submit();
      }}
    >
      <SwapRow
        from={
          <AccountField label={t('from')} value={way.from} onChoose={(kind) => direct(redirect(way, 'from', kind))} />
        }
        to={<AccountField label={t('to')} value={way.to} onChoose={(kind) => direct(redirect(way, 'to', kind))} />}
        onSwap={() => direct({ from: way.to, to: way.from })}
      />
      {way.currency === undefined ? (
        <EmptyState drawing="coins" text={t('none')} />
      ) : (
        <>
          <SelectField
            label={t('currency')}
            value={way.currency.currency}
            onValueChange={(currency) => dispatch({ type: 'currencyChosen', currency })}
            options={way.currencies.map(({ currency }) => ({
              value: currency,
              label: currency,
              detail: nameOf(currency),
              start: <CoinIcon symbol={currency} size="small" />,
            }))}
          />
          <AmountField
            label={t('amount')}
            unit={way.currency.currency}
            places={AMOUNT_PLACES}
            available={available}
            value={form.amount}
            onValueChange={(amount) => dispatch({ type: 'amountEdited', amount })}
            error={codedText(error, way.currency.currency)}
            hint={t('explain')}
            enterKeyHint="go"
          />
        </>
      )}
    </form>
  );
}

type AccountFieldProps = { label: string; value: AccountKind; onChoose: (account: AccountKind) => void };

function AccountField({ label, value, onChoose }: AccountFieldProps) {
  const { t } = useTranslation('assets');
  return (
    <SelectField
      label={label}
      value={value}
      onValueChange={onChoose}
      options={ACCOUNT_KINDS.map((kind) => ({ value: kind, label: t(`account.${kind}`) }))}
    />
  );
}
