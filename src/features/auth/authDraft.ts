/**
 * Values typed on the login, registration and password pages, shared because choosing a country and reading agreements
 * are separate pages. In memory only, since they include a password, and dropped when the pages are left.
 */
import { useCallback, useLayoutEffect, useSyncExternalStore } from 'react';
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
  /** ISO 3166-1 alpha-2; empty until chosen. */
  readonly country: string;
  /** Second step: six digits, or a recovery code. */
  readonly secondFactor: string;
  /** Kind of second step; undefined before the exchange requests one. */
  readonly secondStep: 'app' | 'recovery' | 'lost' | undefined;
  /** The account's methods as the exchange sent them: `totp,recovery,passkey`. */
  readonly secondMethods: string;
  readonly isAgreed: boolean;
  /** Of a registration: address and agreement, code, password. */
  readonly step: 0 | 1 | 2;
  /** The account was registered just now, and its first login failed. */
  readonly isNew: boolean;
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
  country: '',
  secondFactor: '',
  secondStep: undefined,
  secondMethods: '',
  isAgreed: false,
  step: 0,
  isNew: false,
};

let draft = EMPTY;
const { subscribe, notify } = createListeners();

/** The draft and a function to change a part of it. */
export function useAuthDraft() {
  const current = useSyncExternalStore(subscribe, () => draft);
  useBusyWhile(current !== EMPTY);
  const change = useCallback((part: Partial<AuthDraft>) => setDraft({ ...draft, ...part }), []);
  return { draft: current, change } as const;
}

/** Pages that are read during registration. */
const TERMS: readonly string[] = [paths.userAgreement.pattern, paths.privacy.pattern];

/** Drops the draft on any page outside the login. */
export function useForgetDraftOnLeave(): void {
  const { pathname } = useLocation();
  // A passive effect could run late, when the path is a login page's again.
  useLayoutEffect(
    () => () => {
      const path = hashPath();
      if (!isSessionPage(path) && !TERMS.includes(path)) forgetAuthDraft();
    },
    [pathname],
  );
}

/** Drops the draft. */
export function forgetAuthDraft(): void {
  setDraft(EMPTY);
}

/** The current draft, for work that outlives a render. */
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
