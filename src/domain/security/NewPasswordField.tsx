import { type ComponentProps, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { APP_PASSWORD_LENGTH_MIN } from '@halyard/contract/user/rules';
import { PRODUCT_NAME } from '../../shared/config/constants.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { PasswordField } from '../../shared/ui/PasswordField.tsx';
import { Progress } from '../../shared/ui/Progress.tsx';
import { marketEndpoints } from '../markets/marketsApi.ts';
import type { estimateStrength, Strength } from './estimateStrength.ts';
import styles from './NewPasswordField.module.css';

const selectMarkets = marketEndpoints.listMarkets.select();

const SHARES = { weak: 0.15, fair: 0.4, good: 0.7, strong: 1 } as const;

type NewPasswordFieldProps = Pick<
  ComponentProps<typeof PasswordField>,
  'label' | 'value' | 'onValueChange' | 'error' | 'isShownFirst' | 'onShownChange'
> & {
  /** The account's address: a password that contains part of it is weaker. */
  address: string;
};

/** Field for a new password: its rule first, then its strength in one word. */
export function NewPasswordField({ address, ...field }: NewPasswordFieldProps) {
  const { t } = useTranslation('auth');
  const strength = usePasswordStrength(field.value, address);
  return (
    <div>
      <PasswordField
        name="new-password"
        autoComplete="new-password"
        // The error text repeats the rule.
        hint={field.error === undefined ? t('password.hint', { min: APP_PASSWORD_LENGTH_MIN }) : undefined}
        {...field}
      />
      {/* Present from the start, so that screen readers announce its content. */}
      <div role="status" className={styles['strength']}>
        {strength !== undefined && (
          <>
            <Progress label={t('strength.label')} share={SHARES[strength]} />
            <span>{t(`strength.${strength}`)}</span>
          </>
        )}
      </div>
    </div>
  );
}

/**
 * Strength of a password for the account of `address`, while it is typed; undefined for an empty one, and when the
 * rating code cannot be loaded.
 */
function usePasswordStrength(password: string, address: string): Strength | undefined {
  // Rating takes milliseconds on a slow phone; typing comes first.
  const typed = useDeferredValue(password);
  const estimate = useEstimate(typed !== '');
  const words = useKnownWords(address);
  return useMemo(() => (typed === '' ? undefined : estimate?.(typed, words)), [typed, estimate, words]);
}

function useEstimate(isWanted: boolean): typeof estimateStrength | undefined {
  const [estimate, setEstimate] = useState<typeof estimateStrength>();
  useEffect(() => {
    if (!isWanted) return undefined;
    let isHere = true;
    import('./estimateStrength.ts').then(
      (loaded) => {
        if (isHere) setEstimate(() => loaded.estimateStrength);
      },
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [isWanted]);
  return estimate;
}

/** Words that an attacker tries first: the exchange, its markets, and the account's address. */
function useKnownWords(address: string): readonly string[] {
  const markets = useAppSelector((state) => selectMarkets(state as never).data);
  return useMemo(() => {
    const traded = Object.values(markets?.byId ?? {}).flatMap(({ base, quote }) => [base, quote, `${base}${quote}`]);
    return [PRODUCT_NAME, ...new Set(traded), ...address.split(/[@.]/), address].filter((word) => word.length > 2);
  }, [markets, address]);
}
