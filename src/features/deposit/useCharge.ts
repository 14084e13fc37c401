/** The form that declares a deposit: what was typed and its picture are kept on the device until it is sent. */
import * as z from 'zod/mini';
import type { Deposit, DepositChain, DepositChannel } from '@halyard/contract/deposits/calls';
import { isZero, parseDecimal, type Decimal } from '@halyard/contract/money';
import { checkAmount } from '@halyard/contract/withdrawals/rules';
import { depositDeclaration, depositDrafts } from '../../domain/deposits/depositsApi.ts';
import { useDraftedUpload } from '../../domain/uploads/useDraftedUpload.ts';
import { isStillOpen, type AppError } from '../../shared/api/appError.ts';
import { useForm, type Faults } from '../../shared/forms/useForm.ts';
import { useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';
import { useSharedFile } from '../../shared/pwa/sharedFile.ts';
import { readAs, useDraft } from '../../shared/storage/useDraft.ts';

const kept = z.object({ amount: z.string(), payer: z.string() });
const EMPTY = { amount: '', payer: '' };
// What a server of the family takes; it does not tell.
const SMALLEST = '0.00000001' as Decimal;

type Way = { readonly channel: DepositChannel; readonly chain: DepositChain | undefined };
type Field = 'amount' | 'payer' | 'proof';

/** `onDone` is told the deposit, or a text when the server tells no more than that it took it. */
export function useCharge({ channel, chain }: Way, onDone: (taken: Deposit | string) => void) {
  const names = depositDrafts({ channelId: channel.id, chain: chain?.chain });
  const draft = useDraft({ name: names.typed, initial: EMPTY, read: readAs(kept) });
  const amount = parseDecimal(draft.value.amount);
  const upload = useDraftedUpload(names.proof, { allowPdf: channel.isBank });
  useSharedFile('deposit', upload.choose);
  const { send, status, error: failure } = useMoneyMutation(depositDeclaration);

  const form = useForm({
    initial: {},
    draft,
    isForgiving: true,
    check: () => faultsOf(amount, upload.path, channel),
    fieldOf,
    send: async ({ payer }) => {
      if (amount === undefined || upload.path === undefined) return undefined;
      return send({
        channelId: channel.id,
        amount,
        proof: upload.path,
        ...(chain && { chain: chain.chain }),
        ...(payer.trim() !== '' && { payer: payer.trim() }),
      });
    },
    onDone: (taken) => {
      upload.forget();
      onDone(taken);
    },
  });

  const proof = {
    ...upload,
    choose: (file: File) => {
      form.setFault('proof', undefined);
      upload.choose(file);
    },
  };
  /** Nobody knows whether the last one was taken. */
  const isOpen = failure !== undefined && isStillOpen(failure);
  return { ...form, proof, amount, status, isOpen } as const;
}

function faultsOf(amount: Decimal | undefined, proof: string | undefined, { min, places }: DepositChannel) {
  return {
    amount: checkAmount(amount, { min: isZero(min) ? SMALLEST : min, places }),
    proof: proof === undefined ? { code: 'DEPOSIT_PROOF_REQUIRED' } : undefined,
  } as Faults<Field>;
}

function fieldOf({ code }: AppError): Field | undefined {
  if (code.startsWith('AMOUNT_')) return 'amount';
  return code === 'DEPOSIT_PROOF_REQUIRED' || code === 'FILE_NOT_FOUND' ? 'proof' : undefined;
}
