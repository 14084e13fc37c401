import { PRODUCT_NAME } from '../../shared/config/constants.ts';
import { classNames } from '../../shared/ui/classNames.ts';
import styles from './Auth.module.css';

type BrandProps = {
  /** In one line above a long form. */
  isLow?: boolean;
};

/** The product's mark and name. */
export function Brand({ isLow = false }: BrandProps) {
  const sizePx = isLow ? 28 : 48;
  return (
    <p className={classNames(styles['brand'], isLow && styles['low'])}>
      <img src={`${import.meta.env.BASE_URL}icons/icon.svg`} alt="" width={sizePx} height={sizePx} />
      {PRODUCT_NAME}
    </p>
  );
}
