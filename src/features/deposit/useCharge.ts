/** The form that declares a deposit: what was typed is kept on the device, what is wrong is said beside its field, and it is sent once. */
import { useCallback } from 'react';
import * as z from 'zod/mini';
import type { Deposit, DepositChain, DepositChannel } from '@halyard/contract/calls/deposits';
import { isZero, parseDecimal, type Decimal } from '@halyard/contract/money';
import { checkAmount } from '@halyard/contract/rules/withdrawal';
import { depositDeclaration, depositDrafts } from '../../domain/deposits/depositsApi.ts';
import { useDraftedUpload } from '../../domain/uploads/useDraftedUpload.ts';
import { isStillOpen, type AppError } from '../../shared/api/appError.ts';
import { appErrorText, errorText } from '../../shared/i18n/errorText.ts';
import { useMoneyWrite } from '../../shared/money-writes/useMoneyWrite.ts';
import { useSharedFile } from '../../shared/pwa/useSharedFile.ts';
import { useDraft } from '../../shared/storage/useDraft.ts';
import { useFieldTexts } from '../../shared/ui/useFieldTexts.ts';

const kept = z.object({ amount: z.string(), payer: z.string() });
type Typed = z.output<typeof kept>;

const EMPTY: Typed = { amount: '', payer: '' };
// What a server of the family takes; it does not tell.
const SMALLEST = '0.00000001' as Decimal;

type Way = { readonly channel: DepositChannel; readonly chain: DepositChain | undefined };
type Field = 'amount' | 'proof' | 'form';
type Texts = Readonly<Partial<Record<Field, string>>>;

/** `submit` resolves to the deposit, to `null` when the server tells no more than that it took it, and to `undefined` when it was not sent or not taken. */
export function useCharge({ channel, chain }: Way) {
  const names = depositDrafts({ channelId: channel.id, chain: chain?.chain });
  const { value: typed, change: keep, forget } = useDraft({ name: names.typed, initial: EMPTY, read: readKept });
  const upload = useDraftedUpload(names.proof, { allowPdf: channel.isBank });
  useSharedFile('deposit', upload.choose);
  const { texts, refused, say, refuse } = useFieldTexts<Field>();
  const { send, isSending, status, error: failure } = useMoneyWrite(depositDeclaration);

  const amount = parseDecimal(typed.amount);
  const submit = useCallback(async (): Promise<Deposit | null | undefined> => {
    if (isSending) return undefined;
    const wrong = {
      ...amountText(amount, channel),
      ...(upload.path === undefined && { proof: errorText('PROOF_REQUIRED') }),
    };
    if (refuse(wrong) || amount === undefined || upload.path === undefined) return undefined;
    const payer = typed.payer.trim();
    const outcome = await send({
      channelId: channel.id,
      amount,
      proof: upload.path,
      ...(chain && { chain: chain.chain }),
      ...(payer !== '' && { payer }),
    });
    if (outcome === undefined) return undefined;
    if (outcome.error !== undefined) {
      refuse({ [fieldOf(outcome.error)]: appErrorText(outcome.error) });
      return undefined;
    }
    forget();
    upload.forget();
    return typeof outcome.data === 'string' ? null : outcome.data;
  }, [isSending, amount, channel, chain, upload, typed.payer, send, forget, refuse]);

  const change = (part: Partial<Typed>) => {
    keep((before) => ({ ...before, ...part }));
    if (part.amount !== undefined) say('amount', undefined);
  };
  const proof = {
    ...upload,
    choose: (file: File) => {
      say('proof', undefined);
      upload.choose(file);
    },
  };
  /** Nobody knows whether the last one was taken. */
  const isOpen = failure !== undefined && isStillOpen(failure);
  return { typed, change, proof, texts, refused, amount, isSending, status, isOpen, submit } as const;
}

function amountText(amount: Decimal | undefined, { min, places }: DepositChannel): Texts {
  const found = checkAmount(amount, { min: isZero(min) ? SMALLEST : min, places });
  return found === undefined ? {} : { amount: errorText(found.code, found.params) };
}

function fieldOf({ code }: AppError): Field {
  if (code.startsWith('AMOUNT_')) return 'amount';
  return code === 'PROOF_REQUIRED' || code === 'FILE_NOT_FOUND' ? 'proof' : 'form';
}

function readKept(value: unknown): Typed | undefined {
  const read = z.safeParse(kept, value);
  return read.success ? read.data : undefined;
}
