/** The calls of deposits. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import {
  declareDeposit,
  getDepositAddress,
  getDepositTerms,
  listDeposits,
  type Chain,
  type Deposit,
} from '@halyard/contract/deposits/calls';
import type { UserId } from '@halyard/contract/ids';
import type { UploadKinds } from '@halyard/contract/uploads/rules';
import { checkAmount } from '@halyard/contract/withdrawals/rules';
import { answerUser, BusinessError, requireAmount, type UserCaller } from '../../calls/callHandler.ts';
import { noticeOf } from '../../calls/messages.ts';
import { pageOf, toNumberedPage } from '../../calls/paging.ts';
import { plainLine } from '../../calls/plainText.ts';
import { emit, type Transaction } from '../../db/database.ts';
import { checkAndRunOnce } from '../../db/runOnce.ts';
import type { EntryLabels, Module } from '../../module.ts';
import { markTest, type ChannelRecord } from '../channels/channelRepository.ts';
import { requireUpload } from '../uploads/uploadFiles.ts';
import { createAddressOf } from './depositAddresses.ts';
import { insertDeposit, lockPending, readDeposit, selectDeposits, type NewDeposit } from './depositRepository.ts';
import { DEPOSIT_REVIEWS } from './depositReviews.ts';
import { openChains, readDepositAddress, readDepositTerms, type DepositDeps } from './depositTerms.ts';

// Declaring a deposit: nothing is credited before its review.

/** Maximum of deposits of one user under review. */
export const PENDING_DEPOSITS_MAX = 10;

type DeclareRequest = RequestOf<typeof declareDeposit>;
type Declared = Omit<NewDeposit, 'at' | 'proofId'> & { readonly proof: string; readonly kinds: UploadKinds };

/**
 * Declares a deposit. Resolves to it when the request has an id (repeated, to the first answer), else to the text for
 * legacy clients. Throws `BusinessError` with the codes that the call documents; nothing is stored then.
 */
async function declare(
  deps: DepositDeps,
  { user, language }: Pick<UserCaller, 'user' | 'language'>,
  request: DeclareRequest,
): Promise<AnswerOf<typeof declareDeposit>> {
  const { clock } = deps;
  const once = { call: declareDeposit, userId: user.id, requestId: request.clientRequestId, request, clock };
  return checkAndRunOnce(deps.db, once, {
    check: () => checkDeclaration(deps, user.id, request),
    run: async (tx, declared) => {
      const deposit = await write(tx, deps, declared);
      const record = { subject: 'deposit', id: deposit.id, status: 'pending' } as const;
      emit(tx, { type: 'record-changed', userId: user.id, record });
      return request.clientRequestId === undefined ? noticeOf(language, 'DEPOSIT_DECLARED') : deposit;
    },
  });
}

async function checkDeclaration(deps: DepositDeps, userId: UserId, request: DeclareRequest): Promise<Declared> {
  const channel = await deps.catalogue.channel(request.channelId);
  const place = await placeOf(deps, userId, channel, request.chain);
  const { depositMin: min, places } = channel;
  const amount = requireAmount(request.amount, checkAmount(request.amount, { min, places }));
  const [proof, payer] = proofAndPayer(request);
  if (!proof) throw new BusinessError('DEPOSIT_PROOF_REQUIRED');
  const { clientRequestId, sentPaymentId: sent = '' } = request;
  const sentPaymentId = plainLine(sent) || null;
  const kinds = { allowPdf: channel.isBank };
  return { ...place, userId, channelId: channel.id, amount, proof, kinds, payer, sentPaymentId, clientRequestId };
}

/** Some legacy clients send the path of the proof in the field of the payer's account. */
function proofAndPayer({ proof, picture, payer = '' }: DeclareRequest): [string | undefined, string | null] {
  if (payer.startsWith('/upload/')) return [proof || picture || payer, null];
  return [proof || picture, plainLine(payer) || null];
}

/** The chain and the user's own address that the payment went to; a bank deposit has neither. */
async function placeOf(
  deps: DepositDeps,
  userId: UserId,
  channel: ChannelRecord,
  chain: Chain | undefined,
): Promise<{ readonly chain: Chain | null; readonly address: string | null }> {
  if (channel.isBank) {
    if (chain !== undefined) throw new BusinessError('CHAIN_NOT_FOUND');
    if (deps.bank === undefined) throw new BusinessError('DEPOSIT_UNAVAILABLE');
    return { chain: null, address: null };
  }
  const chains = channel.chains.filter((known) => chain === undefined || known.chain === chain);
  if (chain !== undefined && chains.length === 0) throw new BusinessError('CHAIN_NOT_FOUND');
  const [paid] = await openChains(deps, userId, { chains });
  if (paid === undefined) throw new BusinessError('DEPOSIT_UNAVAILABLE');
  return { chain: paid.chain, address: paid.address };
}

async function write(tx: Transaction, deps: DepositDeps, { proof, kinds, ...declared }: Declared): Promise<Deposit> {
  const proofId = await requireUpload(tx, declared.userId, proof, kinds);
  if ((await lockPending(tx, declared.userId)) >= PENDING_DEPOSITS_MAX) {
    throw new BusinessError('DEPOSITS_TOO_MANY', { max: PENDING_DEPOSITS_MAX });
  }
  const at = new Date(deps.clock.nowMs()).toISOString();
  const id = await insertDeposit(tx, { ...declared, proofId, at });
  await deps.askReview?.(tx, 'deposit', id);
  return readDeposit(tx, declared.userId, id);
}

const ENTRIES: EntryLabels = {
  deposit: {
    legacyNumber: 200,
    text: {
      en: 'Deposit',
      zh: '充值',
      hk: '充值',
      jp: '入金',
      kr: '입금',
      esp: 'Depósito',
      th: 'ฝากเงิน',
      vnm: 'Nạp tiền',
    },
  },
};

export const deposits: Module = {
  beginning: { function: 'deposits', calls: [declareDeposit, getDepositAddress] },
  entries: ENTRIES,
  reviews: [DEPOSIT_REVIEWS],
  create(moduleDeps) {
    const { db, isSandbox, settings } = moduleDeps;
    const addressOf = createAddressOf({ db, isSandbox, keys: settings.depositKeys });
    const deps = { ...moduleDeps, bank: settings.bank, addressOf };
    const marked = (deposit: Deposit) => markTest(deposit, isSandbox);
    return {
      handlers: [
        answerUser(getDepositAddress, (request, { user }) => readDepositAddress(deps, user.id, request)),
        answerUser(getDepositTerms, (_request, { user }) => readDepositTerms(deps, user.id)),
        answerUser(declareDeposit, async (request, caller) => {
          const answer = await declare(deps, caller, request);
          return typeof answer === 'string' ? answer : marked(answer);
        }),
        answerUser(listDeposits, async (request, { user }) => {
          const page = pageOf(request);
          const { rows, total } = await selectDeposits(deps.db, user.id, request, page);
          return toNumberedPage<Deposit>(listDeposits.path, page, { rows: rows.map(marked), total });
        }),
      ],
    };
  },
};
