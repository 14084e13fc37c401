/**
 * How users name themselves: an e-mail address or a phone number, in the one form in which it is compared and stored.
 */
import type { AccountKind } from '@halyard/contract/user/calls';
import { isCodedError, normalizeEmail } from '@halyard/contract/user/rules';
import { normalizePhone } from '@halyard/contract/user/phone';
import { refusal } from '../../calls/callHandler.ts';

/** How a message reaches an address. */
export type Channel = 'mail' | 'text';

/** A lower-case e-mail address or a phone number in E.164 form. */
export type Address = { readonly channel: Channel; readonly address: string };

/** An address as a caller entered it. Without a kind, an `@` makes it an e-mail address. */
export type WrittenAddress = {
  readonly kind?: AccountKind | undefined;
  readonly address: string;
  /** Without plus sign. */
  readonly callingCode?: string | undefined;
};

// Default of legacy clients; a number that begins with a plus sign has its own calling code.
const CALLING_CODE_DEFAULT = '1';

/** Brings an address into its stored form. Throws `BusinessError` ACCOUNT_REQUIRED, EMAIL_INVALID or PHONE_INVALID. */
export function readAddress({ kind, address, callingCode }: WrittenAddress): Address {
  const isMail = kind === undefined ? address.includes('@') : kind === 'email';
  const normalized = isMail ? normalizeEmail(address) : normalizePhone(address, callingCode || CALLING_CODE_DEFAULT);
  if (isCodedError(normalized)) throw refusal(normalized);
  return { channel: isMail ? 'mail' : 'text', address: normalized };
}
