/** The second factor at login, and elsewhere when a password alone is not enough. */
import type { UserId } from '@halyard/contract/ids';
import { BusinessError } from '../../calls/callHandler.ts';
import type { Asker } from '../user/knownDevice.ts';
import { alertUser } from '../user/userMail.ts';
import type { ModuleDeps } from '../../module.ts';
import { guessFactor, type Guesser } from './guessing.ts';
import { createPasskeyMethod } from './passkeyCheck.ts';
import { countRecoveryCodes, useRecoveryCode } from './recoveryCodes.ts';
import { methodsOf, SPENT, type Spend, type StepUpMethod } from './sessionStepUp.ts';
import { checkTotp, isTotpForm, readTotpSince, type TotpDeps } from './totp.ts';

type FactorDeps = TotpDeps;

/** Second factor sent with a password. */
type GivenFactor = { readonly secondFactor?: string | undefined };

/** Requires the second factor of an account. */
export type SecondFactor = ReturnType<typeof createSecondFactor>;

/** Methods of this module; a recovery code replaces a code of the app. */
function factorMethods(deps: FactorDeps): readonly StepUpMethod[] {
  return [
    {
      name: 'totp',
      isOn: async (reader, userId) => (await readTotpSince(reader, userId)) !== null,
      check: (userId, input, asker) => checkTotp(deps, { userId, asker }, input),
    },
    {
      name: 'recovery',
      isOn: async (reader, userId) => (await countRecoveryCodes(reader, userId)) > 0,
      check: (userId, input, asker) => checkRecoveryCode(deps, { userId, asker }, input),
    },
  ];
}

/** Makes the check of a database, with all given methods. */
export function createSecondFactor({ db }: Pick<FactorDeps, 'db'>, methods: readonly StepUpMethod[]) {
  return {
    /**
     * Requires a factor if the account has one; resolves to the method that was used, undefined for none. Call it
     * after the password was found right, outside transactions. Throws `BusinessError`: SECOND_FACTOR_REQUIRED
     * {methods}, SECOND_FACTOR_WRONG, SECOND_FACTOR_WAIT {seconds}.
     */
    async require(userId: UserId, given: GivenFactor, asker: Asker): Promise<StepUpMethod['name'] | undefined> {
      const on = await methodsOf(methods, db, userId);
      if (on.length === 0) return undefined;
      const { secondFactor = '' } = given;
      const method = on.find(({ name }) => name === nameOf(secondFactor));
      if (secondFactor.trim() === '' || method === undefined) {
        throw new BusinessError('SECOND_FACTOR_REQUIRED', { methods: on.map(({ name }) => name).join(',') });
      }
      await db.transaction(await method.check(userId, secondFactor, asker));
      return method.name;
    },
  };
}

function nameOf(given: string): StepUpMethod['name'] {
  if (given.startsWith('{')) return 'passkey';
  return isTotpForm(given) ? 'totp' : 'recovery';
}

async function checkRecoveryCode(deps: FactorDeps, guesser: Guesser, input: string): Promise<Spend> {
  const { db, clock } = deps;
  const { userId } = guesser;
  await guessFactor(deps, guesser, () =>
    db.transaction(async (tx) => {
      if (!(await useRecoveryCode(tx, userId, input))) return false;
      const details = { left: String(await countRecoveryCodes(tx, userId)) };
      await alertUser(tx, { userId, kind: 'recovery_code_used', details, at: new Date(clock.nowMs()).toISOString() });
      return true;
    }),
  );
  return SPENT;
}

/** All step-up methods: authenticator app, recovery codes and passkeys. */
export function createStepUpMethods(deps: ModuleDeps): readonly StepUpMethod[] {
  return [...factorMethods(deps), createPasskeyMethod(deps)];
}
