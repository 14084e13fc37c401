/**
 * How the app can be installed on this device. `installed`: it runs from the home screen, or was added to it. `prompt`:
 * the browser prompts. `share`: from the share menu of iPhones and iPads. `inApp`: not possible inside another app's
 * browser. `menu`: perhaps in the browser's own menu.
 */
export type InstallWay = 'installed' | 'prompt' | 'share' | 'inApp' | 'menu';

/** Device facts that decide the way. */
export type InstallSigns = {
  readonly userAgent: string;
  /** An iPad reports itself as a Mac, but Macs have no touch points. */
  readonly maxTouchPoints: number;
  /** The page runs without a browser around it, or the browser reported an installation. */
  readonly isInstalled: boolean;
  /** The browser can prompt. */
  readonly canPrompt: boolean;
};

/** In-app browsers by user agent; order matters when several match. */
const IN_APP: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/i, 'WeChat'],
  [/Instagram/i, 'Instagram'],
  [/FBAN|FBAV|FB_IAB/, 'Facebook'],
  [/\bLine\//i, 'LINE'],
  [/KAKAOTALK/i, 'KakaoTalk'],
  [/musical_ly|BytedanceWebview|TikTok|\btrill_/i, 'TikTok'],
  [/\bZalo/i, 'Zalo'],
  [/NAVER\(inapp/i, 'Naver'],
  [/\bQQ\//i, 'QQ'],
  [/Weibo/i, 'Weibo'],
  [/Telegram/i, 'Telegram'],
  [/\bTwitter/i, 'X'],
  [/Snapchat/i, 'Snapchat'],
  [/LinkedInApp/i, 'LinkedIn'],
  [/Pinterest\/|\[Pinterest/i, 'Pinterest'],
];

/** Name of the app whose in-app browser shows this page; empty when it gives none; `undefined` in a browser. */
export function inAppBrowserOf(userAgent: string): string | undefined {
  const known = IN_APP.find(([sign]) => sign.test(userAgent));
  if (known !== undefined) return known[1];
  // Android's WebView.
  return /; wv\)/.test(userAgent) ? '' : undefined;
}

/** How the app is installed on this device. */
export function installWayOf({ userAgent, maxTouchPoints, isInstalled, canPrompt }: InstallSigns): InstallWay {
  if (isInstalled) return 'installed';
  if (inAppBrowserOf(userAgent) !== undefined) return 'inApp';
  if (canPrompt) return 'prompt';
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isApple ? 'share' : 'menu';
}
