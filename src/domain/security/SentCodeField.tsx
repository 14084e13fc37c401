import { useTranslation } from 'react-i18next';
import { CODE_LENGTH } from '@halyard/contract/rules/account';
import { Button } from '../../shared/ui/Button.tsx';
import { TextField } from '../../shared/ui/TextField.tsx';
import { SandboxMessages } from '../sandbox/SandboxMessages.tsx';

type SentCodeFieldProps = {
  value: string;
  onValueChange: (code: string) => void;
  error: string | undefined;
  /** Where the code goes. */
  address: string;
  hasSent: boolean;
  isSending: boolean;
  /** Until another one may be asked for; 0 when it may. */
  secondsLeft: number;
  onSend: () => void;
};

/** A code that is mailed or texted, and the button that sends it. Texts: namespace `auth`. */
export function SentCodeField(props: SentCodeFieldProps) {
  const { value, onValueChange, error, address, hasSent, isSending, secondsLeft, onSend } = props;
  const { t } = useTranslation('auth');
  const isWaiting = secondsLeft > 0;
  return (
    <TextField
      label={t('code.label')}
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      // No maxLength: it would cut a pasted "123 456" before the space is taken out.
      value={value}
      onValueChange={(code) => onValueChange(code.replaceAll(/\D/g, '').slice(0, CODE_LENGTH))}
      error={error}
      hint={<SandboxMessages address={address} hasSent={hasSent} onUse={onValueChange} />}
      end={
        <Button kind="quiet" size="small" disabled={isWaiting} isLoading={isSending} onClick={onSend}>
          {isWaiting ? t('code.again', { seconds: secondsLeft }) : t('code.send')}
        </Button>
      }
    />
  );
}
