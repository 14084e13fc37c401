import { Search, X } from 'lucide-react';
import type { MouseEvent, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './IconButton.tsx';
import styles from './SearchField.module.css';

type SearchFieldProps = {
  /** Subject of the search; shown while the field is empty, unless `placeholder` is. */
  label: string;
  placeholder?: string | undefined;
  value: string;
  onValueChange: (value: string) => void;
  /** The user is about to search. */
  onFocus?: () => void;
  inputRef?: Ref<HTMLInputElement>;
};

/** Searches while the user types. */
export function SearchField({ label, placeholder, value, onValueChange, onFocus, inputRef }: SearchFieldProps) {
  const { t } = useTranslation('common');
  const clear = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    onValueChange('');
    currentTarget.closest('label')?.querySelector('input')?.focus();
  };
  return (
    <label className={styles['search']}>
      <Search aria-hidden size={18} />
      <input
        ref={inputRef}
        type="search"
        className={styles['input']}
        aria-label={label}
        placeholder={placeholder ?? label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onFocus={onFocus}
        onChange={(event) => onValueChange(event.target.value)}
      />
      {value !== '' && (
        <IconButton icon={<X aria-hidden />} label={t('ui.clearSearch')} className={styles['clear']} onClick={clear} />
      )}
    </label>
  );
}
