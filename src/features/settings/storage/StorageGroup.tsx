import { Database } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../shared/format/bytes.ts';
import { useLocale } from '../../../shared/format/useLocale.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { ListRow } from '../../../shared/ui/ListRow.tsx';
import { Loading } from '../../../shared/ui/Loading.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import styles from '../Settings.module.css';
import { SettingsGroup } from '../SettingsGroup.tsx';
import { CACHE_KINDS, clearStorage, type DeviceStorage, measureStorage, persistStorage } from './deviceStorage.ts';

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
      onPress={() => void ask()}
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
