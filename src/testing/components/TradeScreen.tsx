import { CandlestickChart, Star } from 'lucide-react';
import { useState } from 'react';
import { decimal } from '@halyard/contract/money';
import { Change } from '../../shared/format/Change.tsx';
import { Num } from '../../shared/format/Num.tsx';
import { Button } from '../../shared/ui/Button.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { NumberField } from '../../shared/ui/NumberField.tsx';
import { PercentButtons, type PercentStep } from '../../shared/ui/PercentButtons.tsx';
import { Progress } from '../../shared/ui/Progress.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { SourceLabel } from '../../shared/ui/SourceLabel.tsx';
import { Tabs } from '../../shared/ui/Tabs.tsx';
import styles from './Gallery.module.css';

/** The ticket beside the order book, and the orders below. */
export function TradeScreen() {
  const [side, setSide] = useState<'buy' | 'sell'>('buy');
  const [type, setType] = useState<'limit' | 'market'>('limit');
  const [price, setPrice] = useState('28110');
  const [amount, setAmount] = useState('0.125');
  const [percent, setPercent] = useState<PercentStep>();
  const [isConfirming, setConfirming] = useState(false);
  const choose = (step: PercentStep) => {
    setPercent(step);
    setAmount((step / 400).toString());
  };
  const header = (
    <NavBar
      title="BTC/USDT"
      back={false}
      beside={
        <>
          <Change percent={decimal('4.12')} />
          <SourceLabel source="simulated" isShort />
        </>
      }
      actions={
        <>
          <IconButton icon={<Star aria-hidden fill="currentColor" />} label="Favourite" isPressed />
          <IconButton icon={<CandlestickChart aria-hidden />} label="Chart" />
        </>
      }
    />
  );
  return (
    <Page header={header} isFlush>
      <div className={styles['ticket']}>
        <div className={styles['stack']}>
          <Segmented
            label="Side"
            value={side}
            onValueChange={setSide}
            options={[
              { value: 'buy', label: 'Buy', tone: 'up' },
              { value: 'sell', label: 'Sell', tone: 'down' },
            ]}
          />
          <Segmented
            label="Type"
            value={type}
            onValueChange={setType}
            options={[
              { value: 'limit', label: 'Limit' },
              { value: 'market', label: 'Market' },
            ]}
          />
          <NumberField label="Price" layout="inline" value={price} onValueChange={setPrice} unit="USDT" />
          <NumberField
            label="Amount"
            layout="inline"
            value={amount}
            onValueChange={setAmount}
            unit="BTC"
            error={amount === '' ? 'Enter an amount' : undefined}
          />
          <PercentButtons label="Percentage of available" value={percent} onChoose={choose} />
          <KeyValue
            items={[
              { label: 'Available', value: <Num value={decimal('7027.5')} kind="amount" places={2} unit="USDT" /> },
              { label: 'Fee', value: <Num value={decimal('0.000125')} kind="amount" places={8} unit="BTC" /> },
            ]}
          />
          <Button kind={side} onClick={() => setConfirming(true)}>
            {side === 'buy' ? 'Buy BTC' : 'Sell BTC'}
          </Button>
        </div>
        <Book />
      </div>
      <Orders />
      <Sheet
        isOpen={isConfirming}
        onOpenChange={setConfirming}
        title="Buy BTC"
        description="The order rests in the book until somebody sells at your price."
        footer={<Button kind="buy">Buy 0.125 BTC</Button>}
      >
        <KeyValue
          items={[
            { label: 'Price', value: <Num value={decimal('28110')} kind="price" places={1} unit="USDT" /> },
            { label: 'Total', value: <Num value={decimal('3513.75')} kind="amount" places={2} unit="USDT" /> },
          ]}
        />
      </Sheet>
    </Page>
  );
}

function Book() {
  return (
    <div className={styles['book']}>
      {Array.from({ length: 14 }, (_, place) => (
        <div key={place} className={styles['between']}>
          <Num value={decimal(`${28114 - place}`)} kind="price" places={1} tone={place < 7 ? 'down' : 'up'} />
          <Num value={decimal('0.2108')} kind="quantity" places={4} />
        </div>
      ))}
    </div>
  );
}

function Orders() {
  const [tab, setTab] = useState<'open' | 'history'>('open');
  return (
    <Tabs
      label="Orders"
      value={tab}
      onValueChange={setTab}
      end={
        <Button kind="ghost" size="small">
          Cancel all
        </Button>
      }
      items={[
        {
          value: 'open',
          label: 'Open (1)',
          content: (
            <ListRow
              title="Buy BTC/USDT"
              detail={<Progress label="Filled" share={0.35} />}
              end={
                <Button kind="ghost" size="small">
                  Cancel
                </Button>
              }
            />
          ),
        },
        {
          value: 'history',
          label: 'History',
          content: (
            <EmptyState text="Orders you place are listed here" action={<Button kind="ghost">See markets</Button>} />
          ),
        },
      ]}
    />
  );
}
