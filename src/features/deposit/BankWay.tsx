import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BankAccount, DepositChannel } from '@halyard/contract/deposits/calls';
import { isZero } from '@halyard/contract/money';
import { Num } from '../../shared/format/Num.tsx';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import styles from './Deposit.module.css';
import { NextSteps } from './NextSteps.tsx';
import { useIsTest } from './useIsTest.ts';

/** Paying in by bank: the exchange's account, each part to be copied. */
export function BankWay({ channel, account }: { channel: DepositChannel; account: BankAccount }) {
  const { t } = useTranslation('deposit');
  const isTest = useIsTest(channel) ?? true;
  const { bankName, accountNumber, holder, swift, bankAddress, reference } = account;
  return (
    <>
      {isTest && (
        <p className={styles['warning']} role="note">
          <TriangleAlert aria-hidden />
          {t('test.bank')}
        </p>
      )}
      <div>
        <CopyRow label={t('holder')} value={holder} look="whole" />
        <CopyRow label={t('accountNumber')} value={accountNumber} look="whole" />
        <CopyRow label={t('bankName')} value={bankName} look="whole" />
        {swift !== undefined && <CopyRow label={t('swift')} value={swift} />}
        {bankAddress !== undefined && <CopyRow label={t('bankAddress')} value={bankAddress} look="whole" />}
        {reference !== undefined && (
          <>
            <CopyRow label={t('reference')} value={reference} />
            <p className={styles['note']}>{t('referenceHint')}</p>
          </>
        )}
      </div>
      <KeyValue
        items={[
          {
            label: t('min'),
            value: (
              <Num
                kind="amount"
                value={isZero(channel.min) ? undefined : channel.min}
                places={channel.places}
                unit="USD"
              />
            ),
          },
          { label: t('rate'), value: t('rateValue') },
          { label: t('credited'), value: t('spot') },
          { label: t('review'), value: t('reviewNote') },
        ]}
      />
      <NextSteps first={t(isTest ? 'test.next' : 'next.bankOne')} />
    </>
  );
}
