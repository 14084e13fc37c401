import { useTranslation } from 'react-i18next';
import { maskAccount } from '@halyard/contract/referral/rebates';
import { Button } from '../../shared/ui/Button.tsx';
import { CodeField } from '../../shared/ui/CodeField.tsx';
import { SandboxMessages } from '../sandbox/SandboxMessages.tsx';

type SentCodeFieldProps = {
  value: string;
  onValueChange: (code: string) => void;
  error: string | undefined;
  /** Recipient of the code; '' while unknown. */
  address: string;
  /** Whether the page names the recipient itself. */
  isAddressShown?: boolean;
  hasSent: boolean;
  isSending: boolean;
  /** Seconds until another code may be requested; 0 when it may. */
  secondsLeft: number;
  onSend: () => void;
};

/** Field for a mailed or texted code, with the send button. Texts of the namespace `auth`. */
export function SentCodeField(props: SentCodeFieldProps) {
  const {
    value,
    onValueChange,
    error,
    address,
    isAddressShown = false,
    hasSent,
    isSending,
    secondsLeft,
    onSend,
  } = props;
  const { t } = useTranslation('auth');
  const isWaiting = secondsLeft > 0;
  return (
    <CodeField
      label={t('code.label')}
      name="code"
      value={value}
      onValueChange={onValueChange}
      error={error}
      hint={
        <>
          {address !== '' && !isAddressShown && <p>{t('code.to', { address: maskedAddress(address) })}</p>}
          <SandboxMessages address={address} hasSent={hasSent} onUse={onValueChange} />
        </>
      }
      end={
        <Button kind="quiet" size="small" disabled={isWaiting} isLoading={isSending} onClick={onSend}>
          {isWaiting ? t('code.again', { seconds: secondsLeft }) : t('code.send')}
        </Button>
      }
    />
  );
}

/** A phone number, or the name of a mail address, masked; the domain is whole. */
function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at === -1 ? maskAccount(address) : maskAccount(address.slice(0, at)) + address.slice(at);
}
