import { Search } from 'lucide-react';
import type { Ref } from 'react';
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
    </label>
  );
}
