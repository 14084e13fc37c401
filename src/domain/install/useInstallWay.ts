import { useEffect, useState } from 'react';
import { usePwa } from '../../shared/pwa/pwa.ts';
import { noteInstalled, readInstallRecord } from './installRecord.ts';
import { installWayOf, type InstallWay } from './installWay.ts';

const STANDALONE = '(display-mode: standalone), (display-mode: fullscreen), (display-mode: minimal-ui)';

/** The current way to install the app, and a function that makes the browser prompt. */
export function useInstallWay(): { readonly way: InstallWay; readonly install: () => Promise<void> } {
  const { canInstall, install } = usePwa();
  const [wasInstalled, setWasInstalled] = useState(() => readInstallRecord().isInstalled ?? false);
  useEffect(() => {
    const note = () => {
      noteInstalled(true);
      setWasInstalled(true);
    };
    window.addEventListener('appinstalled', note);
    return () => window.removeEventListener('appinstalled', note);
  }, []);
  useEffect(() => {
    // The browser offers it only while the app is not installed.
    if (canInstall) noteInstalled(false);
  }, [canInstall]);
  const way = installWayOf({
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
    isInstalled: isStandalone() || (wasInstalled && !canInstall),
    canPrompt: canInstall,
  });
  return { way, install };
}

/** Whether the page runs from the home screen, without a browser around it. */
export function isStandalone(): boolean {
  const { standalone } = navigator as { standalone?: boolean };
  return standalone === true || window.matchMedia(STANDALONE).matches;
}
