import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkPasskeyName } from '@halyard/contract/security/rules';
import { makePasskey } from '../../../domain/security/passkeyDevice.ts';
import { useAddPasskeyMutation, useAskNewPasskeyMutation } from '../../../domain/security/passkeysApi.ts';
import { useListSessionsQuery } from '../../../domain/security/securityApi.ts';
import { useHoldText } from '../../../domain/security/useStepUp.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { appErrorText, noticeText } from '../../../shared/i18n/errorText.ts';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { TextField } from '../../../shared/ui/TextField.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import styles from './Passkeys.module.css';

type Said = { readonly error?: AppError; readonly isCancelled?: boolean };

/** Names a new passkey and has the device make it. Who changes his mind finds the sheet as it was. */
export function AddSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('passkeys');
  const device = useThisDevice();
  const [typed, setTyped] = useState<string>();
  const [said, setSaid] = useState<Said>({});
  const [isBusy, setBusy] = useState(false);
  const [ask] = useAskNewPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const holdText = useHoldText('all');
  const name = typed ?? device;
  const fault = checkPasskeyName(name);

  async function make(): Promise<void> {
    setBusy(true);
    setSaid({});
    const outcome = fault === undefined ? await tryToMake() : { error: fault };
    setBusy(false);
    if (outcome === 'done') {
      showToast({ kind: 'success', text: noticeText('PASSKEY_ADDED') });
      onClose();
    } else setSaid(outcome);
  }

  async function tryToMake(): Promise<Said | 'done'> {
    const asked = await ask();
    if (asked.data === undefined) return { error: asked.error as AppError };
    const { passkey, error } = await makePasskey(asked.data);
    if (passkey === undefined) return error === undefined ? { isCancelled: true } : { error };
    const added = await add({ name, passkey });
    return added.error === undefined ? 'done' : { error: added.error as AppError };
  }

  return (
    <ConfirmSheet
      isOpen
      onOpenChange={onClose}
      title={t('add.title')}
      description={t('add.explain')}
      confirmLabel={t('add.action')}
      onConfirm={() => void make()}
      isConfirming={isBusy}
      error={said.error && appErrorText(said.error)}
    >
      <TextField label={t('name')} hint={t('nameHint')} autoComplete="off" value={name} onValueChange={setTyped} />
      {holdText !== undefined && <p className={styles['hold']}>{holdText}</p>}
      <p role="status" className={styles['cancelled']}>
        {said.isCancelled === true && t('add.cancelled')}
      </p>
    </ConfirmSheet>
  );
}

/** What the exchange calls this device; empty until it is known. */
function useThisDevice(): string {
  const { data: sessions } = useListSessionsQuery();
  const current = sessions?.find(({ isCurrent }) => isCurrent);
  const parts = current === undefined ? [] : [current.device || current.system, current.browser];
  return parts.filter((part) => part !== '').join(', ');
}
