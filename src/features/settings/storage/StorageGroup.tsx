import { CACHE_PREFIX } from '@halyard/contract/serviceWorker';
import { Database } from 'lucide-react';
import { useCallback, useEffect, useState, useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../shared/format/bytes.ts';
import { useLocale } from '../../../shared/format/useLocale.ts';
import { clearOwnRecords, sizeOfOwnRecords } from '../../../shared/storage/vault.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { ListRow } from '../../../shared/ui/ListRow.tsx';
import { Loading, Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import styles from '../Settings.module.css';

/** Stored data with sizes before and after clearing, and whether the browser guarantees it. */
export function StorageGroup() {
  const { t } = useTranslation('settings');
  const locale = useLocale();
  const { storage, freed, isClearing, clear, keep } = useDeviceStorage();
  return (
    <SettingsGroup title={t('storage.title')}>
      {storage === undefined ? <Waiting /> : <Sizes storage={storage} />}
      <div className={styles['block']}>
        <p className={styles['note']}>{t('storage.explain')}</p>
        <Button kind="ghost" isLoading={isClearing} disabled={storage === undefined} onClick={() => void clear()}>
          {t('storage.clear')}
        </Button>
        <p role="status" className={styles['note']}>
          {freed !== undefined && t('storage.freed', { size: formatBytes(freed, locale) })}
        </p>
      </div>
      {storage?.isPersisted !== undefined && <Persistence isPersisted={storage.isPersisted} keep={keep} />}
    </SettingsGroup>
  );
}

function Sizes({ storage: { caches, records, total } }: { storage: DeviceStorage }) {
  const { t } = useTranslation('settings');
  const locale = useLocale();
  const shown = CACHE_KINDS.filter((kind) => kind !== 'other' || caches.other > 0);
  const items = [
    ...shown.map((kind) => ({ label: t(`storage.kinds.${kind}`), value: formatBytes(caches[kind], locale) })),
    { label: t('storage.records'), value: formatBytes(records, locale) },
    ...(total === undefined ? [] : [{ label: t('storage.total'), value: formatBytes(total, locale) }]),
  ];
  return (
    <div className={styles['figures']}>
      <KeyValue items={items} />
    </div>
  );
}

function Persistence({ isPersisted, keep }: { isPersisted: boolean; keep: () => Promise<boolean> }) {
  const { t } = useTranslation('settings');
  const ask = async () => {
    const isGranted = await keep();
    showToast(
      isGranted
        ? { kind: 'success', text: t('storage.persist.granted') }
        : { kind: 'info', text: t('storage.persist.refused') },
    );
  };
  if (isPersisted) {
    return (
      <ListRow
        start={<Database aria-hidden />}
        title={t('storage.persist.on')}
        detail={t('storage.persist.onDetail')}
      />
    );
  }
  return (
    <ListRow
      start={<Database aria-hidden />}
      title={t('storage.persist.ask')}
      detail={t('storage.persist.off')}
      end={
        <Button kind="ghost" size="small" aria-label={t('storage.persist.ask')} onClick={() => void ask()}>
          {t('storage.persist.keep')}
        </Button>
      }
    />
  );
}

function Waiting() {
  return (
    <Loading>
      <div className={styles['figures']}>
        <Skeleton height={112} />
      </div>
    </Loading>
  );
}

/** Sizes of stored data, measured on first view and after every change. */
function useDeviceStorage() {
  const [storage, setStorage] = useState<DeviceStorage>();
  const [freed, setFreed] = useState<number>();
  const [isClearing, setClearing] = useState(false);
  const measure = useCallback(async () => {
    const measured = await measureStorage();
    setStorage(measured);
    return measured;
  }, []);
  useEffect(() => {
    // Unmeasurable sizes are not shown.
    measureStorage().then(setStorage, () => undefined);
  }, []);
  const clear = useCallback(async () => {
    setClearing(true);
    const before = sizeOf(await measure());
    await clearStorage();
    setFreed(Math.max(0, before - sizeOf(await measure())));
    setClearing(false);
  }, [measure]);
  const keep = useCallback(async () => {
    const isPersisted = await persistStorage();
    await measure();
    return isPersisted;
  }, [measure]);
  return { storage, freed, isClearing, clear, keep } as const;
}

function sizeOf({ caches: { app, articles, other }, records }: DeviceStorage): number {
  return app + articles + other + records;
}

type SettingsGroupProps = { title: string; children: ReactNode };

/** A group of settings with a heading. */
export function SettingsGroup({ title, children }: SettingsGroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles['group']}>
      <h2 id={id} className={styles['heading']}>
        {title}
      </h2>
      <div className={styles['surface']}>{children}</div>
    </section>
  );
}

/** Kinds of caches, as users understand them. */
const CACHE_KINDS = ['app', 'articles', 'other'] as const;
type CacheKind = (typeof CACHE_KINDS)[number];

/** Bytes of each kind, and of everything that the browser counts for the app, where reported. */
type DeviceStorage = {
  readonly caches: Readonly<Record<CacheKind, number>>;
  /** The user's own records, encrypted. */
  readonly records: number;
  readonly total: number | undefined;
  /** Whether the browser promises not to evict the data; `undefined` when it makes no statement. */
  readonly isPersisted: boolean | undefined;
};

/** Measures the sizes; unreported ones are left out. */
async function measureStorage(): Promise<DeviceStorage> {
  const [sizes, records, total, isPersisted] = await Promise.all([
    cacheSizes(),
    sizeOfOwnRecords().catch(() => 0),
    estimate(),
    persisted(),
  ]);
  return { caches: sizes, records, total, isPersisted };
}

/**
 * Removes data that can be fetched again: articles, pictures, the user's own records. The app itself stays, as do
 * session, settings, drafts and the outbox.
 */
async function clearStorage(): Promise<void> {
  const names = await cacheNames();
  const gone = names.filter((name) => kindOf(name) !== 'app').map((name) => caches.delete(name));
  await Promise.all([...gone, clearOwnRecords().catch(() => false)]);
}

/** Asks the browser to persist the data. Returns whether it will. */
async function persistStorage(): Promise<boolean> {
  const { storage } = navigator as { storage?: StorageManager };
  return (await storage?.persist?.().catch(() => false)) ?? false;
}

/** The app shell and its parts, without which the app does not open offline. */
function kindOf(name: string): CacheKind {
  if (name.startsWith(`${CACHE_PREFIX}-precache`) || name === `${CACHE_PREFIX}-assets`) return 'app';
  return /-(articles|articles-ahead|pictures)$/.test(name) ? 'articles' : 'other';
}

async function cacheNames(): Promise<readonly string[]> {
  // Caches exist on secure pages only.
  return typeof caches === 'undefined' ? [] : caches.keys().catch(() => []);
}

async function cacheSizes(): Promise<Record<CacheKind, number>> {
  const sizes: Record<CacheKind, number> = { app: 0, articles: 0, other: 0 };
  for (const name of await cacheNames()) sizes[kindOf(name)] += await sizeOfCache(name).catch(() => 0);
  return sizes;
}

async function sizeOfCache(name: string): Promise<number> {
  const cache = await caches.open(name);
  let bytes = 0;
  // One after another: all bodies at once could exceed a small phone's memory.
  for (const key of await cache.keys()) bytes += (await (await cache.match(key))?.blob())?.size ?? 0;
  return bytes;
}

async function estimate(): Promise<number | undefined> {
  const { storage } = navigator as { storage?: StorageManager };
  return (await storage?.estimate?.().catch(() => undefined))?.usage;
}

async function persisted(): Promise<boolean | undefined> {
  const { storage } = navigator as { storage?: StorageManager };
  return storage?.persisted?.().catch(() => undefined);
}
