import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { offeringId } from '@halyard/contract/ids';
import type { AppError } from '../../shared/api/appError.ts';
import { appErrorText, errorText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';

type OfferingAbsentProps = { isNamed: boolean; error: AppError | undefined; onRetry: () => void; loading: ReactNode };

/** Shown in place of an offering: not found, with a link to the list; failed; or loading. */
export function OfferingAbsent({ isNamed, error, onRetry, loading }: OfferingAbsentProps) {
  const { t } = useTranslation('launchpad');
  if (!isNamed || error?.code === 'OFFER_NOT_FOUND') {
    const list = <ButtonLink to={paths.publications()}>{t('title')}</ButtonLink>;
    return <EmptyState text={errorText('OFFER_NOT_FOUND')} action={list} />;
  }
  return error === undefined ? loading : <ErrorState what={appErrorText(error)} onRetry={onRetry} />;
}

/** The offering id of the query; undefined when there is none. */
export function useOfferingId() {
  const [query] = useSearchParams();
  const id = query.get('id') ?? '';
  return useMemo(() => {
    const read = z.safeDecode(offeringId, id);
    return read.success ? read.data : undefined;
  }, [id]);
}
