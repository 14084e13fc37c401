// Target after the login: pages of this app and nothing else, in both spellings of legacy clients, and back to the same
// query.
import { describe, expect, it } from 'vitest';
import { backQueryOf, backQueryTo, isSessionPage, pathAfterLogin } from './backPage.ts';
import { builtRouteOf } from './builtPages.ts';
import { paths, ROUTES } from './paths.ts';

const searchOf = (path: string) => path.slice(path.indexOf('?'));

describe('the back query', () => {
  it('is the page with its query, URL-encoded', () => {
    const query = backQueryTo({ pathname: paths.kline.pattern, search: '?symbol=BTC%2FUSDT' });
    expect(query).toEqual({ backpage: '/pages/trade/kline?symbol=BTC%2FUSDT', backtype: 1 });
    expect(paths.login(query)).toBe(
      '/pages/user/login/login?backpage=%2Fpages%2Ftrade%2Fkline%3Fsymbol%3DBTC%252FUSDT&backtype=1',
    );
    expect(pathAfterLogin(searchOf(paths.login(query)))).toBe(paths.kline({ symbol: 'BTC/USDT' }));
  });

  it('has type 2 for tabs', () => {
    expect(backQueryTo({ pathname: paths.assets(), search: '' })).toEqual({ backpage: paths.assets(), backtype: 2 });
    expect(backQueryTo({ pathname: '/', search: '' }).backtype).toBe(2);
  });

  it('is passed from login to registration unchanged', () => {
    const query = backQueryTo({ pathname: paths.kline.pattern, search: '?symbol=ETH%2FUSDT' });
    expect(backQueryOf(searchOf(paths.register(query)))).toEqual(query);
  });

  it.each([paths.login(), paths.register(), paths.forgetPassword(), paths.choose()])('is never %s', (pathname) => {
    expect(isSessionPage(pathname)).toBe(true);
    expect(backQueryTo({ pathname, search: '' })).toEqual({});
    expect(pathAfterLogin(`?backpage=${encodeURIComponent(pathname)}`)).toBe(paths.home());
  });

  it('is read without a leading slash too', () => {
    expect(pathAfterLogin('?backpage=pages%2Fassets%2Findex&backtype=2')).toBe(paths.assets());
  });

  it.each([
    'https://evil.example/pages/assets/index',
    '//evil.example/pages/assets/index',
    '/\\evil.example',
    'javascript:alert(1)',
    '/pages/assets/index/../../../evil',
    '/pages/assets/index#x',
    ' /pages/assets/index',
    '/pages/nowhere/index',
    '',
  ])('is home instead of %j', (backpage) => {
    expect(pathAfterLogin(`?backpage=${encodeURIComponent(backpage)}`)).toBe(paths.home());
  });

  it('is home if missing', () => {
    expect(pathAfterLogin('')).toBe(paths.home());
  });
});

describe('paths', () => {
  it('omit missing parameters', () => {
    expect(paths.trade({ symbol: undefined })).toBe('/pages/trade/index');
    expect(paths.trade()).toBe('/pages/trade/index');
  });

  it('are all different', () => {
    const patterns = ROUTES.map(([, route]) => route.pattern);
    expect(new Set(patterns).size).toBe(patterns.length);
  });

  it('are resolved to the page that shows them', () => {
    expect(builtRouteOf('/')).toBe(paths.home);
    expect(builtRouteOf(paths.assets())).toBe(paths.assets);
    expect(builtRouteOf('/pages/nowhere')).toBeUndefined();
  });
});
