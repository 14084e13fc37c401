import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '@halyard/contract/errors';
import { checkCodeForm } from '@halyard/contract/user/rules';
import type { Faults } from '../../shared/forms/useForm.ts';
import { endCodeWait } from '../../shared/time/useCodeWait.ts';
import { useGetAppConfigQuery } from '../settings/settingsApi.ts';
import { useGetStepUpQuery } from './stepUpApi.ts';

/** Step-up values of a form: the login password, and a code to the user's own address. */
export const NO_STEP_UP = { loginPassword: '', code: '' };
type StepUpValues = typeof NO_STEP_UP;

/** Storage key of the wait before another code. */
export const OWN_CODE_WAIT = 'own-code-wait';

/**
 * Whether the form must include them: as the exchange requires, and never for legacy servers, which are sent no login
 * password. Call `ask` when the exchange turns out to require it.
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

/** Whether a code to the own address suffices: not with a second factor, which the step-up sheet asks for. */
export function useIsOwnCodeGood(): boolean {
  const { data: config } = useGetAppConfigQuery();
  const { data: stepUp } = useGetStepUpQuery(undefined, { skip: config === undefined });
  return stepUp?.methods.includes('password_code') !== false;
}

/** Errors found before sending. */
export function stepUpFaults({ loginPassword, code }: StepUpValues): Faults<keyof StepUpValues> {
  return {
    loginPassword: loginPassword === '' ? { code: 'PASSWORD_REQUIRED' } : undefined,
    code: checkCodeForm(code),
  };
}

/** The field that a refusal concerns. */
export function stepUpFieldOf(code: ErrorCode): keyof StepUpValues | undefined {
  if (code === 'PASSWORD_REQUIRED' || code === 'PASSWORD_WRONG') return 'loginPassword';
  return code === 'CODE_REQUIRED' || code === 'CODE_WRONG' ? 'code' : undefined;
}

/** The code was used; another may be requested immediately. */
export function endOwnCodeWait(): void {
  endCodeWait(OWN_CODE_WAIT);
}

/**
 * Text about withdrawals that wait after the form: all of them, or those to that destination. Undefined when none wait.
 * Texts of the namespace `auth`.
 */
export function useHoldText(which: 'all' | 'there'): string | undefined {
  const { t } = useTranslation('auth');
  const { data: config } = useGetAppConfigQuery();
  const count = config?.withdrawalHoldHours ?? 0;
  return count === 0 ? undefined : t(`owner.${which}`, { count });
}
