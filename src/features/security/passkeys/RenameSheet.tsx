import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Passkey } from '@halyard/contract/security/passkeyCalls';
import { checkPasskeyName } from '@halyard/contract/security/rules';
import { useRenamePasskeyMutation } from '../../../domain/security/passkeysApi.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { appErrorText, noticeText } from '../../../shared/i18n/errorText.ts';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { TextField } from '../../../shared/ui/TextField.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';

type RenameSheetProps = {
  /** The one that is renamed; closed without one. */
  passkey: Passkey | undefined;
  onClose: () => void;
};

/** Another name for a passkey. */
export function RenameSheet({ passkey, onClose }: RenameSheetProps) {
  const { t } = useTranslation('passkeys');
  const [typed, setTyped] = useState<string>();
  const [rename, { isLoading, error, reset }] = useRenamePasskeyMutation();
  const name = typed ?? passkey?.name ?? '';
  const wrong = (typed === undefined ? undefined : checkPasskeyName(name)) ?? (error as AppError | undefined);
  const close = () => {
    reset();
    setTyped(undefined);
    onClose();
  };
  const send = async () => {
    if (passkey === undefined || checkPasskeyName(name) !== undefined) return;
    const outcome = await rename({ id: passkey.id, name });
    if (outcome.error !== undefined) return;
    showToast({ kind: 'success', text: noticeText('PASSKEY_RENAMED') });
    close();
  };
  return (
    <ConfirmSheet
      isOpen={passkey !== undefined}
      onOpenChange={close}
      title={t('rename.title')}
      confirmLabel={t('rename.save')}
      onConfirm={() => void send()}
      isConfirming={isLoading}
      error={wrong && appErrorText(wrong)}
    >
      <TextField label={t('name')} hint={t('nameHint')} autoComplete="off" value={name} onValueChange={setTyped} />
    </ConfirmSheet>
  );
}
