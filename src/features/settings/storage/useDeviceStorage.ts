import { useCallback, useEffect, useState } from 'react';
import { clearStorage, persistStorage, measureStorage, type DeviceStorage } from './deviceStorage.ts';

/** What the app keeps on this device, measured when it is first looked at and after every change. */
export function useDeviceStorage() {
  const [storage, setStorage] = useState<DeviceStorage>();
  const [freed, setFreed] = useState<number>();
  const [isClearing, setClearing] = useState(false);
  const measure = useCallback(async () => {
    const measured = await measureStorage();
    setStorage(measured);
    return measured;
  }, []);
  useEffect(() => {
    // What cannot be measured stays unsaid.
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
