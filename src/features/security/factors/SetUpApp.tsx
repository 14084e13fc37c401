import { useTranslation } from 'react-i18next';
import type { NewRecoveryCodes, StartedTotp } from '@halyard/contract/security/factorCalls';
import { useConfirmTotpMutation } from '../../../domain/security/factorsApi.ts';
import { useForm } from '../../../shared/forms/useForm.ts';
import { CodeField } from '../../../shared/ui/CodeField.tsx';
import { CopyRow } from '../../../shared/ui/CopyRow.tsx';
import { MoneyButton } from '../../../shared/ui/MoneyButton.tsx';
import { QrCode } from '../../../shared/ui/QrCode.tsx';
import { useWait } from '../useWait.ts';
import styles from './Factors.module.css';

type SetUpAppProps = Pick<StartedTotp, 'secret' | 'uri'> & { onDone: (codes: NewRecoveryCodes) => void };

/** The key for the authenticator app, as a picture and as text, and its first code. */
export function SetUpApp({ secret, uri, onDone }: SetUpAppProps) {
  const { t } = useTranslation('factors');
  const [confirm] = useConfirmTotpMutation();
  const wait = useWait();
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code === '' ? ({ code: 'CODE_REQUIRED' } as const) : undefined }),
    fieldOf: ({ code }) => (code === 'SECOND_FACTOR_WRONG' || code === 'CODE_REQUIRED' ? 'code' : undefined),
    send: (typed) => confirm(typed),
    secret: 'code',
    onRefused: wait.begin,
    onDone,
  });
  const { value, onValueChange, error } = form.field('code');
  return (
    <form {...form.element} className={styles['stack']}>
      <p className={styles['note']}>{t('setUp.scan')}</p>
      <div className={styles['qr']}>
        <QrCode value={uri} label={t('setUp.qr')} />
      </div>
      <CopyRow label={t('setUp.key')} value={secret} look="whole" />
      <CodeField label={t('setUp.code')} name="totp" value={value} onValueChange={onValueChange} error={error} />
      <MoneyButton isSending={form.isSending} blockedReason={wait.text} error={form.texts.form}>
        {t('setUp.action')}
      </MoneyButton>
    </form>
  );
}
