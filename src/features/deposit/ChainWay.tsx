import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DepositChain, DepositChannel } from '@halyard/contract/deposits/calls';
import { isZero } from '@halyard/contract/money';
import { Num } from '../../shared/format/Num.tsx';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { QrCode } from '../../shared/ui/QrCode.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import styles from './Deposit.module.css';
import { NextSteps } from './NextSteps.tsx';
import { useIsTest } from './useIsTest.ts';
import { useShownAddress } from './useShownAddress.ts';

type ChainWayProps = { channel: DepositChannel; chain: DepositChain; onChoose: (chain: string) => void };

/** Paying in by a chain: the user's own address, and what may be sent there. */
export function ChainWay({ channel, chain, onChoose }: ChainWayProps) {
  const { t } = useTranslation('deposit');
  const { name: coin } = channel;
  const isTest = useIsTest(channel) ?? true;
  const address = useShownAddress(chain.address, isTest);
  return (
    <>
      <Segmented
        label={t('chain')}
        value={chain.chain}
        onValueChange={onChoose}
        options={channel.chains.map((open) => ({ value: open.chain, label: open.chain }))}
      />
      <p className={styles['warning']} role="note">
        <TriangleAlert aria-hidden />
        {isTest ? t('test.warning') : t('warning', { coin, chain: chain.chain })}
      </p>
      <div className={styles['qr']}>
        <QrCode
          value={address}
          label={t('qr', { coin, chain: chain.chain })}
          fileName={`${coin}-${chain.chain}-${isTest ? 'test-send-nothing' : 'deposit'}`}
        />
      </div>
      <CopyRow label={t('address', { coin })} value={address} look="whole" />
      <KeyValue
        items={[
          {
            label: t('min'),
            value: <Num kind="amount" value={knownMin(channel)} places={channel.places} unit={coin} />,
          },
          { label: t('confirmations'), value: chain.confirmations === 0 ? '—' : String(chain.confirmations) },
          { label: t('credited'), value: t('spot') },
          { label: t('review'), value: t('reviewNote') },
        ]}
      />
      <NextSteps first={isTest ? t('test.next') : t('next.one', { coin })} />
    </>
  );
}

// A server of the family does not tell its minimum; that is not a minimum of zero.
function knownMin({ min }: DepositChannel) {
  return isZero(min) ? undefined : min;
}
