/** The second factor at a login, and wherever else a password alone does not do. */
import type { UserId } from '@halyard/contract/ids';
import { BusinessError } from '../../calls/errors.ts';
import type { EventBus } from '../../events/events.ts';
import type { Asker } from '../user/knownDevice.ts';
import { alertUser } from '../user/userMail.ts';
import { guessFactor, type Guesser } from './factorGuesses.ts';
import { methodsOf, type StepUpMethod } from './stepUpMethods.ts';
import { countRecoveryCodes, useRecoveryCode } from './recoveryCodes.ts';
import { checkTotp, type TotpDeps } from './totp.ts';
import { isTotpForm } from './totpCodes.ts';
import { readTotpSince } from './totpRepository.ts';

type FactorDeps = TotpDeps & { readonly events: Pick<EventBus, 'publish'> };

/** What came along with a password. */
export type GivenFactor = { readonly secondFactor?: string | undefined };

/** Lets pass who has the second factor of an account. */
export type SecondFactor = ReturnType<typeof createSecondFactor>;

/** The ways that this module has; a recovery code stands in for the app. */
export function factorMethods(deps: FactorDeps): readonly StepUpMethod[] {
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

/** Makes the check of a database, with all ways that there are. */
export function createSecondFactor({ db }: Pick<FactorDeps, 'db'>, methods: readonly StepUpMethod[]) {
  return {
    /**
     * Call it after the password was found right, outside of transactions. Answers by what its owner proved himself:
     * by nothing where the account has no second factor. Throws `BusinessError`: SECOND_FACTOR_REQUIRED {methods},
     * SECOND_FACTOR_WRONG, SECOND_FACTOR_WAIT {seconds}.
     */
    async require(userId: UserId, given: GivenFactor, asker: Asker): Promise<StepUpMethod['name'] | undefined> {
      const on = await methodsOf(methods, db, userId);
      if (on.length === 0) return undefined;
      const { secondFactor = '' } = given;
      const method = on.find(({ name }) => name === nameOf(secondFactor));
      if (secondFactor.trim() === '' || method === undefined) {
        throw new BusinessError('SECOND_FACTOR_REQUIRED', { methods: on.map(({ name }) => name).join(',') });
      }
      await method.check(userId, secondFactor, asker);
      return method.name;
    },
  };
}

function nameOf(given: string): StepUpMethod['name'] {
  if (given.startsWith('{')) return 'passkey';
  return isTotpForm(given) ? 'totp' : 'recovery';
}

async function checkRecoveryCode(deps: FactorDeps, guesser: Guesser, input: string): Promise<void> {
  const { db, clock, events } = deps;
  const { userId } = guesser;
  await guessFactor(deps, guesser, () =>
    db.transaction(async (tx) => {
      if (!(await useRecoveryCode(tx, userId, input))) return false;
      const details = { left: String(await countRecoveryCodes(tx, userId)) };
      await alertUser(tx, { userId, kind: 'recovery_code_used', details, at: new Date(clock.nowMs()).toISOString() });
      return true;
    }),
  );
  events.publish({ type: 'events-written' });
}
