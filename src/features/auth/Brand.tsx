import { PRODUCT_NAME } from '../../shared/config/constants.ts';
import { classNames } from '../../shared/ui/classNames.ts';
import styles from './Auth.module.css';

type BrandProps = {
  /** In one line, where a long form follows. */
  isLow?: boolean;
};

/** The product's mark and name, where one meets it. */
export function Brand({ isLow = false }: BrandProps) {
  const sizePx = isLow ? 28 : 48;
  return (
    <p className={classNames(styles['brand'], isLow && styles['low'])}>
      <img src={`${import.meta.env.BASE_URL}icons/icon.svg`} alt="" width={sizePx} height={sizePx} />
      {PRODUCT_NAME}
    </p>
  );
}
