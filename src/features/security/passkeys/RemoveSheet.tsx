import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Passkey } from '@halyard/contract/security/passkeyCalls';
import { useRemovePasskeyMutation } from '../../../domain/security/passkeysApi.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { appErrorText, errorText, noticeText } from '../../../shared/i18n/errorText.ts';
import { useMoneyBlockedReason } from '../../../shared/realtime/useMoneyBlockedReason.ts';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';

type RemoveSheetProps = {
  /** The one that is removed; closed without one. */
  passkey: Passkey | undefined;
  onClose: () => void;
};

/** Asks before a passkey opens nothing any more. */
export function RemoveSheet({ passkey, onClose }: RemoveSheetProps) {
  const { t } = useTranslation('passkeys');
  // While the sheet goes away it still says what it was about.
  const [shown, setShown] = useState(passkey);
  if (passkey !== undefined && passkey !== shown) setShown(passkey);
  const blockedReason = useMoneyBlockedReason();
  const [remove, { isLoading, error, reset }] = useRemovePasskeyMutation();
  const failed = blockedReason ?? (error as AppError | undefined);
  const close = () => {
    reset();
    onClose();
  };
  const send = async () => {
    if (passkey === undefined) return;
    const outcome = await remove(passkey.id);
    if (outcome.error !== undefined) return;
    showToast({ kind: 'success', text: noticeText('PASSKEY_REMOVED') });
    close();
  };
  return (
    <ConfirmSheet
      isOpen={passkey !== undefined}
      onOpenChange={close}
      title={t('remove.title', { name: shown?.name })}
      description={t('remove.explain')}
      confirmLabel={t('remove.action')}
      onConfirm={() => void send()}
      isConfirming={isLoading}
      isDisabled={blockedReason !== undefined}
      error={failed && (failed === error ? appErrorText(failed) : errorText(failed.code, failed.params))}
    />
  );
}
