/**
 * The form of the fund password: the first one for who proves to be the owner, or another one for the one there is.
 * Nothing of it is kept on the device.
 */
import type { ErrorCode } from '@halyard/contract/errors';
import { checkFundPassword, checkNewFundPassword } from '@halyard/contract/security/rules';
import { useSetFundPasswordMutation } from '../../domain/security/securityApi.ts';
import { endOwnCodeWait, NO_PROOF, proofFaults, proofFieldOf, useStepUp } from '../../domain/security/useStepUp.ts';
import { useForm, type Faults } from '../../shared/forms/useForm.ts';
import { useWait } from './useWait.ts';

const EMPTY = { current: '', password: '', repeat: '', ...NO_PROOF };
type Field = keyof typeof EMPTY;

export function useFundPassword(isChange: boolean, onDone: () => void) {
  const [send] = useSetFundPasswordMutation();
  const wait = useWait();
  const proof = useStepUp();
  const needsProof = !isChange && proof.isWanted;
  const form = useForm({
    initial: EMPTY,
    check: (typed) => ({ ...faultsOf(typed, isChange), ...(needsProof && proofFaults(typed)) }),
    fieldOf: ({ code }) => FIELD_OF_CODE[code] ?? proofFieldOf(code),
    send: ({ current, password, repeat, loginPassword, code }) =>
      send({
        password,
        passwordRepeat: repeat,
        ...(isChange && { oldPassword: current }),
        ...(needsProof && { loginPassword, code }),
      }),
    secret: isChange ? 'current' : 'loginPassword',
    onRefused: (error) => {
      if (proofFieldOf(error.code) !== undefined) proof.ask();
      return wait.begin(error);
    },
    onDone: () => {
      if (needsProof) endOwnCodeWait();
      onDone();
    },
  });
  return { ...form, needsProof, wait: wait.text } as const;
}

function faultsOf({ current, password, repeat }: typeof EMPTY, isChange: boolean): Faults<Field> {
  const wrong = checkNewFundPassword(password, repeat);
  return {
    current: isChange ? checkFundPassword(current) : undefined,
    [wrong?.code === 'PASSWORD_MISMATCH' ? 'repeat' : 'password']: wrong,
  };
}

const FIELD_OF_CODE: Readonly<Partial<Record<ErrorCode, Field>>> = {
  FUND_PASSWORD_WRONG: 'current',
  FUND_PASSWORD_WAIT: 'current',
  FUND_PASSWORD_REQUIRED: 'current',
  FUND_PASSWORD_FORMAT: 'password',
  PASSWORD_MISMATCH: 'repeat',
};
