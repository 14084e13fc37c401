import type { AccountKind } from '@halyard/contract/user/calls';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { PRODUCT_NAME } from '../../shared/config/constants.ts';
import { backQueryOf } from '../../shared/navigation/backPage.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { classNames } from '../../shared/ui/classNames.ts';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import { TextField } from '../../shared/ui/TextField.tsx';
import styles from './Auth.module.css';
import { useForgetDraftOnLeave, useAuthDraft } from './authDraft.ts';
import type { AuthForm } from './useAuthForm.ts';

type AuthPageProps = {
  title: string;
  /** Above the form, on the first page. */
  head?: ReactNode;
  form: AuthForm;
  /** Text of the button, a verb. */
  action: string;
  /** Instead of leaving the page. */
  onBack?: (() => void) | undefined;
  children: ReactNode;
  /** Below the form: another login method. */
  otherWay?: ReactNode;
  /** Below the button: links to the other pages. */
  footer?: ReactNode;
};

/** Frame of a login page: title, form, one button. Enter and the button both submit. */
export function AuthPage({ title, head, form, action, onBack, children, otherWay, footer }: AuthPageProps) {
  useForgetDraftOnLeave();
  return (
    <Page header={<NavBar title={title} back={onBack} />}>
      {head}
      {/* Errors come from the contract's rules in the app's language, not from the browser's own messages. */}
      <form {...form.element} className={styles['form']}>
        {children}
        <p className={styles['formError']} role="alert">
          {form.texts.form}
        </p>
        <Button type="submit" isLoading={form.isSending}>
          {action}
        </Button>
      </form>
      {otherWay}
      {footer !== undefined && footer !== false && <div className={styles['links']}>{footer}</div>}
    </Page>
  );
}

type BrandProps = {
  /** In one line above a long form. */
  isLow?: boolean;
};

/** The product's mark and name. */
export function Brand({ isLow = false }: BrandProps) {
  const sizePx = isLow ? 28 : 48;
  return (
    <p className={classNames(styles['brand'], isLow && styles['low'])}>
      <img src={`${import.meta.env.BASE_URL}icons/icon.svg`} alt="" width={sizePx} height={sizePx} />
      {PRODUCT_NAME}
    </p>
  );
}

type FieldProps = { error: string | undefined };

/** The account's address: an e-mail address, or a phone number with its country. */
export function AddressField({ form }: { form: AuthForm }) {
  const { t } = useTranslation('auth');
  const { draft, change } = useAuthDraft();
  const refused = form.texts.address;
  const typed = draft.kind === 'email' ? draft.email : draft.phone;
  // The field is known here, so its message names it alone.
  const error = refused !== undefined && typed.trim() === '' ? t(`address.required.${draft.kind}`) : refused;
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
