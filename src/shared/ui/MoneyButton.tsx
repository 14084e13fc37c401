import { useId, type ReactNode } from 'react';
import { errorText } from '../i18n/errorText.ts';
import { useMoneyBlockedReason } from '../realtime/useMoneyBlockedReason.ts';
import { Button, type ButtonKind } from './Button.tsx';
import styles from './MoneyButton.module.css';

type MoneyButtonProps = {
  /** A verb with its object: "Withdraw 100 USDT". */
  children: ReactNode;
  /** The answer is on its way, or is being looked for. */
  isSending: boolean;
  /** Why it cannot be pressed, in words. */
  blockedReason?: string | undefined;
  /** What came of the last press, in words, when that is not the matter of a field. */
  error?: string | undefined;
  /** Without it the button submits the form that it is in. */
  onPress?: () => void;
  /** `primary` unless said otherwise. */
  kind?: ButtonKind;
};

/** The one button of a form that moves money: off while the exchange is out of reach, with the reason under it. */
export function MoneyButton({
  children,
  isSending,
  blockedReason,
  error,
  onPress,
  kind = 'primary',
}: MoneyButtonProps) {
  const unreachable = useMoneyBlockedReason();
  const reasonId = useId();
  const reason = unreachable === undefined ? blockedReason : errorText(unreachable.code, unreachable.params);
  return (
    <div className={styles['action']}>
      <Button
        kind={kind}
        type={onPress === undefined ? 'submit' : 'button'}
        disabled={reason !== undefined}
        isLoading={isSending}
        aria-describedby={reasonId}
        {...(onPress !== undefined && { onClick: onPress })}
      >
        {children}
      </Button>
      <p id={reasonId} className={styles['reason']} role="status">
        {reason ?? error}
      </p>
    </div>
  );
}
