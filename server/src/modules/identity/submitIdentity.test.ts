// Required fields of submissions of either level, through the real app: each refusal, and access to what was submitted.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { submitBasicIdentity } from '@halyard/contract/identity/calls';
import { COUNTRY_CODES } from '@halyard/contract/identity/countries';
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import type { ExchangeEvent } from '../../events/events.ts';
import { identityOf, newIdNumber, type BasicRequest } from '../../testing/identities.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { givePicture, giveVoucher } from '../../testing/uploads.ts';
import { callingCodesIn } from '../settings/index.ts';
import { countryOf } from './submitIdentity.ts';

const refusedWith = (code: string) => ({ code });
let server: TestServer;
let user: TestUser;
let own: ReturnType<typeof identityOf>;

describe('a submission', () => {
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await server.registerUser();
    own = identityOf(server, user);
  });

  test.each<[string, BasicRequest, string]>([
    ['without a country', { country: ' ' }, 'COUNTRY_REQUIRED'],
    ['from a country that nobody knows', { country: 'Atlantis' }, 'PARAMETER_INVALID'],
    ['without a name', { name: '' }, 'NAME_REQUIRED'],
    ['with a name of digits', { name: '12345' }, 'NAME_REQUIRED'],
    ['without an ID number', { idNumber: ' - ' }, 'ID_NUMBER_REQUIRED'],
    ['with a short ID number', { idNumber: '12 3' }, 'ID_NUMBER_INVALID'],
    ['with signs in the ID number', { idNumber: '1234;drop' }, 'ID_NUMBER_INVALID'],
    ['without an address', { address: '\n' }, 'CONTACT_ADDRESS_REQUIRED'],
  ])('%s is refused and leaves nothing', async (_, changes, code) => {
    await expect(own.basic(changes)).rejects.toMatchObject(refusedWith(code));
    expect((await own.read()).basic.status).toBe('none');
  });

  test('without any field is refused for the first missing one', async () => {
    const empty = server.call(submitBasicIdentity, {}, { token: user.token });
    await expect(empty).rejects.toMatchObject(refusedWith('COUNTRY_REQUIRED'));
  });

  test.each(['Vietnam', 'Việt Nam', 'ベトナム', '越南', 'vn'])('accepts «%s» for Vietnam', async (country) => {
    await own.basic({ country });
    expect((await own.read()).country).toBe('VN');
  });

  test('is refused while one is pending and after one is verified', async () => {
    await own.basic();
    await expect(own.basic()).rejects.toMatchObject(refusedWith('IDENTITY_PENDING'));
    await expect(own.advanced(await own.pictures())).rejects.toMatchObject(refusedWith('BASIC_REQUIRED'));
    await own.approve();
    await expect(own.basic()).rejects.toMatchObject(refusedWith('IDENTITY_VERIFIED'));
    await own.advanced(await own.pictures());
    await expect(own.advanced(await own.pictures())).rejects.toMatchObject(refusedWith('IDENTITY_PENDING'));
    await own.approve();
    await expect(own.advanced(await own.pictures())).rejects.toMatchObject(refusedWith('IDENTITY_VERIFIED'));
  });

  test('of the advanced level needs the basic one first', async () => {
    await expect(own.advanced({})).rejects.toMatchObject(refusedWith('BASIC_REQUIRED'));
    await own.basic();
    await own.reject('The name differs.');
    await expect(own.advanced(await own.pictures())).rejects.toMatchObject(refusedWith('BASIC_REQUIRED'));
  });

  test('needs three pictures of the user’s own', async () => {
    await own.basic();
    await own.approve();
    const given = await own.pictures();
    const stranger = await server.registerUser();
    for (const field of ['front', 'back', 'holding'] as const) {
      const changed = (path: string) => own.advanced({ ...given, [field]: path });
      await expect(changed(' ')).rejects.toMatchObject(refusedWith('PICTURE_REQUIRED'));
      await expect(changed(`/upload/${randomUUID()}.png`)).rejects.toMatchObject(refusedWith('FILE_NOT_FOUND'));
      await expect(changed(await givePicture(server, stranger))).rejects.toMatchObject(refusedWith('FILE_NOT_FOUND'));
      await expect(changed('../../etc/passwd')).rejects.toMatchObject(refusedWith('FILE_NOT_FOUND'));
      await expect(changed(await giveVoucher(server, user))).rejects.toMatchObject(
        refusedWith('FILE_TYPE_UNSUPPORTED'),
      );
    }
    await expect(own.advanced({})).rejects.toMatchObject(refusedWith('PICTURE_REQUIRED'));
    expect((await own.read()).advanced.status).toBe('none');
    await own.advanced(given);
  });

  test('names the missing picture by its wire name', async () => {
    await own.basic();
    await own.approve();
    const given = await own.pictures();
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/user/real_name2',
      headers: { authorization: user.token, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ front_pic: given.front, hand_pic: given.holding }).toString(),
    });
    expect(response.json()).toMatchObject({ code: 'PICTURE_REQUIRED', params: { field: 'reverse_pic' } });
  });

  test('is published to the user’s other devices', async () => {
    const published: ExchangeEvent[] = [];
    const stop = server.events.subscribe((event) => published.push(event));
    await own.basic();
    stop();
    const record = { subject: 'identity', id: await own.newestId(), status: 'pending' };
    expect(published).toEqual([{ type: 'record-changed', userId: user.id, record }]);
  });

  test('is private, and its ID number is always masked', async () => {
    const idNumber = newIdNumber();
    await own.basic({ idNumber, name: 'Somebody Else' });
    const other = await server.registerUser();
    for (const [path, token] of [
      ['identity', other.token],
      ['center', other.token],
      ['identity', user.token],
      ['center', user.token],
      ['center2', user.token],
    ] as const) {
      const { body } = await server.app.inject({ url: `/api/user/${path}`, headers: { authorization: token } });
      expect(body).toContain('"type":"ok"');
      expect(body).not.toContain(idNumber);
      if (token === other.token) expect(body).not.toContain('Somebody Else');
    }
  });
});

// A country is the same in every spelling of the app and of legacy clients.
describe('a country', () => {
  test.each(LANGUAGES)('is recognised by each name of %s, also of its list of calling codes', (language) => {
    const names = new Intl.DisplayNames([LOCALES[language]], { type: 'region' });
    for (const code of COUNTRY_CODES) expect(countryOf(names.of(code) ?? ''), code).toBe(code);
    for (const { name, country } of callingCodesIn(language)) expect(countryOf(name), name).toBe(country);
  });

  test('is recognised by its code in any case, and none is hidden by a name', () => {
    for (const code of COUNTRY_CODES) {
      expect(countryOf(code)).toBe(code);
      expect(countryOf(code.toLowerCase())).toBe(code);
    }
  });

  test.each([['  việt   nam '], ['VIETNAM'], ['Việt Nam'], ['越南'], ['ベトナム'], ['베트남'], ['เวียดนาม']])(
    '«%s» is Vietnam',
    (written) => {
      expect(countryOf(written)).toBe('VN');
    },
  );

  test.each(['', 'Atlantis', 'XX', 'ZZ', '001', '__proto__', 'constructor'])('«%s» is not recognised', (written) => {
    expect(countryOf(written)).toBeUndefined();
  });
});
