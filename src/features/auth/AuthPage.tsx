import type { ReactNode } from 'react';
import { useBack } from '../../shared/navigation/useBack.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import styles from './Auth.module.css';
import { useForgetDraftOnLeave } from './authDraft.ts';
import type { AuthForm } from './useAuthForm.ts';

type AuthPageProps = {
  title: string;
  /** Above the form: what it is the first page of. */
  head?: ReactNode;
  form: AuthForm;
  /** The verb on the button. */
  action: string;
  children: ReactNode;
  /** Below the form: another way in. */
  otherWay?: ReactNode;
  /** Below the button: the ways to the other pages. */
  footer?: ReactNode;
};

/** The frame of a login page: title, form, one button. Enter submits, and so does the button. */
export function AuthPage({ title, head, form, action, children, otherWay, footer }: AuthPageProps) {
  useForgetDraftOnLeave();
  const back = useBack();
  return (
    <Page header={<NavBar title={title} onBack={back} />}>
      {head}
      {/* The rules of the contract say what is wrong, in the app's language; the browser's own bubbles would not. */}
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
      {footer !== undefined && <div className={styles['links']}>{footer}</div>}
    </Page>
  );
}
