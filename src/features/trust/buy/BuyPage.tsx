import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { TrustProduct } from '@halyard/contract/trust/calls';
import { UnverifiedNote } from '../../../domain/exposure/UnverifiedNote.tsx';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import { productIdOf, useTrustProduct } from '../../../domain/trust/useTrust.ts';
import { appErrorText, codedText, errorText } from '../../../shared/i18n/errorText.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useBack } from '../../../shared/navigation/useBack.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { AmountField } from '../../../shared/ui/AmountField.tsx';
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx';
import { CoinIcon } from '../../../shared/ui/CoinIcon.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading } from '../../../shared/ui/Loading.tsx';
import { MoneyButton } from '../../../shared/ui/MoneyButton.tsx';
import { NavBar } from '../../../shared/ui/NavBar.tsx';
import { Page } from '../../../shared/ui/Page.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { Capacity, EarlyExit, isSoldOut, Rates } from '../ProductCard.tsx';
import styles from '../Trust.module.css';
import { BuySheet } from './BuySheet.tsx';
import { Calculation } from './Calculation.tsx';
import { AMOUNT_PLACES, useBuy } from './useBuy.ts';

/** A product: its terms, the earnings of an amount, and buying. The query names it by `id`. */
export function BuyPage() {
  const { t } = useTranslation('trust');
  const back = useBack();
  const [query] = useSearchParams();
  const id = productIdOf(query);
  const isNamed = id !== undefined;
  const { product, error, retry } = useTrustProduct(id);
  if (product !== undefined) return <Product key={product.id} product={product} />;
  const isMissing = !isNamed || error?.code === 'PRODUCT_NOT_FOUND';
  return (
    <Page header={<NavBar title={t('product')} onBack={back} />}>
      {isMissing && (
        <EmptyState
          text={errorText('PRODUCT_NOT_FOUND')}
          action={<ButtonLink to={paths.finance()}>{t('products')}</ButtonLink>}
        />
      )}
      {!isMissing && error !== undefined && <ErrorState what={appErrorText(error)} onRetry={() => void retry()} />}
      {!isMissing && error === undefined && <ProductLoading />}
    </Page>
  );
}

function Product({ product }: { product: TrustProduct }) {
  const { t } = useTranslation('trust');
  const back = useBack();
  const control = useBuy(product);
  const [isOpen, setOpen] = useState(false);
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const { currency, days } = product;
  const review = () => {
    if (control.review()) setOpen(true);
  };
  const title = `${currency} · ${t('days', { count: days })}`;
  return (
    <Page
      header={<NavBar title={title} onBack={back} beside={<CoinIcon symbol={currency} size="small" />} />}
      footer={isLoggedIn ? <Act product={product} onPress={review} /> : <LogIn />}
    >
      <div className={styles['screen']}>
        <div className={styles['facts']}>
          <Rates product={product} />
          <EarlyExit terms={product.terms} />
          <Capacity product={product} />
        </div>
        <p className={styles['promise']}>{t('promise')}</p>
        <form
          className={styles['form']}
          aria-label={t('calculator')}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (isLoggedIn) review();
          }}
        >
          <AmountField
            label={t('amount')}
            unit={currency}
            places={AMOUNT_PLACES}
            available={control.available}
            most={control.most}
            availableLabel={t('available')}
            value={control.amountText}
            onValueChange={control.setAmount}
            error={codedText(control.error, currency)}
            hint={
              isLoggedIn && (
                <ButtonLink kind="quiet" size="small" to={paths.transfer({ from: 'spot', to: 'trust', currency })}>
                  {t('toTransfer')}
                </ButtonLink>
              )
            }
            enterKeyHint="go"
          />
        </form>
        <Calculation product={product} amount={control.amount} />
        <UnverifiedNote limit={control.limit} />
      </div>
      <BuySheet product={product} control={control} isOpen={isOpen} onOpenChange={setOpen} />
    </Page>
  );
}

function Act({ product, onPress }: { product: TrustProduct; onPress: () => void }) {
  const { t } = useTranslation('trust');
  return (
    <MoneyButton isSending={false} blockedReason={isSoldOut(product) ? t('soldOut') : undefined} onPress={onPress}>
      {t('buy.review')}
    </MoneyButton>
  );
}

function LogIn() {
  const { t } = useTranslation('trust');
  const { pathname, search } = useLocation();
  return <ButtonLink to={paths.login({ backpage: `${pathname}${search}`, backtype: 1 })}>{t('logIn')}</ButtonLink>;
}

function ProductLoading() {
  return (
    <Loading>
      <div className={styles['screen']}>
        <Skeleton shape="block" height={176} />
        <Skeleton shape="block" height={46} />
        <Skeleton shape="block" height={160} />
      </div>
    </Loading>
  );
}
