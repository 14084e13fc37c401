import { memo, useId, type ComponentProps, type SubmitEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonKind } from './Button.tsx';
import styles from './ConfirmSheet.module.css';
import { KeyValue } from './KeyValue.tsx';
import type { OverlayProps } from './overlay.ts';
import { Sheet } from './Sheet.tsx';

type ConfirmSheetProps = Pick<OverlayProps, 'isOpen' | 'onOpenChange' | 'title' | 'description'> & {
  /** Figures of the action. */
  figures?: ComponentProps<typeof KeyValue>['items'];
  /** Additional input, such as the fund password. Enter in a field confirms. */
  children?: ReactNode;
  /** Error of the last try, in words. */
  error?: string | undefined;
  /** A verb with its object: "Withdraw 100 USDT". */
  confirmLabel: ReactNode;
  onConfirm: () => void;
  /** The answer is pending; further presses are ignored. */
  isConfirming?: boolean;
  /** Confirming is not possible now; `error` or a child explains why. */
  isDisabled?: boolean;
  kind?: ButtonKind;
  /** Label of the cancel button; default "Cancel". */
  cancelLabel?: ReactNode;
};

/** Confirmation of an action: its figures above the button that performs it. The caller closes the sheet afterwards. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { isOpen, onOpenChange, title, description, figures = [], children, error, onConfirm } = props;
  const { isConfirming = false, isDisabled = false } = props;
  const formId = useId();
  const confirm = (event: SubmitEvent) => {
    event.preventDefault();
    // React propagates events of a sheet to the form that opened it.
    event.stopPropagation();
    if (!isConfirming && !isDisabled) onConfirm();
  };
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      footer={<Answers {...props} formId={formId} />}
    >
      <form id={formId} className={styles['form']} noValidate onSubmit={confirm}>
        <Figures items={figures} isFrozen={isConfirming || !isOpen} />
        {children}
        {error !== undefined && (
          <p role="alert" className={styles['error']}>
            {error}
          </p>
        )}
      </form>
    </Sheet>
  );
}

type FiguresProps = ComponentProps<typeof KeyValue> & { isFrozen: boolean };

/**
 * Frozen from the press on: the user sees what they confirmed, although balances already include it when the answer
 * arrives.
 */
const Figures = memo(
  function Figures({ items }: FiguresProps) {
    return items.length > 0 && <KeyValue items={items} />;
  },
  (_, { isFrozen }) => isFrozen,
);

function Answers({ formId, onOpenChange, ...props }: ConfirmSheetProps & { formId: string }) {
  const { t } = useTranslation('forms');
  const { cancelLabel = t('confirm.cancel'), confirmLabel, kind, isConfirming = false, isDisabled = false } = props;
  return (
    <>
      <Button kind="ghost" onClick={() => onOpenChange(false)}>
        {cancelLabel}
      </Button>
      <Button type="submit" form={formId} kind={kind ?? 'primary'} isLoading={isConfirming} disabled={isDisabled}>
        {confirmLabel}
      </Button>
    </>
  );
}
