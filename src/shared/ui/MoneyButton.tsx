import { useId, type ReactNode } from 'react';
import { errorText } from '../i18n/errorText.ts';
import { useMoneyBlockedReason } from '../realtime/useMoneyBlockedReason.ts';
import { Button, type ButtonKind } from './Button.tsx';
import styles from './MoneyButton.module.css';

type MoneyButtonProps = {
  /** A verb with its object: "Withdraw 100 USDT". */
  children: ReactNode;
  /** The answer is pending, or the outcome is being determined. */
  isSending: boolean;
  /** Reason why it is disabled, in words. */
  blockedReason?: string | undefined;
  /** Result of the last press, in words, if it does not concern a field. */
  error?: string | undefined;
  /** Without it the button submits its form. */
  onPress?: () => void;
  /** As of `Button`. */
  isUnready?: boolean;
  /** Default `primary`. */
  kind?: ButtonKind;
};

/** The last child of a form or of a page of two parts, with its button: at the thumb. */
export function FormEnd({ children }: { children: ReactNode }) {
  return <div className={styles['action']}>{children}</div>;
}

/** The one button of a form that moves money: disabled while the server is unreachable, with the reason below it. */
export function MoneyButton({
  children,
  isSending,
  blockedReason,
  error,
  onPress,
  isUnready = false,
  kind = 'primary',
}: MoneyButtonProps) {
  const unreachable = useMoneyBlockedReason();
  const reasonId = useId();
  const reason = unreachable === undefined ? blockedReason : errorText(unreachable.code, unreachable.params);
  return (
    <FormEnd>
      <Button
        kind={kind}
        type={onPress === undefined ? 'submit' : 'button'}
        disabled={reason !== undefined}
        isLoading={isSending}
        isUnready={isUnready}
        aria-describedby={reasonId}
        {...(onPress !== undefined && { onClick: onPress })}
      >
        {children}
      </Button>
      <p id={reasonId} className={styles['reason']} role="status">
        {reason ?? error}
      </p>
    </FormEnd>
  );
}
