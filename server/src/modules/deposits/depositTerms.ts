/** Deposit channels and addresses of a user. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type {
  BankAccount,
  Chain,
  DepositChain,
  DepositChannel,
  getDepositAddress,
} from '@halyard/contract/deposits/calls';
import type { UserId } from '@halyard/contract/ids';
import { BusinessError } from '../../calls/callHandler.ts';
import type { Catalogue } from '../../catalogue.ts';
import type { AskReview, ReviewDeps } from '../../operator/review.ts';
import type { ChannelRecord } from '../channels/channelRepository.ts';

/** Every open deposit channel. */
export async function readDepositTerms(deps: DepositDeps, userId: UserId): Promise<DepositChannel[]> {
  const channels = await Promise.all(
    (await deps.catalogue.channels()).map(async (channel): Promise<DepositChannel> => {
      const { id, name, settlement, isBank, places, depositMin: min } = channel;
      const bank = isBank && deps.bank !== undefined ? bankAccountFor(deps.bank, userId) : null;
      const chains = await openChains(deps, userId, channel);
      return { id, name, settlement, isBank, places, min, isTest: deps.isSandbox, chains, bank };
    }),
  );
  return channels.filter(({ bank, chains }) => bank !== null || chains.length > 0);
}

/** One deposit channel in the format of legacy clients. Errors: CURRENCY_NOT_FOUND, DEPOSIT_UNAVAILABLE. */
export async function readDepositAddress(
  deps: DepositDeps,
  userId: UserId,
  { channelId, requestType }: RequestOf<typeof getDepositAddress>,
): Promise<AnswerOf<typeof getDepositAddress>> {
  const channel = await deps.catalogue.channel(channelId);
  if (channel.isBank) {
    if (deps.bank === undefined) throw new BusinessError('DEPOSIT_UNAVAILABLE');
    const account = bankAccountFor(deps.bank, userId);
    return requestType === 'pc' ? { Bank: account } : account;
  }
  const chains = await openChains(deps, userId, channel);
  if (chains.length === 0) throw new BusinessError('DEPOSIT_UNAVAILABLE');
  return Object.fromEntries(chains.map(({ chain, address }) => [chain, address]));
}

/** The chains of a coin with a configured key, each with the user's own address. */
export async function openChains(
  { addressOf }: Pick<DepositDeps, 'addressOf'>,
  userId: UserId,
  { chains }: Pick<ChannelRecord, 'chains'>,
): Promise<DepositChain[]> {
  const open: DepositChain[] = [];
  for (const { chain, confirmations } of chains) {
    try {
      open.push({ chain, confirmations, address: await addressOf(userId, chain) });
    } catch (error) {
      if (!(error instanceof BusinessError && error.code === 'DEPOSIT_UNAVAILABLE')) throw error;
    }
  }
  return open;
}

export type DepositDeps = ReviewDeps & {
  readonly isSandbox: boolean;
  readonly catalogue: Catalogue;
  /** Without it new deposits wait for an operator. */
  readonly askReview?: AskReview | undefined;
  /** `undefined`: no bank deposits. */
  readonly bank: BankDetails | undefined;
  /**
   * The user's own address on a chain. Throws `BusinessError('DEPOSIT_UNAVAILABLE')` when the operator configured no
   * key for the chain. Not to be called inside a transaction.
   */
  readonly addressOf: (userId: UserId, chain: Chain) => Promise<string>;
};

// The exchange's own bank account, and the reference that identifies a user's payment.

/** The bank account that users pay to; `swift` and `bankAddress` may be missing. */
export type BankDetails = Omit<BankAccount, 'reference'>;

/** Shown in a sandbox without a configured account: no one can pay to it. */
export const SANDBOX_BANK: BankDetails = {
  bankName: 'Example Bank (sandbox, not real)',
  accountNumber: '000000000000',
  holder: 'Halyard Sandbox (do not pay)',
  swift: 'EXAMXX00XXX',
  bankAddress: '1 Example Street, Nowhere',
};

/** The account as one user sees it. */
function bankAccountFor(bank: BankDetails, userId: UserId): BankAccount {
  return { ...bank, reference: referenceOf(userId) };
}

const DIGITS = 8;
const DIVISOR = 97n;
// ISO 7064: letters count from 10, and `RF` is appended with two zeros for the check digits.
const PREFIX = 'HY';
const RF_WITHOUT_CHECK = '271500';

/**
 * A creditor reference (ISO 11649) of the user, such as `RF18HY00000017`: its check digits detect typing errors, which
 * would name another user.
 */
export function referenceOf(userId: UserId): string {
  const number = String(userId).padStart(DIGITS, '0');
  const value = BigInt(`${digitsOf(PREFIX)}${number}${RF_WITHOUT_CHECK}`);
  const check = String(98n - (value % DIVISOR)).padStart(2, '0');
  return `RF${check}${PREFIX}${number}`;
}

function digitsOf(letters: string): string {
  return Array.from(letters, (letter) => letter.charCodeAt(0) - 'A'.charCodeAt(0) + 10).join('');
}
