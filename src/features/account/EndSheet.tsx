import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '@halyard/contract/security/calls';
import { useRevokeSessionsMutation } from '../../domain/security/securityApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { appErrorText, errorText, noticeText } from '../../shared/i18n/errorText.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { useDeviceName } from './DeviceRow.tsx';

type Which = Session | 'others';
type EndSheetProps = {
  /** What is about to be ended; closed without one. */
  which: Which | undefined;
  onClose: () => void;
};

const NAMELESS = { browser: '', system: '', device: '' };

/** Asks before somebody is logged out somewhere. */
export function EndSheet({ which, onClose }: EndSheetProps) {
  const { t } = useTranslation('account');
  // While the sheet goes away it still says what it was about.
  const [shown, setShown] = useState(which);
  if (which !== undefined && which !== shown) setShown(which);
  const device = useDeviceName(shown === undefined || shown === 'others' ? NAMELESS : shown);
  const blockedReason = useMoneyBlockedReason();
  const [revoke, { isLoading, error, reset }] = useRevokeSessionsMutation();
  const isAll = shown === 'others';
  const close = () => {
    reset();
    onClose();
  };
  const end = async () => {
    if (which === undefined) return;
    const outcome = await revoke(which === 'others' ? which : { id: which.id });
    if (outcome.error !== undefined) return;
    showToast({ kind: 'success', text: noticeText('SESSIONS_ENDED') });
    close();
  };
  const failed = error as AppError | undefined;
  return (
    <ConfirmSheet
      isOpen={which !== undefined}
      onOpenChange={close}
      title={isAll ? t('end.othersAsk') : t('end.ask')}
      description={isAll ? t('end.othersExplain') : t('end.explain', { device })}
      confirmLabel={isAll ? t('devices.endOthers') : t('devices.end')}
      onConfirm={() => void end()}
      isConfirming={isLoading}
      isDisabled={blockedReason !== undefined}
      error={
        blockedReason === undefined
          ? failed && appErrorText(failed)
          : errorText(blockedReason.code, blockedReason.params)
      }
    />
  );
}
