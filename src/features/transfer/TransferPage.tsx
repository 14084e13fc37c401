import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { parseDecimal } from '@halyard/contract/money';
import type { AppError } from '../../shared/api/appError.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { useCheckingText } from '../../shared/money-mutations/useCheckingText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Transfer.module.css';
import { TransferFields } from './TransferFields.tsx';
import { type TransferControl, useTransferForm } from './useTransferForm.ts';

/** Transfers between the user's own accounts. The query may name the accounts `from` and `to`, and the `currency`. */
export function TransferPage() {
  const { t } = useTranslation('transfer');
  const back = useBack();
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
    <Page header={<NavBar title={t('title')} onBack={back} actions={toRecords} />} footer={<Send control={control} />}>
      {control.loadError !== undefined && (
        <ErrorState what={appErrorText(control.loadError)} onRetry={() => void control.reload()} />
      )}
      {control.loadError === undefined && control.isLoading && <TransferLoading />}
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

const FIELDS = ['from', 'to', 'coin', 'amount'];

/** The form while the transferable currencies load. */
function TransferLoading() {
  return (
    <Loading>
      <div className={styles['form']}>
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
