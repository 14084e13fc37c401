/** How the app can be put on the home screen of this device. */

/**
 * `installed`: it is open from there, or was put there. `prompt`: the browser asks. `share`: by hand, from the share
 * menu of iPhones and iPads. `inApp`: not at all, because another app shows this page inside itself. `menu`: perhaps by
 * the browser's own menu.
 */
export type InstallWay = 'installed' | 'prompt' | 'share' | 'inApp' | 'menu';

/** What is known of the device. */
export type InstallSigns = {
  readonly userAgent: string;
  /** Of the screen; an iPad says that it is a Mac, but Macs have none. */
  readonly maxTouchPoints: number;
  /** The page has no browser around it, or the browser said that it was installed. */
  readonly isInstalled: boolean;
  /** The browser offers to ask. */
  readonly canPrompt: boolean;
};

/**
 * Apps that open links inside themselves, by what they say they are; the order matters where one says more than one
 * thing.
 */
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

/**
 * What the app calls itself that shows this page inside itself; the empty word for one that does not say; `undefined`
 * in a browser.
 */
export function inAppBrowserOf(userAgent: string): string | undefined {
  const known = IN_APP.find(([sign]) => sign.test(userAgent));
  if (known !== undefined) return known[1];
  // The system's own view for pages inside apps, of Android.
  return /; wv\)/.test(userAgent) ? '' : undefined;
}

/** How the app is installed here. */
export function installWayOf({ userAgent, maxTouchPoints, isInstalled, canPrompt }: InstallSigns): InstallWay {
  if (isInstalled) return 'installed';
  if (inAppBrowserOf(userAgent) !== undefined) return 'inApp';
  if (canPrompt) return 'prompt';
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isApple ? 'share' : 'menu';
}
