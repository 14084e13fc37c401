import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { AccountKind } from '@halyard/contract/user/calls';
import { backQueryOf } from '../../shared/navigation/backPage.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import { TextField } from '../../shared/ui/TextField.tsx';
import styles from './Auth.module.css';
import { useAuthDraft } from './authDraft.ts';
import type { AuthForm } from './useAuthForm.ts';

type FieldProps = { error: string | undefined };

/** The account's address: an e-mail address, or a phone number with its country. */
export function AddressField({ form }: { form: AuthForm }) {
  const { t } = useTranslation('auth');
  const { draft, change } = useAuthDraft();
  const error = form.texts.address;
  const choose = (kind: AccountKind) => {
    change({ kind });
    // The error was about the other kind of address.
    form.refuse({});
  };
  return (
    <>
      <Segmented
        label={t('address.kind')}
        value={draft.kind}
        onValueChange={choose}
        options={[
          { value: 'email', label: t('address.email') },
          { value: 'mobile', label: t('address.phone') },
        ]}
      />
      {draft.kind === 'email' ? <EmailField error={error} /> : <PhoneField error={error} />}
    </>
  );
}

function EmailField({ error }: FieldProps) {
  const { t } = useTranslation('auth');
  const { draft, change } = useAuthDraft();
  return (
    <TextField
      label={t('address.email')}
      type="email"
      name="username"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      value={draft.email}
      onValueChange={(email) => change({ email })}
      error={error}
    />
  );
}

function PhoneField({ error }: FieldProps) {
  const { t } = useTranslation('auth');
  const { draft, change } = useAuthDraft();
  const { search } = useLocation();
  const country = (
    <Link
      className={styles['callingCode']}
      to={paths.choose(backQueryOf(search))}
      aria-label={t('address.country', { code: draft.callingCode })}
    >
      {`+${draft.callingCode}`}
    </Link>
  );
  return (
    <TextField
      label={t('address.phone')}
      type="tel"
      name="username"
      autoComplete="tel-national"
      inputMode="tel"
      value={draft.phone}
      onValueChange={(phone) => change({ phone })}
      error={error}
      start={country}
    />
  );
}
