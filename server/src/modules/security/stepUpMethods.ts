/** Second factors as step-up methods. */
import type { UserId } from '@halyard/contract/ids';
import type { Reader } from '../../db/database.ts';
import type { Asker } from '../user/knownDevice.ts';

/** The session of a user who is logged in, or the browser and address of one who logs in. */
export type StepUpAsker = { readonly sessionId: number } | Asker;

/** A step-up method. While the user has one, a code by mail or text is no step-up. */
export type StepUpMethod = {
  readonly name: 'totp' | 'recovery' | 'passkey';
  /** Whether the user has it. */
  isOn(reader: Reader, userId: UserId): Promise<boolean>;
  /**
   * Accepts a correct input once and only from its asker; the try is counted before the check. Called outside
   * transactions. Throws `BusinessError('CODE_WRONG')` or an error of the method.
   */
  check(userId: UserId, input: string, asker: StepUpAsker): Promise<void>;
};

/** The methods that a user has. */
export async function methodsOf(
  methods: readonly StepUpMethod[],
  reader: Reader,
  userId: UserId,
): Promise<readonly StepUpMethod[]> {
  const isOn = await Promise.all(methods.map((method) => method.isOn(reader, userId)));
  return methods.filter((_method, index) => isOn[index]);
}
