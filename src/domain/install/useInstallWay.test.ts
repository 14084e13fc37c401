// Installation method of a device, by its browser's user agent and features.
import { describe, expect, it } from 'vitest';
import { inAppBrowserOf, installWayOf } from './useInstallWay.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko)';
const CHROME = `${ANDROID} Chrome/126.0.0.0 Mobile Safari/537.36`;
const SAFARI = `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`;
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15';
const signs = { maxTouchPoints: 5, isInstalled: false, canPrompt: false };

describe('an in-app browser', () => {
  it.each([
    ['WeChat', `${IPHONE} Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN`],
    ['Facebook', `${IPHONE} Mobile/21F90 [FBAN/FBIOS;FBAV/465.0.1.41.103;FBBV/602060281]`],
    ['Facebook', `${ANDROID} Version/4.0 Chrome/126.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/467.0;]`],
    ['Instagram', `${IPHONE} Mobile/21F90 Instagram 334.0.4.32.98 (iPhone14,5; iOS 17_5_1)`],
    ['LINE', `${IPHONE} Mobile/15E148 Safari Line/14.8.0`],
    ['KakaoTalk', `${ANDROID} Chrome/126.0 Mobile Safari/537.36;KAKAOTALK 2610600`],
    ['TikTok', `${IPHONE} Mobile/15E148 musical_ly_34.8.0 BytedanceWebview/d8a21c6`],
    ['Zalo', `${ANDROID} Version/4.0 Chrome/126.0 Mobile Safari/537.36 Zalo android/24060178`],
    ['', `${ANDROID.replace('Pixel 7', 'Pixel 7; wv')} Version/4.0 Chrome/126.0 Mobile Safari/537.36`],
  ])('is recognised: %s', (app, userAgent) => {
    expect(inAppBrowserOf(userAgent)).toBe(app);
    expect(installWayOf({ ...signs, userAgent, canPrompt: true })).toBe('inApp');
  });

  it.each([CHROME, SAFARI, MAC])('is not recognised: %s', (userAgent) => {
    expect(inAppBrowserOf(userAgent)).toBeUndefined();
  });
});

it.each([
  ['prompt', CHROME, { canPrompt: true }],
  ['menu', CHROME, {}],
  ['share', SAFARI, {}],
  ['share', MAC, {}],
  ['menu', MAC, { maxTouchPoints: 0 }],
  ['installed', SAFARI, { isInstalled: true }],
  ['installed', CHROME, { isInstalled: true, canPrompt: true }],
] as const)('the installation method is %s for %s %j', (way, userAgent, known) => {
  expect(installWayOf({ ...signs, userAgent, ...known })).toBe(way);
});
