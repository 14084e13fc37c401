/** The form that adds an address: the chain's check as one types, and what proves that it is the user who adds it. */
import type { Chain } from '@halyard/contract/deposits/calls';
import { checkCodeForm } from '@halyard/contract/user/rules';
import { checkChainAddress, normalizeChainAddress } from '@halyard/contract/withdrawals/chainAddress';
import { checkFundPassword } from '@halyard/contract/security/fundPassword';
import { useIsOwnCodeGood } from '../../domain/security/useStepUp.ts';
import type { BaseCoin } from '../../domain/wallet/baseCoins.ts';
import { addressAddition } from '../../domain/withdrawals/addressesApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { useForm } from '../../shared/forms/useForm.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';

const EMPTY = { address: '', label: '', password: '', code: '' };
type Field = keyof typeof EMPTY | 'chain';

/** The chains that a coin travels on (specification, section 3). */
export const CHAINS_OF: Readonly<Record<string, readonly Chain[]>> = {
  USDT: ['TRC20', 'OMNI', 'ERC20'],
  BTC: ['OMNI'],
  ETH: ['ERC20'],
};

/** `other` is the chain that what is typed really belongs to, and `wrongChain` says so. */
export function useCreateAddress({ id: channelId, name: coin }: BaseCoin, chain: Chain, onDone: () => void) {
  const { send, status } = useMoneyMutation(addressAddition);
  const needsCode = useIsOwnCodeGood();
  const form = useForm({
    initial: EMPTY,
    secret: 'password',
    isForgiving: true,
    check: ({ address, password, code }) => ({
      address: checkChainAddress(chain, address, coin),
      password: checkFundPassword(password),
      code: needsCode ? checkCodeForm(code) : undefined,
    }),
    fieldOf,
    send: ({ address, label, password, code }) =>
      send({
        channelId,
        chain,
        address: normalizeChainAddress(chain, address),
        label: label.trim(),
        fundPassword: password,
        ...(needsCode && { code }),
      }),
    onDone,
  });

  // A mistyped address is told as soon as it is pasted; one that is being typed is not found fault with before it is
  // done.
  const { address } = form.typed;
  const found = address.trim() === '' ? undefined : checkChainAddress(chain, address, coin);
  const other = found?.code === 'ADDRESS_OF_OTHER_CHAIN' ? (found.params?.['other'] as Chain | undefined) : undefined;
  const wrongChain = found !== undefined && other !== undefined ? errorText(found.code, found.params) : undefined;
  return { ...form, other, wrongChain, status, needsCode } as const;
}

function fieldOf({ code }: AppError): Field | undefined {
  if (code.startsWith('FUND_PASSWORD_')) return 'password';
  if (code.startsWith('CODE_')) return 'code';
  if (code.startsWith('CHAIN_')) return 'chain';
  if (code === 'LABEL_TOO_LONG') return 'label';
  return code.startsWith('ADDRESS_') ? 'address' : undefined;
}
