import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, FieldInput, type FieldFrameProps } from './Field.tsx';
import styles from './Field.module.css';
import { IconButton } from './IconButton.tsx';

type InputProps = Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange' | 'size' | 'disabled' | 'type'>;

type PasswordFieldProps = FieldFrameProps &
  InputProps & {
    value: string;
    onValueChange: (value: string) => void;
    /** Whether the password is shown from the start. */
    isShownFirst?: boolean;
    onShownChange?: (isShown: boolean) => void;
  };

/** A password field with a button that shows the text. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, error, hint, layout, isDisabled, value, onValueChange, ...rest } = props;
  const { isShownFirst = false, onShownChange, ...input } = rest;
  const [isShown, setShown] = useState(isShownFirst);
  const change = (next: boolean) => {
    setShown(next);
    onShownChange?.(next);
  };
  const reveal = <RevealButton isShown={isShown} onShownChange={change} isDisabled={isDisabled} />;
  return (
    <Field label={label} error={error} hint={hint} layout={layout} isDisabled={isDisabled} end={reveal}>
      <FieldInput
        autoCapitalize="none"
        autoComplete="current-password"
        spellCheck={false}
        {...input}
        type={isShown ? 'text' : 'password'}
        className={styles['input']}
        value={value}
        onValueChange={onValueChange}
      />
    </Field>
  );
}

type RevealButtonProps = {
  isShown: boolean;
  onShownChange: (isShown: boolean) => void;
  isDisabled: boolean | undefined;
};

/** Shows or hides the text of a secret field. */
export function RevealButton({ isShown, onShownChange, isDisabled }: RevealButtonProps) {
  const { t } = useTranslation('common');
  return (
    <IconButton
      className={styles['reveal']}
      icon={isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      label={isShown ? t('ui.hidePassword') : t('ui.showPassword')}
      disabled={isDisabled}
      onClick={() => onShownChange(!isShown)}
    />
  );
}
