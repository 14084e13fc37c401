import { toFixedText } from '@halyard/contract/money';
import { numeralsOf } from '@halyard/contract/numerals';
import { Minus, Plus } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toEditText, type Refusal } from '../format/parse.ts';
import { useLocale } from '../format/useLocale.ts';
import { useDecimalText } from '../forms/useDecimalText.ts';
import styles from './Field.module.css';
import { Field, useFieldControl, type FieldFrameProps } from './Field.tsx';
import { classNames } from './classNames.ts';

type InputProps = Omit<
  ComponentProps<'input'>,
  keyof ReturnType<typeof useDecimalText>['input'] | 'defaultValue' | 'size' | 'disabled' | 'type' | 'inputMode'
>;

type NumberFieldProps = FieldFrameProps &
  InputProps & {
    /** A canonical decimal, or '' for none. */
    value: string;
    /** Receives the canonical decimal of the text, or '' if it has none. */
    onValueChange: (value: string) => void;
    /** Called when the field loses the focus: the number is complete. */
    onLeave?: (() => void) | undefined;
    /** Currency or other unit. */
    unit?: string | undefined;
    /** After the unit: a button that fills in the maximum. */
    end?: ReactNode;
    /** Decimals that the value may have; further ones are blocked with a word. */
    places?: number | undefined;
    /** Buttons that change the value by a step, instead of `end`. */
    steps?: Steps | undefined;
  };

/** Actions of the buttons beside a value; `undefined`: off. */
export type Steps = {
  readonly onLess: (() => void) | undefined;
  readonly onMore: (() => void) | undefined;
  /** For screen readers. */
  readonly less: string;
  readonly more: string;
};

/**
 * A field for an amount, a price or a rate: typed and shown in the user's locale, passed on as an exact decimal string.
 */
export function NumberField(props: NumberFieldProps) {
  const {
    label,
    error,
    hint,
    layout,
    isDisabled,
    value,
    onValueChange,
    onLeave,
    unit,
    end,
    places,
    steps,
    ...attributes
  } = props;
  const { refusal, input } = useDecimalText(value, onValueChange, places);
  const refusalText = useRefusalText(refusal);
  return (
    <Field
      label={label}
      error={refusalText ?? error}
      hint={hint}
      layout={layout}
      isDisabled={isDisabled}
      unit={unit}
      end={steps === undefined ? end : <Stepper {...steps} />}
    >
      <NumberInput
        autoComplete="off"
        {...attributes}
        {...input}
        onBlur={(event) => {
          input.onBlur(event);
          onLeave?.();
        }}
      />
    </Field>
  );
}

// The same elements are not compared again while digits are typed.
const MINUS = <Minus aria-hidden />;
const PLUS = <Plus aria-hidden />;

function Stepper({ less, more, onLess, onMore }: Steps) {
  return (
    <span className={styles['stepper']}>
      <button type="button" aria-label={less} disabled={onLess === undefined} onClick={onLess}>
        {MINUS}
      </button>
      <button type="button" aria-label={more} disabled={onMore === undefined} onClick={onMore}>
        {PLUS}
      </button>
    </span>
  );
}

function NumberInput(props: ComponentProps<'input'>) {
  return (
    <input
      {...useFieldControl()}
      {...props}
      type="text"
      inputMode="decimal"
      className={classNames(styles['input'], styles['figure'])}
    />
  );
}

/** Text of a rejection, with numbers formatted for the language. */
function useRefusalText(refusal: Refusal | undefined): string | undefined {
  const { t } = useTranslation('forms');
  const locale = useLocale();
  switch (refusal?.reason) {
    case undefined:
      return undefined;
    case 'either': {
      const { whole, part } = refusal.readings;
      // A fourth decimal cannot be mistaken for the third digit of a group.
      return t('number.either', { whole, part: toEditText(toFixedText(part, 4), locale) });
    }
    case 'characters':
      return t('number.characters', { point: numeralsOf(locale).decimal });
    case 'unclear':
      return t('number.unclear', { example: toEditText('1234.5', locale) });
    case 'places':
      return refusal.places === 0 ? t('number.whole') : t('number.places', { count: refusal.places });
    case 'digits':
      return t('number.digits');
  }
}
