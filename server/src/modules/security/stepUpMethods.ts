/** Second factors, as far as proofs need to know them. */
import type { UserId } from '@halyard/contract/ids';
import type { Reader } from '../../db/database.ts';
import type { Asker } from '../user/knownDevice.ts';

/** The session of a user who is logged in, or the browser and address of one who logs in. */
export type StepUpAsker = { readonly sessionId: number } | Asker;

/** One way to prove oneself. While any is on, a code that was sent is no proof any more. */
export type StepUpMethod = {
  readonly name: 'totp' | 'recovery' | 'passkey';
  /** Whether the user has it. */
  isOn(reader: Reader, userId: UserId): Promise<boolean>;
  /**
   * Lets pass what is right, once and from who was asked, and counts it before it looks at it. Called outside of
   * transactions. Throws `BusinessError('CODE_WRONG')` or one of its own.
   */
  check(userId: UserId, input: string, asker: StepUpAsker): Promise<void>;
};

/** Those that are on for a user. */
export async function methodsOf(
  methods: readonly StepUpMethod[],
  reader: Reader,
  userId: UserId,
): Promise<readonly StepUpMethod[]> {
  const isOn = await Promise.all(methods.map((method) => method.isOn(reader, userId)));
  return methods.filter((_method, index) => isOn[index]);
}
