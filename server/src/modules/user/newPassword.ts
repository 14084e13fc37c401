/** Checks of a new password at registration and after a forgotten one, before anything is looked up. */
import { checkCodeForm, checkNewPassword } from '@halyard/contract/user/rules';
import { BusinessError, refusal } from '../../calls/callHandler.ts';
import type { Catalogue } from '../../catalogue.ts';
import { isEasilyGuessed } from './commonPasswords.ts';

type NewPassword = { readonly code: string; readonly password: string; readonly passwordRepeat: string };

/** Throws `BusinessError` CODE_REQUIRED, CODE_WRONG or PASSWORD_*. */
export function refuseBadInput({ code, password, passwordRepeat }: NewPassword): void {
  const fault = checkCodeForm(code) ?? checkNewPassword(password, passwordRepeat);
  if (fault !== undefined) throw refusal(fault);
}

/**
 * Refuses an easily guessed password: a common one, or one made of the account's own addresses and the currency names
 * of the exchange. Throws `BusinessError` PASSWORD_COMMON. Not to be called inside a transaction.
 */
export async function refuseGuessed(
  catalogue: Pick<Catalogue, 'currencies'>,
  password: string,
  addresses: readonly (string | null)[],
): Promise<void> {
  const traded = (await catalogue.currencies()).map(({ name }) => name);
  const own = addresses.flatMap((address) => (address === null ? [] : partsOf(address)));
  if (isEasilyGuessed(password, [...traded, ...own])) throw new BusinessError('PASSWORD_COMMON');
}

/** Words of an address: of a mail address also the part before the `@`, of a phone number its digits. */
function partsOf(address: string): readonly string[] {
  const [name = ''] = address.split('@');
  return [address, name, address.replace('+', '')];
}
