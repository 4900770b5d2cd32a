/** Proves how the arguments of `api` become a request, and that no spelling of a path reaches another host or endpoint. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apiRequest, readFields, readMethod, readTarget } from '../../../src/nouns/api/request.ts';
import { failureOf, hostileText } from '../../arbitraries.ts';

const BASE = 'https://api.example/api';
const pathOf = (text: string, base = BASE): string => readTarget(text, base).path;
const failure = (work: () => unknown) => failureOf(async () => work());

describe('a path', () => {
  it.each([
    '/v1/themes',
    'v1/themes',
    '/themes',
    'themes',
    '/v1/v1/themes',
    '/api/v1/themes',
    'https://api.example/api/v1/themes',
    'https://API.example:443/api/v1/v1/themes',
    'https://api.example/api/themes',
    '/v1/%74hemes',
  ])('%s is /v1/themes', (text) => {
    expect(pathOf(text)).toBe('/v1/themes');
  });

  it('below a base URL without a path is taken as it is', () => {
    expect(pathOf('https://api.example/v1/themes', 'https://api.example')).toBe('/v1/themes');
    expect(pathOf('/api/themes', 'https://api.example')).toBe('/v1/api/themes');
    expect(pathOf('/themes/v1')).toBe('/v1/themes/v1');
  });

  it('keeps its query', () => {
    const { path, query } = readTarget('/v1/contacts/find?email=a%2Bb%40x.example&perPage=10', BASE);
    expect([path, Object.fromEntries(query)]).toEqual(['/v1/contacts/find', { email: 'a+b@x.example', perPage: '10' }]);
  });

  it.each([
    ['https://elsewhere.example/api/v1/themes', /not under the base URL/],
    ['http://api.example/api/v1/themes', /not under the base URL/],
    ['https://api.example:8443/api/v1/themes', /not under the base URL/],
    ['https://api.example/v1/themes', /not under the base URL/],
    ['https://api.example/apiary/v1/themes', /not under the base URL/],
    ['https://api.example/api/../v1/themes', /not under the base URL/],
    ['https://api.example@elsewhere.example/api/v1', /user name/],
    ['https://user:secret@api.example/api/v1/themes', /user name/],
    ['https:\\\\api.example\\api\\v1', /not a path or a URL/],
    ['localhost:3000/v1/themes', /not under the base URL/],
    ['https://api.example/api/v1/../x', /segment "\.\."/],
    ['//elsewhere.example/v1/themes', /empty segment/],
    ['/v1/themes/', /empty segment/],
    ['/v1//themes', /empty segment/],
    ['/v1/themes/..', /segment "\.\."/],
    ['/v1/./themes', /segment "\."/],
    ['/v1/%2e%2E/themes', /segment "\.\."/],
    ['/v1/a%2F..%2Fb', /segment/],
    ['/v1/a%5C..%5Cb', /segment/],
    ['/v1/themes/{id}', /placeholder \{id\}/],
    ['/v1/100%', /percent-encoding/],
    ['/v1/themes#top', /fragment/],
    ['/v1/themes?a=1&a=2', /"a" is given twice/],
    ['/v1', /path is empty/],
    ['', /empty segment/],
  ])('%s is refused', async (text, message) => {
    const { code, message: said } = await failure(() => readTarget(text, BASE));
    expect([code, said]).toEqual(['usage', expect.stringMatching(message)]);
  });

  it('of any characters is refused, or reaches exactly one place below /v1', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.webUrl(), fc.webPath()), (text) => {
        let path: string;
        try {
          path = pathOf(text);
        } catch (error) {
          expect(error).toMatchObject({ code: 'usage' });
          return;
        }
        const { origin, pathname, search, hash } = new URL(`${BASE}${path}`);
        expect([origin, pathname, search, hash]).toEqual(['https://api.example', `/api${path}`, '', '']);
        expect(path).toMatch(/^\/v1\/./);
      }),
    );
  });
});

describe('fields', () => {
  it('are text or JSON, with any name', () => {
    const fields = readFields([
      'a=1',
      'b:=1',
      'c:=[true,null]',
      'd=',
      'e==x',
      'f=a:=b',
      '__proto__=x',
      'g:h=i',
      'j=a\nb',
    ]);
    expect([...fields]).toEqual([
      ['a', '1'],
      ['b', 1],
      ['c', [true, null]],
      ['d', ''],
      ['e', '=x'],
      ['f', 'a:=b'],
      ['__proto__', 'x'],
      ['g:h', 'i'],
      ['j', 'a\nb'],
    ]);
  });

  it.each([['name'], [''], ['=x'], [':=1'], ['a:='], ['a:=blue']])('%s is refused', async (text) => {
    expect(await failure(() => readFields([text]))).toMatchObject({ code: 'usage' });
  });

  it('go into the query of a GET, and into the body of any other request', () => {
    const fields = readFields(['text=a', 'number:=10', 'list:=[1]', 'none:=null', '__proto__=x']);
    const target = readTarget('/v1/x?page=2', BASE);
    const get = apiRequest({ method: 'GET', target, fields, body: undefined });
    expect(get.body).toBeUndefined();
    expect(JSON.stringify(get.query)).toBe(
      '{"page":"2","text":"a","number":"10","list":"[1]","none":"null","__proto__":"x"}',
    );
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      const { query, body } = apiRequest({ method, target, fields, body: undefined });
      expect(query).toEqual({ page: '2' });
      expect(JSON.stringify(body)).toBe('{"text":"a","number":10,"list":[1],"none":null,"__proto__":"x"}');
    }
  });

  it('are not sent where there are none', () => {
    const target = readTarget('/v1/x', BASE);
    expect(apiRequest({ method: 'POST', target, fields: new Map(), body: undefined }).body).toBeUndefined();
    expect(apiRequest({ method: 'POST', target, fields: new Map(), body: {} }).body).toEqual({});
  });
});

it.each([[[]], ['text'], [1], [null], [true]])('the body %j is refused', async (body) => {
  const target = readTarget('/v1/x', BASE);
  expect(await failure(() => apiRequest({ method: 'POST', target, fields: new Map(), body }))).toMatchObject({
    code: 'usage',
  });
});

it('a method is read in any case', async () => {
  expect(['get', 'Post', 'PUT', 'delete'].map(readMethod)).toEqual(['GET', 'POST', 'PUT', 'DELETE']);
  for (const text of ['PATCH', 'HEAD', '', 'GET ', '__proto__']) {
    expect(await failure(() => readMethod(text))).toMatchObject({ code: 'usage' });
  }
});
