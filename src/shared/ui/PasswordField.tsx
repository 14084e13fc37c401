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
  const { t } = useTranslation('common');
  const reveal = (
    <IconButton
      className={styles['reveal']}
      icon={isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      label={isShown ? t('ui.hidePassword') : t('ui.showPassword')}
      disabled={isDisabled}
      onClick={() => {
        setShown(!isShown);
        onShownChange?.(!isShown);
      }}
    />
  );
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
