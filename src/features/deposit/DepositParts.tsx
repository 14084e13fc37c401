import { useTranslation } from 'react-i18next';
import type { DepositChain, DepositChannel } from '@halyard/contract/deposits/calls';
import { useServerKind } from '../../domain/settings/settingsApi.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { SidesLoading } from '../../shared/ui/SidesLoading.tsx';

/** No such deposit. */
export function DepositMissing() {
  const { t } = useTranslation('deposit');
  const records = (
    <ButtonLink kind="ghost" size="small" to={paths.assetsRecord({ tab: 'deposits' })}>
      {t('status.toRecords')}
    </ButtonLink>
  );
  return <EmptyState text={t('status.missing')} action={records} />;
}

/** A deposit address as shown, copied and drawn; marked in a sandbox, so that no wallet accepts it. */
export function useShownAddress(address: string, isTest: boolean): string {
  const { t } = useTranslation('deposit');
  return isTest ? t('test.address', { address }) : address;
}

/**
 * Whether an address or account is for tests only, by the record, else by the server's kind; `undefined` while unknown.
 */
export function useIsTest({ isTest }: { readonly isTest?: boolean | undefined }): boolean | undefined {
  const kind = useServerKind(isTest === undefined);
  return isTest ?? (kind && kind === 'sandbox');
}

/** The page while its terms load. */
export function DepositLoading() {
  return <SidesLoading start={[44, 52, 60, 132]} end={[80, 46, 46]} />;
}

/** A deposit's status while it loads. */
export function StatusLoading() {
  return <SidesLoading start={[40, 52, 52, 52]} end={[48, 96, 44]} />;
}

/** The channel named by the page's query (`?channel=3&chain=TRC20`); the first one by default. */
export function channelOf(
  channels: readonly DepositChannel[] | undefined,
  query: URLSearchParams,
): DepositChannel | undefined {
  return channels?.find(({ id }) => String(id) === query.get('channel')) ?? channels?.[0];
}

/** The chain named by the query, or the first one; undefined for the bank. */
export function chainOf({ chains }: DepositChannel, query: URLSearchParams): DepositChain | undefined {
  return chains.find(({ chain }) => chain === query.get('chain')) ?? chains[0];
}
