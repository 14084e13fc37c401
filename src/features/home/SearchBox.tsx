import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './Home.module.css';

type SearchBoxProps = { value: string; onChange: (value: string) => void };

/** Searches all pairs while one types. */
export function SearchBox({ value, onChange }: SearchBoxProps) {
  const { t } = useTranslation('home');
  return (
    <label className={styles['search']}>
      <Search aria-hidden size={18} />
      <input
        type="search"
        className={styles['searchInput']}
        aria-label={t('search')}
        placeholder={t('search')}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
