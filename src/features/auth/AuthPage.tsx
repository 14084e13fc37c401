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
  const back = useBack();
  return (
    <Page header={<NavBar title={title} onBack={onBack ?? back} />}>
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
