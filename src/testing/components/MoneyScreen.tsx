import { decimal } from '@halyard/contract/money';
import { useState } from 'react';
import { Num } from '../../shared/format/Num.tsx';
import { useCountries } from '../../shared/format/useCountries.ts';
import { AmountField } from '../../shared/ui/AmountField.tsx';
import { Button } from '../../shared/ui/Button.tsx';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';
import { Deadline } from '../../shared/ui/Deadline.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { PhotoField, type PhotoValue } from '../../shared/ui/PhotoField.tsx';
import { PinField } from '../../shared/ui/CodeField.tsx';
import { RadioRows } from '../../shared/ui/RadioRows.tsx';
import { SelectField } from '../../shared/ui/SelectField.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { SwapRow } from '../../shared/ui/SwapRow.tsx';
import { TextAreaField } from '../../shared/ui/TextField.tsx';
import styles from './Gallery.module.css';
import { SAMPLE_PICTURE } from './sample.ts';

const SOON_MS = Date.now() + 12 * 3_600_000;

const ACCOUNTS = [
  { value: 'spot', label: 'Spot account', end: '7,027.50' },
  { value: 'option', label: 'Option account', end: '0.00' },
  { value: 'futures', label: 'Futures account', end: '1,204.00' },
  { value: 'trust', label: 'Earn account', end: '—', isDisabled: true },
] as const;

const COINS = ['USDT', 'BTC', 'ETH'].map((coin) => ({
  value: coin,
  label: coin,
  start: <CoinIcon symbol={coin} size="small" />,
}));

/** Transfer, withdrawal and proof of a deposit. */
export function MoneyScreen() {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Page header={<NavBar title="Withdraw" />}>
      <div className={styles['wideStack']}>
        <Transfer />
        <Withdrawal />
        <Proofs />
        <Button onClick={() => setConfirming(true)}>Withdraw 100 USDT</Button>
      </div>
      <Confirmation isOpen={isConfirming} onOpenChange={setConfirming} />
    </Page>
  );
}

function Transfer() {
  const [coin, setCoin] = useState('USDT');
  const [pair, setPair] = useState<{ from: string; to: string }>({ from: 'spot', to: 'futures' });
  const [amount, setAmount] = useState('1234.5');
  const from = (
    <SelectField
      label="From"
      options={ACCOUNTS}
      value={pair.from}
      onValueChange={(next) => setPair({ ...pair, from: next })}
    />
  );
  const to = (
    <SelectField
      label="To"
      options={ACCOUNTS}
      value={pair.to}
      onValueChange={(next) => setPair({ ...pair, to: next })}
    />
  );
  return (
    <>
      <SelectField label="Currency" options={COINS} value={coin} onValueChange={setCoin} />
      <SwapRow from={from} to={to} onSwap={() => setPair({ from: pair.to, to: pair.from })} />
      <AmountField
        label="Amount"
        unit={coin}
        places={8}
        available={decimal('7027.5')}
        value={amount}
        onValueChange={setAmount}
        error={amount === '' ? 'Enter an amount' : undefined}
      />
    </>
  );
}

function Withdrawal() {
  const countries = useCountries();
  const [country, setCountry] = useState<string>();
  const [address, setAddress] = useState<'cold' | 'hot'>('cold');
  const [remark, setRemark] = useState('');
  const [pin, setPin] = useState('123');
  return (
    <>
      <RadioRows
        label="Address"
        value={address}
        onValueChange={setAddress}
        options={[
          { value: 'cold', label: 'Cold wallet', detail: 'TRC20 · TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9' },
          {
            value: 'hot',
            label: 'Exchange',
            detail: 'ERC20 · 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
            end: <StatusBadge status="underReview" />,
          },
        ]}
      />
      <TextAreaField
        label="Remark (optional)"
        value={remark}
        onValueChange={setRemark}
        maxLength={200}
        placeholder="For your own records"
      />
      <SelectField
        label="Country"
        options={countries.map(({ code, name, keywords }) => ({ value: code, label: name, keywords }))}
        value={country}
        onValueChange={setCountry}
        hint="As in your document"
      />
      <PinField
        label="Fund password"
        value={pin}
        onValueChange={setPin}
        hint="6 digits"
        error={pin === '' ? 'Enter the fund password' : undefined}
      />
    </>
  );
}

const PHOTOS: readonly { label: string; value: PhotoValue }[] = [
  { label: 'Front of the document', value: { status: 'uploading', share: 0.4, file: SAMPLE_PICTURE } },
  { label: 'Back of the document', value: { status: 'done', file: SAMPLE_PICTURE } },
  {
    label: 'You with the document',
    value: { status: 'failed', file: SAMPLE_PICTURE, text: 'Uploading failed, please try again.' },
  },
  {
    label: 'Transfer voucher',
    value: { status: 'done', file: new Blob([], { type: 'application/pdf' }), name: 'voucher-2023-03-16.pdf' },
  },
];

function Proofs() {
  const [proof, setProof] = useState<PhotoValue>({ status: 'empty' });
  return (
    <>
      <PhotoField
        label="Proof of the payment"
        hint="JPEG, PNG or PDF up to 10 MB"
        error={proof.status === 'empty' ? 'Add a picture of the payment' : undefined}
        value={proof}
        onChoose={(file) => setProof({ status: 'done', file, name: file.name })}
        onRetry={() => undefined}
        onRemove={() => setProof({ status: 'empty' })}
        isPdfAllowed
      />
      {PHOTOS.map(({ label, value }) => (
        <PhotoField
          key={label}
          label={label}
          value={value}
          onChoose={() => undefined}
          onRetry={() => undefined}
          onRemove={() => undefined}
        />
      ))}
    </>
  );
}

function Confirmation({ isOpen, onOpenChange }: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const [pin, setPin] = useState('');
  return (
    <ConfirmSheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Withdraw USDT"
      description="To your cold wallet by TRC20"
      figures={[
        { label: 'Amount', value: <Num value={decimal('100')} kind="amount" places={2} unit="USDT" /> },
        { label: 'Fee', value: <Num value={decimal('1')} kind="amount" places={2} unit="USDT" /> },
        { label: 'You receive', value: <Num value={decimal('99')} kind="amount" places={2} unit="USDT" /> },
        { label: 'When', value: <Deadline atMs={SOON_MS} /> },
      ]}
      confirmLabel="Withdraw 100 USDT"
      onConfirm={() => onOpenChange(false)}
      isDisabled={pin.length < 6}
    >
      <PinField label="Fund password" value={pin} onValueChange={setPin} />
    </ConfirmSheet>
  );
}
