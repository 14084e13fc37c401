import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { parseDecimal } from '@halyard/contract/money';
import type { AppError } from '../../shared/api/appError.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText, codedText } from '../../shared/i18n/errorText.ts';
import { useCheckingText } from '../../shared/money-mutations/useMoneyMutation.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { FormLoading } from '../../shared/ui/FormLoading.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import styles from './Transfer.module.css';
import { useTransferForm, AMOUNT_PLACES, redirect, type TransferControl, type Direction } from './useTransferForm.ts';
import { ACCOUNT_KINDS, type AccountKind } from '@halyard/contract/wallet/calls';
import { useCoinNames } from '../../domain/markets/usualNames.ts';
import { AmountField } from '../../shared/ui/AmountField.tsx';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { SelectField } from '../../shared/ui/SelectField.tsx';
import { SwapRow } from '../../shared/ui/SwapRow.tsx';

/** Transfers between the user's own accounts. The query may name the accounts `from` and `to`, and the `currency`. */
export function TransferPage() {
  const { t } = useTranslation('transfer');
  const navigate = useNavigate();
  const control = useTransferForm();
  const toRecords = (
    <IconButton
      icon={<History aria-hidden />}
      label={t('records')}
      onClick={() => void navigate(paths.transferRecord())}
    />
  );
  return (
    <Page header={<NavBar title={t('title')} actions={toRecords} />} footer={<Send control={control} />}>
      {control.loadError !== undefined && <ErrorState error={control.loadError} onRetry={control.reload} />}
      {control.loadError === undefined && control.isLoading && <FormLoading />}
      {!control.isLoading && <TransferFields control={control} />}
    </Page>
  );
}

function Send({ control }: { control: TransferControl }) {
  const { t } = useTranslation('transfer');
  const format = useFormat();
  const isStale = useIsStale();
  const { way, form, failure, isSending, status, submit } = control;
  const checking = useCheckingText(status);
  const amount = parseDecimal(form.amount);
  const coin = way.currency?.currency;
  const failureText = useFailureText(failure);
  const blockedReason = isStale ? t('stale') : undefined;
  return (
    <div className={styles['send']}>
      <MoneyButton
        isSending={isSending}
        isUnready={form.amount === '' || control.error !== undefined}
        blockedReason={control.isLoading || coin === undefined ? '' : blockedReason}
        error={checking ?? failureText}
        onPress={() => void submit()}
      >
        {amount === undefined || coin === undefined
          ? t('action')
          : t('actionAmount', { amount: format.amountOf(amount, coin), coin })}
      </MoneyButton>
    </div>
  );
}

/** A lost answer is the one failure after which resending is right and safe. */
function useFailureText(failure: AppError | undefined): string | undefined {
  const { t } = useTranslation('transfer');
  if (failure === undefined) return undefined;
  if (failure.code === 'OUTCOME_UNKNOWN') return t('unknown');
  return appErrorText(failure);
}

/** Source and target account, coin and amount. */
function TransferFields({ control }: { control: TransferControl }) {
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
            placeholder="0"
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
