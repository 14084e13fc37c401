import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Chain } from '@halyard/contract/deposits/calls';
import { checkFundPassword } from '@halyard/contract/security/rules';
import { checkCodeForm } from '@halyard/contract/user/rules';
import { checkChainAddress, normalizeChainAddress } from '@halyard/contract/withdrawals/chainAddress';
import { LABEL_LENGTH_MAX } from '@halyard/contract/withdrawals/rules';
import { useHasFundPasswordQuery } from '../../domain/security/securityApi.ts';
import { OwnCodeField } from '../../domain/security/OwnCodeField.tsx';
import { endOwnCodeWait, useHoldText, useIsOwnCodeGood } from '../../domain/security/useStepUp.ts';
import { addressAddition, useGetWhitelistQuery } from '../../domain/withdrawals/addressesApi.ts';
import { BASE_COINS, type BaseCoin } from '../../domain/wallet/baseCoins.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { useForm } from '../../shared/forms/useForm.ts';
import { errorText, noticeText } from '../../shared/i18n/errorText.ts';
import { useCheckingText, useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBackIfHere } from '../../shared/navigation/useIsHere.ts';
import { Button, ButtonLink } from '../../shared/ui/Button.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { PasteButton } from '../../shared/ui/PasteButton.tsx';
import { PinField } from '../../shared/ui/CodeField.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import { TextAreaField, TextField } from '../../shared/ui/TextField.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Addresses.module.css';

const EMPTY = { address: '', label: '', password: '', code: '' };

/** The chains of a coin. */
const CHAINS_OF: Readonly<Record<string, readonly Chain[]>> = {
  USDT: ['TRC20', 'OMNI', 'ERC20'],
  BTC: ['OMNI'],
  ETH: ['ERC20'],
};

const COINS = BASE_COINS.filter(({ isBank }) => !isBank);

const ADDRESS_LENGTH_MAX = 200;

/** Adding a withdrawal address: checked for its chain, confirmed with the fund password and a code. */
export function CreateAddressPage() {
  const { t } = useTranslation('addresses');
  const back = useBackIfHere();
  const [query] = useSearchParams();
  const [coin, setCoin] = useState(() => COINS.find(({ id }) => String(id) === query.get('channel')) ?? COINS[0]);
  const chains = CHAINS_OF[coin?.name ?? ''] ?? [];
  const [chosen, setChain] = useState<Chain>('TRC20');
  const chain = chains.includes(chosen) ? chosen : chains[0];
  if (coin === undefined || chain === undefined) return null;
  return (
    <Page header={<NavBar title={t('createTitle')} />}>
      <div className={styles['stack']}>
        <div>
          <span aria-hidden="true" className={styles['label']}>
            {t('coin')}
          </span>
          <Segmented
            label={t('coin')}
            value={coin.name}
            onValueChange={(name) => setCoin(COINS.find((known) => known.name === name))}
            options={COINS.map(({ name }) => ({ value: name, label: name }))}
          />
        </div>
        <div>
          <span aria-hidden="true" className={styles['label']}>
            {t('chain')}
          </span>
          <Segmented
            label={t('chain')}
            value={chain}
            onValueChange={setChain}
            options={chains.map((name) => ({ value: name, label: name }))}
          />
        </div>
        <p className={styles['warning']} role="note">
          <TriangleAlert aria-hidden />
          {t('chainHint')}
        </p>
        <CreateForm coin={coin} chain={chain} onChain={setChain} onDone={back} />
      </div>
    </Page>
  );
}

type CreateFormProps = { coin: BaseCoin; chain: Chain; onChain: (chain: Chain) => void; onDone: () => void };

function CreateForm({ coin, chain, onChain, onDone }: CreateFormProps) {
  const { t } = useTranslation('addresses');
  const { data: hasPassword } = useHasFundPasswordQuery();
  const holdText = useHoldText('there');
  const form = useCreateAddress(coin, chain, () => {
    endOwnCodeWait();
    showToast({ kind: 'success', text: noticeText('ADDRESS_ADDED') });
    onDone();
  });
  const { field, texts, other, wrongChain } = form;
  const checking = useCheckingText(form.status);
  const blockedReason = useBlockedReason(hasPassword);
  const canSwitch = other !== undefined && (CHAINS_OF[coin.name] ?? []).includes(other);
  return (
    <form {...form.element} className={styles['stack']}>
      <div data-side="start">
        <TextAreaField
          label={t('address')}
          {...field('address')}
          // Some apps copy it with a line break.
          onValueChange={(address) => form.set('address', address.replaceAll(/\s/g, ''))}
          maxLength={ADDRESS_LENGTH_MAX}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={wrongChain ?? texts.address ?? texts.chain}
          end={<PasteButton maxLength={ADDRESS_LENGTH_MAX} onPaste={(address) => form.set('address', address)} />}
        />
        {canSwitch && (
          <Button kind="ghost" size="small" onClick={() => onChain(other)}>
            {t('otherChain', { chain: other })}
          </Button>
        )}
        <TextField
          label={t('label')}
          hint={t('labelHint')}
          {...field('label')}
          maxLength={LABEL_LENGTH_MAX}
          autoComplete="off"
        />
      </div>
      <div data-side="end">
        {/* The button's reason explains it. */}
        {hasPassword === false ? (
          <ButtonLink kind="ghost" to={paths.changePayPassword()}>
            {t('set')}
          </ButtonLink>
        ) : (
          <PinField label={t('fundPassword')} {...field('password')} />
        )}
        {form.needsCode && <OwnCodeField {...field('code')} />}
        {holdText !== undefined && <p className={styles['note']}>{holdText}</p>}
      </div>
      <MoneyButton isSending={form.isSending} blockedReason={blockedReason} error={checking ?? texts.form}>
        {t('save')}
      </MoneyButton>
    </form>
  );
}

/** Why no address can be added now. */
function useBlockedReason(hasPassword: boolean | undefined): string | undefined {
  const { t } = useTranslation('addresses');
  if (useGetWhitelistQuery().data?.isOn === true) return t('whitelist.closed');
  return hasPassword === false ? t('unset') : undefined;
}

/** State of the form: the chain check while typing, and the step-up values. */
type Field = keyof typeof EMPTY | 'chain';

/** `other` is the chain that the typed address belongs to; `wrongChain` is its error text. */
function useCreateAddress({ id: channelId, name: coin }: BaseCoin, chain: Chain, onDone: () => void) {
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

  // A pasted address is checked immediately, a typed one when it is complete.
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
