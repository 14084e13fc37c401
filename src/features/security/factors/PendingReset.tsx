import { useTranslation } from 'react-i18next';
import type { FactorReset } from '@halyard/contract/security/factorCalls';
import { useCancelFactorResetMutation } from '../../../domain/security/factorsApi.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { appErrorText, noticeText } from '../../../shared/i18n/errorText.ts';
import { MoneyButton } from '../../../shared/ui/MoneyButton.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import styles from './Factors.module.css';

/** Somebody says that the factors are lost: the owner, or a thief whom the owner stops here. */
export function PendingReset({ reset }: { reset: FactorReset }) {
  const { t } = useTranslation('factors');
  const { moment } = useFormat();
  const [cancel, { isLoading, error }] = useCancelFactorResetMutation();
  const press = async () => {
    const { data } = await cancel();
    if (data !== undefined) showToast({ kind: 'success', text: noticeText('FACTOR_RESET_CANCELLED') });
  };
  return (
    <section className={styles['reset']}>
      <p>
        {reset.effectiveAt === null
          ? t('reset.pending')
          : t('reset.approved', { date: moment(Date.parse(reset.effectiveAt), 'dateMinute') })}
      </p>
      <MoneyButton
        isSending={isLoading}
        error={error === undefined ? undefined : appErrorText(error as AppError)}
        onPress={() => void press()}
      >
        {t('reset.cancel')}
      </MoneyButton>
    </section>
  );
}
