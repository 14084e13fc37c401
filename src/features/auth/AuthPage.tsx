import type { ReactNode, RefObject, SubmitEvent } from 'react';
import { useBack } from '../../shared/navigation/useBack.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import styles from './Auth.module.css';
import { useForgetDraftOnLeave } from './authDraft.ts';

type AuthPageProps = {
  title: string;
  form: RefObject<HTMLFormElement | null>;
  /** The verb on the button. */
  action: string;
  isSending: boolean;
  onSubmit: () => void;
  /** What is wrong with the whole, above the button. */
  error: string | undefined;
  children: ReactNode;
  /** Below the button: the ways to the other pages. */
  footer?: ReactNode;
};

/** The frame of a login page: title, form, one button. Enter submits, and so does the button. */
export function AuthPage({ title, form, action, isSending, onSubmit, error, children, footer }: AuthPageProps) {
  useForgetDraftOnLeave();
  const back = useBack();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Page header={<NavBar title={title} onBack={back} />}>
      {/* The rules of the contract say what is wrong, in the app's language; the browser's own bubbles would not. */}
      <form ref={form} className={styles['form']} onSubmit={submit} noValidate>
        {children}
        <p className={styles['formError']} role="alert">
          {error}
        </p>
        <Button type="submit" isLoading={isSending}>
          {action}
        </Button>
      </form>
      {footer !== undefined && <div className={styles['links']}>{footer}</div>}
    </Page>
  );
}
