import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decimal, multiply, parseDecimal, type Decimal } from '@halyard/contract/money';
import { checkMaxSlippage } from '@halyard/contract/spot/slippage';
import { useMaxSlippage } from '../../../domain/preferences/usePreferences.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import styles from './Ticket.module.css';
import { codedText } from '../../../shared/i18n/errorText.ts';

const OFFERED = ['0.001', '0.005', '0.01', '0.02', '0.05'].map(decimal);
const OFF = 'off';

/** How far from the best price market orders may trade: a few to choose from, any other in percent, or anywhere. */
export function SlippageCap() {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const { maxSlippage, choose } = useMaxSlippage();
  const [typed, setTyped] = useState<string>();
  const typedCap = typed === undefined ? undefined : fractionOf(typed);
  const error = typedCap === undefined ? undefined : checkMaxSlippage(typedCap);
  const isOffered = maxSlippage !== undefined && OFFERED.includes(maxSlippage);
  const own = maxSlippage === undefined || isOffered ? '' : percentOf(maxSlippage);
  // Not letter by letter: on the way to what is meant there are other caps. What is none leaves the one there was.
  const take = () => {
    if (typedCap !== undefined && error === undefined) choose(typedCap);
    setTyped(undefined);
  };
  return (
    <div className={styles['sheet']}>
      <div className={styles['words']}>
        {t('ticket.cap')}
        <span className={styles['detail']}>{t('ticket.capDetail')}</span>
      </div>
      <Segmented
        label={t('ticket.cap')}
        options={[
          ...OFFERED.map((value) => ({ value: value as string, label: `${format.amount(percentOf(value), 2, 0)}%` })),
          { value: OFF, label: t('ticket.capOff') },
        ]}
        value={maxSlippage ?? OFF}
        onValueChange={(value) => {
          setTyped(undefined);
          choose(value === OFF ? OFF : (value as Decimal));
        }}
      />
      <NumberField
        label={t('ticket.capOwn')}
        unit="%"
        value={typed ?? own}
        onValueChange={setTyped}
        onLeave={take}
        onKeyDown={({ key }) => {
          if (key === 'Enter') take();
        }}
        error={codedText(error)}
      />
    </div>
  );
}

function percentOf(fraction: Decimal): Decimal {
  return multiply(fraction, decimal('100'));
}

/** A percentage as it is typed, as a fraction. */
function fractionOf(percent: string): Decimal | undefined {
  const parsed = parseDecimal(percent);
  return parsed && multiply(parsed, decimal('0.01'));
}
