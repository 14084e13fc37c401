/**
 * What was typed into the login, registration and password pages, shared between them: choosing a country and reading
 * what one agrees to are pages of their own, and coming back from them must find everything as it was. Kept in memory
 * alone, because it holds a password, and forgotten when the pages are left.
 */
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import type { AccountKind } from '@halyard/contract/user/calls';
import { isSessionPage } from '../../shared/navigation/backPage.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBusyWhile } from '../../shared/pwa/busy.ts';
import { createListeners } from '../../shared/store/listeners.ts';

export type AuthDraft = {
  readonly kind: AccountKind;
  readonly email: string;
  readonly phone: string;
  /** Without the plus sign. */
  readonly callingCode: string;
  readonly code: string;
  readonly password: string;
  readonly passwordRepeat: string;
  readonly invitationCode: string;
  /** Of the second step: six digits, or a recovery code. */
  readonly secondFactor: string;
  /** What the second step asks for; nothing before the exchange has asked for one. */
  readonly secondStep: 'app' | 'recovery' | 'lost' | undefined;
  /** What the account has for it, as the exchange said: `totp,recovery,passkey`. */
  readonly secondMethods: string;
  readonly isAgreed: boolean;
};

const EMPTY: AuthDraft = {
  kind: 'email',
  email: '',
  phone: '',
  callingCode: '1',
  code: '',
  password: '',
  passwordRepeat: '',
  invitationCode: '',
  secondFactor: '',
  secondStep: undefined,
  secondMethods: '',
  isAgreed: false,
};

let draft = EMPTY;
const { subscribe, notify } = createListeners();

/** The draft and the way to change a part of it. */
export function useAuthDraft() {
  const current = useSyncExternalStore(subscribe, () => draft);
  useBusyWhile(current !== EMPTY);
  const change = useCallback((part: Partial<AuthDraft>) => setDraft({ ...draft, ...part }), []);
  return { draft: current, change } as const;
}

/** Pages that are read while one registers. */
const TERMS: readonly string[] = [paths.userAgreement.pattern, paths.privacy.pattern];

/** Forgets what was typed once the user is on a page that does not belong to the login. */
export function useForgetDraftOnLeave(): void {
  const { pathname } = useLocation();
  useEffect(
    () => () => {
      const path = hashPath();
      if (!isSessionPage(path) && !TERMS.includes(path)) forgetAuthDraft();
    },
    [pathname],
  );
}

/** Forgets what was typed. */
export function forgetAuthDraft(): void {
  setDraft(EMPTY);
}

/** What is typed now, for work that began before it was finished. */
export function currentAuthDraft(): AuthDraft {
  return draft;
}

function hashPath(): string {
  return window.location.hash.replace(/^#/, '').split('?')[0] ?? '';
}

function setDraft(next: AuthDraft): void {
  draft = next;
  notify();
}
