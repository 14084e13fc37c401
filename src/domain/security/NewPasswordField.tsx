import { type ComponentProps, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { APP_PASSWORD_LENGTH_MIN } from '@halyard/contract/security/appPassword';
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
  'label' | 'value' | 'onValueChange' | 'error'
> & {
  /** Whose password it is: a part of that in it makes it worse. */
  address: string;
};

/** A field for a new password: its rule before anything is typed, and in one word how good it is afterwards. */
export function NewPasswordField({ address, ...field }: NewPasswordFieldProps) {
  const { t } = useTranslation('auth');
  const strength = usePasswordStrength(field.value, address);
  return (
    <div className={styles['field']}>
      <PasswordField
        name="new-password"
        autoComplete="new-password"
        // What is wrong says the rule itself.
        hint={field.error === undefined ? t('password.hint', { min: APP_PASSWORD_LENGTH_MIN }) : undefined}
        {...field}
      />
      {/* There from the start, so that a screen reader hears what comes into it. */}
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

/** How good a new password is, while it is typed. */
/**
 * The strength of a password of the account of `address`; nothing before one is typed, and none where what rates it
 * cannot be loaded, for which no password has to wait.
 */
function usePasswordStrength(password: string, address: string): Strength | undefined {
  // Rating takes milliseconds on a slow phone: what is typed comes first.
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

/** What whoever guesses tries first: the exchange, what it trades as far as it is known here, and the account. */
function useKnownWords(address: string): readonly string[] {
  const markets = useAppSelector((state) => selectMarkets(state as never).data);
  return useMemo(() => {
    const traded = Object.values(markets?.byId ?? {}).flatMap(({ base, quote }) => [base, quote, `${base}${quote}`]);
    return [PRODUCT_NAME, ...new Set(traded), ...address.split(/[@.]/), address].filter((word) => word.length > 2);
  }, [markets, address]);
}
