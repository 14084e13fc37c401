import { Check } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallingCode } from '@halyard/contract/settings/calls';
import { useListCallingCodesQuery } from '../../domain/preferences/preferencesApi.ts';
import { useLanguage } from '../../domain/preferences/usePreferences.ts';
import { isAppError } from '../../shared/api/appError.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { SearchField } from '../../shared/ui/SearchField.tsx';
import styles from './Auth.module.css';
import { useAuthDraft } from './authDraft.ts';

const SKELETON_ROWS = 8;

/** Country of a phone number, by name or calling code. The form is preserved on return. */
export function ChoosePage() {
  const { t } = useTranslation('auth');
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const back = useBack();
  return (
    <Page header={<NavBar title={t('choose.title')} />}>
      <div className={styles['search']}>
        <SearchField label={t('choose.search')} value={search} onValueChange={setSearch} />
      </div>
      <Countries wanted={wanted} onChosen={back} />
    </Page>
  );
}

function Countries({ wanted, onChosen }: { wanted: string; onChosen: () => void }) {
  const { t } = useTranslation('auth');
  const { language } = useLanguage();
  const { data, error, refetch } = useListCallingCodesQuery(language);
  if (isAppError(error))
    return (
      <ErrorState what={t('choose.failed')} onRetry={refetch}>
        {appErrorText(error)}
      </ErrorState>
    );
  if (data === undefined) return <CountriesLoading />;
  const countries = matching(data, wanted);
  if (countries.length === 0) return <EmptyState drawing="search" text={t('choose.none')} />;
  return (
    <ul className={styles['countries']}>
      {countries.map((country) => (
        <li key={country.id}>
          <Country country={country} onChosen={onChosen} />
        </li>
      ))}
    </ul>
  );
}

function Country({ country, onChosen }: { country: CallingCode; onChosen: () => void }) {
  const { draft, change } = useAuthDraft();
  const isChosen = draft.callingCode === country.callingCode;
  const choose = () => {
    change({ kind: 'mobile', callingCode: country.callingCode });
    onChosen();
  };
  return (
    <button type="button" aria-current={isChosen || undefined} className={styles['country']} onClick={choose}>
      <span>{country.name}</span>
      {isChosen && <Check aria-hidden />}
      <span className={styles['countryCode']}>{`+${country.callingCode}`}</span>
    </button>
  );
}

function CountriesLoading() {
  return (
    <Loading>
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <div key={index} className={styles['country']}>
          <Skeleton width="45%" />
          <Skeleton width="40px" />
        </div>
      ))}
    </Loading>
  );
}

function matching(countries: readonly CallingCode[], wanted: string): readonly CallingCode[] {
  const text = wanted.trim().toLocaleLowerCase();
  if (text === '') return countries;
  const digits = text.replace(/^\+/, '');
  return countries.filter(
    (country) => country.name.toLocaleLowerCase().includes(text) || country.callingCode.startsWith(digits),
  );
}
