import { useTranslation } from 'react-i18next';
import type { AccountProtection } from '@halyard/contract/security/freezeCalls';
import {
  useAskUnfreezeMutation,
  useFreezeAccountMutation,
  useGetAccountProtectionQuery,
} from '../../../domain/security/freezeApi.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { appErrorText, noticeText } from '../../../shared/i18n/errorText.ts';
import { reasonText } from '../../../shared/i18n/reasonText.ts';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading } from '../../../shared/ui/Loading.tsx';
import { MoneyButton } from '../../../shared/ui/MoneyButton.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { FreezeEffects } from './FreezeEffects.tsx';
import styles from './Freeze.module.css';

/** The own account: what freezing does and the button, or since when it is frozen and the way out. */
export function OwnFreeze() {
  const { data: protection, error, refetch } = useGetAccountProtectionQuery();
  if (protection !== undefined) return protection.isFrozen ? <Frozen protection={protection} /> : <Unfrozen />;
  if (error !== undefined) return <ErrorState what={appErrorText(error as AppError)} onRetry={() => void refetch()} />;
  return (
    <Loading>
      <Skeleton height={160} />
    </Loading>
  );
}

function Unfrozen() {
  const { t } = useTranslation('safety');
  const [freeze, { error, isLoading }] = useFreezeAccountMutation();
  const failed = error as AppError | undefined;
  return (
    <>
      <FreezeEffects keepsThisDevice />
      <MoneyButton isSending={isLoading} error={failed && appErrorText(failed)} onPress={() => void freeze()}>
        {t('freeze.action')}
      </MoneyButton>
    </>
  );
}

function Frozen({ protection: { frozenAt, unfreezing } }: { protection: AccountProtection }) {
  const { t } = useTranslation('safety');
  const format = useFormat();
  const [ask, { error, isLoading }] = useAskUnfreezeMutation();
  const failed = error as AppError | undefined;
  const moment = (at: string) => format.moment(Date.parse(at), 'dateMinute');
  const send = async () => {
    const outcome = await ask();
    if (outcome.error === undefined) showToast({ kind: 'success', text: noticeText('UNFREEZE_ASKED') });
  };
  return (
    <>
      {frozenAt !== null && <p>{t('freeze.since', { at: moment(frozenAt) })}</p>}
      <ul className={styles['list']}>
        <li>{t('freeze.withdrawals')}</li>
        <li>{t('freeze.trading')}</li>
      </ul>
      {unfreezing?.status === 'pending' && (
        <p role="status">{t('freeze.pending', { at: moment(unfreezing.requestedAt) })}</p>
      )}
      {unfreezing?.status !== 'pending' && (
        <>
          {unfreezing?.status === 'rejected' && (
            <p>{t('freeze.rejected', { reason: reasonText(unfreezing.reason ?? '') })}</p>
          )}
          <p className={styles['note']}>{t('freeze.askExplain')}</p>
          <MoneyButton isSending={isLoading} error={failed && appErrorText(failed)} onPress={() => void send()}>
            {t('freeze.ask')}
          </MoneyButton>
        </>
      )}
    </>
  );
}
