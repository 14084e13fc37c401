/** What proves to the exchange that it is the owner who asks: the login password, and a code to his own address. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '@halyard/contract/errors';
import { checkCodeForm } from '@halyard/contract/user/rules';
import type { Faults } from '../../shared/forms/useForm.ts';
import { endCodeWait } from '../../shared/time/useCodeWait.ts';
import { useGetAppConfigQuery } from '../settings/settingsApi.ts';
import { useGetStepUpQuery } from './stepUpApi.ts';

/** Of a form that asks for it. */
export const NO_PROOF = { loginPassword: '', code: '' };
type Proof = typeof NO_PROOF;

/** Under which the wait for another code is kept. */
export const OWN_CODE_WAIT = 'own-code-wait';

/**
 * Whether it is asked for: by the exchange, as far as that is known, and not by other servers of the family, which are
 * sent no login password. `ask` when the exchange turns out to want it.
 */
export function useStepUp() {
  const { data: config } = useGetAppConfigQuery();
  const [isAskedFor, setAskedFor] = useState(false);
  const isOwnExchange = config !== undefined;
  const isCodeGood = useIsOwnCodeGood();
  return {
    isOwnExchange,
    isWanted: (isOwnExchange && isCodeGood) || isAskedFor,
    ask: () => setAskedFor(true),
  } as const;
}

/**
 * Whether a code to the own address proves anything: not where there is a second factor, for which the sheet of the
 * proof asks.
 */
export function useIsOwnCodeGood(): boolean {
  const { data: config } = useGetAppConfigQuery();
  const { data: proof } = useGetStepUpQuery(undefined, { skip: config === undefined });
  return proof?.methods.includes('password_code') !== false;
}

/** What is wrong with it before it is sent. */
export function proofFaults({ loginPassword, code }: Proof): Faults<keyof Proof> {
  return {
    loginPassword: loginPassword === '' ? { code: 'PASSWORD_REQUIRED' } : undefined,
    code: checkCodeForm(code),
  };
}

/** The field that a refusal is about. */
export function proofFieldOf(code: ErrorCode): keyof Proof | undefined {
  if (code === 'PASSWORD_REQUIRED' || code === 'PASSWORD_WRONG') return 'loginPassword';
  return code === 'CODE_REQUIRED' || code === 'CODE_WRONG' ? 'code' : undefined;
}

/** The code was used up: the next one may be asked for at once. */
export function endOwnCodeWait(): void {
  endCodeWait(OWN_CODE_WAIT);
}

/**
 * That withdrawals wait after what a form does: all of them, or those that go there. Nothing where none wait. Texts:
 * namespace `auth`.
 */
export function useHoldText(which: 'all' | 'there'): string | undefined {
  const { t } = useTranslation('auth');
  const { data: config } = useGetAppConfigQuery();
  const count = config?.withdrawalHoldHours ?? 0;
  return count === 0 ? undefined : t(`owner.${which}`, { count });
}
