import { MapPin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Identity } from '@halyard/contract/identity/calls';
import { ASKED } from '../../domain/location/chosenPlace.ts';
import { useCountries } from '../../shared/format/useCountries.ts';
import { errorText, noticeText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { SelectField } from '../../shared/ui/SelectField.tsx';
import { TextAreaField } from '../../shared/ui/TextAreaField.tsx';
import { TextField } from '../../shared/ui/TextField.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { RejectionNote } from './RejectionNote.tsx';
import { useBasicForm } from './useBasicForm.ts';
import styles from './Verification.module.css';

/** Who the user is and where he can be reached. When it is taken in, the page shows what becomes of it. */
export function BasicForm({ identity }: { identity: Identity }) {
  const { t } = useTranslation('verification');
  const { field, element, texts, isPersisted, isOpen, isSending } = useBasicForm(identity, () =>
    showToast({ kind: 'success', text: noticeText('IDENTITY_SUBMITTED') }),
  );
  return (
    <form {...element} className={styles['stack']}>
      <RejectionNote level={identity.basic} />
      <CountryField {...field('country')} />
      <TextField
        label={t('basic.name')}
        hint={t('basic.nameHint')}
        autoComplete="name"
        maxLength={120}
        {...field('name')}
      />
      <TextField
        label={t('basic.idNumber')}
        hint={t('basic.idNumberHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        {...field('idNumber')}
      />
      <TextAreaField label={t('basic.address')} autoComplete="street-address" maxLength={400} {...field('address')} />
      <ChooseOnMap />
      {!isPersisted && <p className={styles['note']}>{errorText('DRAFT_NOT_KEPT')}</p>}
      <MoneyButton isSending={isSending} error={isOpen ? t('again') : texts.form}>
        {t('submit')}
      </MoneyButton>
    </form>
  );
}

type CountryFieldProps = { value: string; onValueChange: (code: string) => void; error: string | undefined };

function CountryField({ value, onValueChange, error }: CountryFieldProps) {
  const { t } = useTranslation('verification');
  const countries = useCountries();
  return (
    <SelectField
      label={t('basic.country')}
      options={countries.map(({ code, name, keywords }) => ({ value: code, label: name, keywords }))}
      value={value}
      onValueChange={onValueChange}
      error={error}
    />
  );
}

function ChooseOnMap() {
  const { t } = useTranslation('verification');
  const navigate = useNavigate();
  return (
    <Button
      kind="quiet"
      className={styles['map']}
      onClick={() => void navigate(paths.chooseLocation(), { state: ASKED })}
    >
      <MapPin aria-hidden />
      {t('basic.chooseOnMap')}
    </Button>
  );
}
