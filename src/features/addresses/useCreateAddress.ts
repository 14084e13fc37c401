/** The form that adds an address: the chain's check as one types, what is wrong beside its field. */
import { useState } from 'react';
import type { Chain } from '@halyard/contract/calls/deposits';
import type { ChannelId } from '@halyard/contract/calls/ids';
import type { CodedError } from '@halyard/contract/errors';
import { checkCodeForm } from '@halyard/contract/rules/account';
import { checkChainAddress } from '@halyard/contract/rules/chainAddress';
import { checkFundPassword } from '@halyard/contract/rules/fundPassword';
import { addressAddition } from '../../domain/withdrawals/addressesApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { appErrorText, errorText } from '../../shared/i18n/errorText.ts';
import { useMoneyWrite } from '../../shared/money-writes/useMoneyWrite.ts';

const EMPTY = { address: '', label: '', password: '', code: '' };

export type AddressField = 'chain' | 'address' | 'label' | 'password' | 'code' | 'form';
type Texts = Readonly<Partial<Record<AddressField, string>>>;

/** The chains that a coin travels on (specification, section 3). */
export const CHAINS_OF: Readonly<Record<string, readonly Chain[]>> = {
  USDT: ['TRC20', 'OMNI', 'ERC20'],
  BTC: ['OMNI'],
  ETH: ['ERC20'],
};

/** `submit` resolves to whether the address is in the book. `wrongChain` is the chain that the address really belongs to, when the coin has it. */
export function useCreateAddress(channelId: ChannelId, chain: Chain) {
  const [typed, setTyped] = useState(EMPTY);
  const [texts, setTexts] = useState<Texts>({});
  // What the last try was refused for; typing takes errors away and must not move the focus.
  const [refused, setRefused] = useState<Texts>({});
  const refuse = (found: Texts) => {
    setTexts(found);
    setRefused(found);
  };
  const { send, isSending, status } = useMoneyWrite(addressAddition);

  const found = typed.address.trim() === '' ? undefined : checkChainAddress(chain, typed.address);
  const other = found?.code === 'ADDRESS_OF_OTHER_CHAIN' ? (found.params?.['other'] as Chain | undefined) : undefined;

  async function submit(): Promise<boolean> {
    if (isSending) return false;
    const wrong = textsOf({
      address: checkChainAddress(chain, typed.address),
      password: checkFundPassword(typed.password),
      code: checkCodeForm(typed.code),
    });
    refuse(wrong);
    if (Object.keys(wrong).length > 0) return false;
    const { address, label, password: fundPassword, code } = typed;
    const outcome = await send({ channelId, chain, address: address.trim(), label: label.trim(), fundPassword, code });
    if (outcome === undefined) return false;
    const { error } = outcome;
    if (error === undefined) return true;
    const field = fieldOf(error);
    refuse({ [field]: appErrorText(error) });
    if (field === 'password') setTyped((before) => ({ ...before, password: '' }));
    return false;
  }

  return {
    typed,
    change: (part: Partial<typeof EMPTY>) => {
      setTyped((before) => ({ ...before, ...part }));
      const gone = Object.keys(part);
      setTexts((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !gone.includes(field))));
    },
    // A mistyped address is told as soon as it is pasted; one that is being typed is not found fault with before it is done.
    texts: { ...texts, ...(other !== undefined && found !== undefined && textsOf({ address: found })) } as Texts,
    refused,
    other,
    isSending,
    status,
    submit,
  } as const;
}

function textsOf(found: Readonly<Partial<Record<AddressField, CodedError | undefined>>>): Texts {
  return Object.fromEntries(
    Object.entries(found).flatMap(([field, error]) =>
      error === undefined ? [] : [[field, errorText(error.code, error.params)]],
    ),
  );
}

function fieldOf({ code }: AppError): AddressField {
  if (code.startsWith('FUND_PASSWORD_')) return 'password';
  if (code.startsWith('CODE_')) return 'code';
  if (code.startsWith('CHAIN_')) return 'chain';
  if (code === 'LABEL_TOO_LONG') return 'label';
  return code.startsWith('ADDRESS_') ? 'address' : 'form';
}
