/** The states of content in the sandbox: campaigns, email messages, components, themes, uploads and segments. */
import { describe, expect, test } from 'vitest';
import { seedId } from '../../src/sandbox/identifiers.ts';
import { campaignMessageId } from '../../src/sandbox/nouns/campaigns.seed.ts';
import { GUARDIAN_RULES } from '../../src/sandbox/nouns/messages/guardian.ts';
import { seedAccount } from './account.ts';
import { run } from './running.ts';

const DRAFT = 'csdw9ddi293zp6wg30bw57dw4';
const TRANSACTIONAL_DRAFT = 'ckm1se6elmfx4j03rlk1wciyf';
const PUBLISHED = 'cw31tmleetxzip2u1ighg8m8q';
const WORKFLOW_MESSAGE = 'cka8x54pccyqrkxicb5nbqju5';
const CAMPAIGN = 'ci12ms70e4z156nvq3zsm8b14';
const FOOTER = 'caj0hwxy7481dtw5t0h4w41ua';

const filter = { match: 'all', conditions: [{ type: 'property', key: 'plan', operator: 'equals', value: 'pro' }] };
const message = (id: string) => `/v1/email-messages/${id}`;

interface Body {
  message: string;
  [field: string]: unknown;
}

describe('campaigns', () => {
  test('have every status', async () => {
    const { get } = await run(seedAccount());
    const { body } = await get<{ data: { status: string }[] }>('/v1/campaigns?perPage=50');
    expect(new Set(body.data.map(({ status }) => status))).toEqual(new Set(['Draft', 'Scheduled', 'Sending', 'Sent']));
  });

  test('a segment clears the filter, a filter clears the segment, and both stay together', async () => {
    const { post } = await run(seedAccount());
    const segment = seedAccount().audienceSegments[0]?.id;
    const change = async (body: object) => (await post<Body>(`/v1/campaigns/${CAMPAIGN}`, body)).body;
    expect(await change({ audienceFilter: filter })).toMatchObject({ audienceSegmentId: null, audienceFilter: filter });
    expect(await change({ audienceSegmentId: segment })).toMatchObject({
      audienceSegmentId: segment,
      audienceFilter: null,
    });
    expect(await change({ audienceSegmentId: segment, audienceFilter: filter })).toMatchObject({
      audienceSegmentId: segment,
      audienceFilter: filter,
    });
    expect(await change({ audienceSegmentId: null, mailingListId: null })).toMatchObject({ audienceFilter: filter });
  });

  test.each([
    [{ scheduling: { method: 'schedule', timestamp: '2020-01-01T00:00:00Z' } }, 400],
    [{ scheduling: { method: 'schedule' } }, 400],
    [{ scheduling: { method: 'now', timestamp: '2027-01-01T00:00:00Z' } }, 400],
    [{ scheduling: { method: 'now' } }, 200],
    [{ unknown: 1 }, 400],
    [{ audienceSegmentId: 'caaaaaaaaaaaaaaaaaaaaaaaa' }, 404],
    [{ campaignGroupId: 'caaaaaaaaaaaaaaaaaaaaaaaa' }, 400],
    [{}, 400],
  ])('%j is answered with %i', async (body, status) => {
    const { post } = await run(seedAccount());
    expect((await post(`/v1/campaigns/${CAMPAIGN}`, body)).status).toBe(status);
  });

  test('a schedule sends, or leaves a draft', async () => {
    for (const [schedulingSends, status] of [
      [true, 'Sending'],
      [false, 'Draft'],
    ] as const) {
      const { post } = await run(seedAccount(), { variants: { schedulingSends } });
      const { body } = await post<Body>(`/v1/campaigns/${CAMPAIGN}`, { scheduling: { method: 'now' } });
      expect(body['status']).toBe(status);
    }
  });

  test('a sent campaign can be renamed where edits are loose', async () => {
    const sent = 'ccmql754z0gra708yopnz9e72';
    const strict = await run(seedAccount());
    expect((await strict.post(`/v1/campaigns/${sent}`, { name: 'x' })).status).toBe(409);
    const loose = await run(seedAccount(), { variants: { campaignEdits: 'loose' } });
    expect((await loose.post(`/v1/campaigns/${sent}`, { name: 'x' })).status).toBe(200);
    expect((await loose.post(`/v1/campaigns/${sent}`, { mailingListId: null })).status).toBe(409);
  });

  test('need a sending domain, and have metrics only once they are sent', async () => {
    const { post, get } = await run(seedAccount(), { sendingDomain: false });
    expect((await post('/v1/campaigns', { name: 'x' })).status).toBe(400);
    expect((await get(message(DRAFT))).status).toBe(400);
    expect((await get(`/v1/campaigns/${CAMPAIGN}/metrics`)).status).toBe(400);
  });
});

describe('email messages', () => {
  test('belong to a campaign, a transactional email or a workflow', async () => {
    const { get } = await run(seedAccount());
    const keys = async (id: string) =>
      Object.keys((await get<Body>(message(id))).body).filter((key) => /campaignId|transactionalId/.test(key));
    expect(await keys(DRAFT)).toEqual(['campaignId']);
    expect(await keys(TRANSACTIONAL_DRAFT)).toEqual(['transactionalId']);
    expect(await keys(WORKFLOW_MESSAGE)).toEqual([]);
  });

  test.each([
    [PUBLISHED, { subject: 'x' }, 409],
    [WORKFLOW_MESSAGE, { subject: 'x' }, 409],
    [DRAFT, { expectedRevisionId: 'cstale', subject: 'x' }, 409],
    [DRAFT, { lmx: '<Paragraph>' }, 422],
    [DRAFT, { lmx: `<Paragraph>${'x'.repeat(102_400 - 23)}</Paragraph>` }, 200],
    [DRAFT, { lmx: `<Paragraph>${'x'.repeat(102_400 - 22)}</Paragraph>` }, 413],
    [DRAFT, { fromEmail: 'a@example.com' }, 400],
    [DRAFT, { ccEmail: 'a@example.com' }, 400],
    [DRAFT, { languageCode: 'fr' }, 400],
    [DRAFT, { other: 1 }, 400],
  ])('%s: %.60j is answered with %i', async (id, body, status) => {
    const { post } = await run(seedAccount());
    const answer = await post<Body>(message(id), body);
    expect(answer.status, answer.text.slice(0, 200)).toBe(status);
    if (status === 422) expect(answer.body.message).toMatch(/^LMX failed to compile: .+/);
  });

  test('a message from before there were revisions has none until it is written', async () => {
    const { get, post } = await run(seedAccount());
    const digest = message(campaignMessageId('Changelog digest 2'));
    expect((await get<Body>(digest)).body['contentRevisionId']).toBeNull();
    expect((await post(digest, { expectedRevisionId: 'cstale', subject: 'x' })).status).toBe(409);
    const { body } = await post<Body>(digest, { subject: 'Digest' });
    expect(body['contentRevisionId']).toMatch(/^c/);
    expect((await get<Body>(digest)).body).toMatchObject({ subject: 'Digest' });
  });

  test('CC and languages can be enabled', async () => {
    const { post } = await run(seedAccount(), { variants: { ccEnabled: true, languagesEnabled: true } });
    const { body } = await post<Body>(message(DRAFT), { ccEmail: 'a@example.com', languageCode: 'fr' });
    expect(body).toMatchObject({ ccEmail: 'a@example.com', languageCode: 'fr' });
  });

  test('a body is normalized, or kept as it was sent', async () => {
    const lmx = '<H1 paddingBottom="4">Hi</H1>\n<Paragraph class="x">Text</Paragraph>';
    const on = await run(seedAccount());
    const saved = (await on.post<Body>(message(DRAFT), { lmx })).body;
    expect(saved['lmx']).toMatch(/^<Style themeId="c\w+" \/>\n<H1>Hi<\/H1>/);
    expect(saved['warnings']).toMatchObject([{ rule: 'unknown-attribute', severity: 'warning' }]);
    const off = await run(seedAccount(), { variants: { normalizesLmx: false } });
    expect((await off.post<Body>(message(DRAFT), { lmx })).body['lmx']).toBe(lmx);
  });

  test('fallbacks are set, removed and left alone', async () => {
    const { post } = await run(seedAccount());
    const change = async (map: object) =>
      (await post<Body>(message(DRAFT), { contactPropertiesFallbacks: map })).body['contactPropertiesFallbacks'];
    expect(await change({ city: 'Paris' })).toEqual({ firstName: 'there', city: 'Paris' });
    expect(await change({ city: null })).toEqual({ firstName: 'there' });
    expect(await change({ firstName: null })).toBeUndefined();
  });

  test('a draft of a published email starts as a copy, and publishing keeps its content', async () => {
    const account = seedAccount();
    const { post, get } = await run(account);
    const email = account.transactionalEmails.find(({ record }) => record.name === 'Passkey added')?.record;
    const { body } = await post<Body>(`/v1/transactional-emails/${email?.id}/draft`);
    const draftId = String(body['draftEmailMessageId']);
    const draft = (await get<Body>(message(draftId))).body;
    expect(draft['subject']).toBe('Passkey added');
    const update = { subject: 'New passkey', lmx: '<Paragraph>{data.place}</Paragraph>' };
    const saved = (await post<Body>(message(draftId), update)).body;
    const record = (await get<Body>(`/v1/transactional-emails/${email?.id}`)).body;
    expect(record['draftEmailMessageContentRevisionId']).toBe(saved['contentRevisionId']);
    const published = (await post<Body>(`/v1/transactional-emails/${email?.id}/publish`)).body;
    expect(published).toMatchObject({ publishedEmailMessageId: draftId, dataVariables: ['place'] });
    expect((await get<Body>(message(draftId))).body['subject']).toBe('New passkey');
  });

  test('previews take the values of their type, 100 in 24 hours', async () => {
    let now = Date.parse('2026-11-20T12:00:00Z');
    const { post } = await run(seedAccount(), { now: () => now });
    const send = (id: string, body: object) => post(`${message(id)}/preview`, { emails: ['a@example.com'], ...body });
    expect((await send(DRAFT, { dataVariables: {} })).status).toBe(400);
    expect((await send(TRANSACTIONAL_DRAFT, { contactProperties: {} })).status).toBe(400);
    expect((await send(WORKFLOW_MESSAGE, { contactProperties: {}, eventProperties: {} })).status).toBe(200);
    const statuses: number[] = [];
    for (let sent = 1; sent < 101; sent++) statuses.push((await send(DRAFT, {})).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(99);
    expect(statuses.at(-1)).toBe(429);
    now += 24 * 60 * 60 * 1000 + 1;
    expect((await send(DRAFT, {})).status).toBe(200);
  });
});

describe('guardian', () => {
  /** A message that breaks the rule: its ID, and the update that makes it so. */
  const BROKEN: Readonly<Record<string, readonly [id: string, update: object]>> = {
    unsupportedContactProperties: [TRANSACTIONAL_DRAFT, { subject: '{contact.firstName}' }],
    missingFallbackContactProperties: [DRAFT, { subject: '{contact.city}' }],
    unsupportedEventProperties: [DRAFT, { subject: '{event.plan}' }],
    unsupportedDataVariables: [DRAFT, { subject: '{data.plan}' }],
    invalidCustomDataVariables: [TRANSACTIONAL_DRAFT, { subject: '{data.größe}' }],
    missingRequiredDataVariables: [TRANSACTIONAL_DRAFT, { subject: 'System: confirm' }],
    missingButtonHrefs: [DRAFT, { lmx: '<Button>x</Button>' }],
    missingLinkHrefs: [DRAFT, { lmx: '<Paragraph><Link href="">x</Link></Paragraph>' }],
    invalidButtonHrefs: [DRAFT, { lmx: '<Button href="nowhere">x</Button>' }],
    invalidLinkHrefs: [DRAFT, { lmx: '<Paragraph><Link href="nowhere">x</Link></Paragraph>' }],
    shortenedYouTubeButtonHrefs: [DRAFT, { lmx: '<Button href="https://youtu.be/x">x</Button>' }],
    shortenedYouTubeLinkHrefs: [DRAFT, { lmx: '<Paragraph><Link href="https://youtu.be/x">x</Link></Paragraph>' }],
    shortenedYouTubeImageHrefs: [
      DRAFT,
      { lmx: '<Image src="https://images.vialoops.com/a.png" alt="x" href="https://youtu.be/x" />' },
    ],
    emailWithoutMailtoButtonHrefs: [DRAFT, { lmx: '<Button href="a@example.com">x</Button>' }],
    emailWithoutMailtoLinkHrefs: [DRAFT, { lmx: '<Paragraph><Link href="a@example.com">x</Link></Paragraph>' }],
    emailWithoutMailtoImageHrefs: [
      DRAFT,
      { lmx: '<Image src="https://images.vialoops.com/a.png" alt="x" href="a@example.com" />' },
    ],
    bareArrayNodes: [TRANSACTIONAL_DRAFT, { lmx: '<Paragraph>{data.items[].name}</Paragraph>' }],
    missingSocialIconHrefs: [DRAFT, { lmx: '<Icons><Icon name="github" /></Icons>' }],
  };

  test.each(Object.entries(BROKEN))('reports %s as an error and as a warning', async (rule, [id, update]) => {
    for (const [guardianErrors, list] of [
      ['all', 'errors'],
      ['none', 'warnings'],
    ] as const) {
      const { post, get } = await run(seedAccount(), { variants: { guardianErrors } });
      const saved = await post(message(id), update);
      expect(saved.status, saved.text).toBe(200);
      const { body } = await get<Record<string, { rule: string }[]>>(`${message(id)}/guardian`);
      expect(body[list]?.map((found) => found.rule)).toContain(rule);
    }
  });

  test('can have a rule that is not documented', async () => {
    const { get } = await run(seedAccount(), { variants: { newGuardianRule: true } });
    const { body } = await get<Record<string, { rule: string }[]>>(`${message(DRAFT)}/guardian`);
    expect(body['errors']).toMatchObject([{ rule: 'unreadableText' }]);
  });

  test('knows 19 rules, of which one concerns only workflows', () => {
    expect(GUARDIAN_RULES).toHaveLength(19);
    expect(GUARDIAN_RULES.filter((rule) => !Object.hasOwn(BROKEN, rule))).toEqual(['missingFallbackEventProperties']);
  });
});

describe('components and themes', () => {
  test('a new body reaches every email with the component, and gives it a new revision', async () => {
    const { get, post } = await run(seedAccount());
    const revision = async () => (await get<Body>(message(DRAFT))).body['contentRevisionId'];
    const before = await revision();
    const renamed = await post<Body>(`/v1/components/${FOOTER}`, { name: 'Foot' });
    expect([renamed.body['affectedEmailCount'], await revision()]).toEqual([0, before]);
    const { body } = await post<Body>(`/v1/components/${FOOTER}`, { lmx: '<Paragraph>New</Paragraph>' });
    expect(Number(body['affectedEmailCount'])).toBeGreaterThan(50);
    expect(await revision()).not.toBe(before);
    expect((await get<Body>(message(DRAFT))).body['lmx']).toContain('<Paragraph>New</Paragraph>');
  });

  test.each([
    ['Holiday banner', 0],
    ['Signature', 1],
    ['App store badges', 12],
  ])('%s is used by %i emails', async (name, count) => {
    const { get, post } = await run(seedAccount());
    const { body } = await get<{ data: { id: string; name: string }[] }>('/v1/components');
    const id = body.data.find((component) => component.name === name)?.id;
    const changed = await post<Body>(`/v1/components/${id}`, { lmx: '<Divider />' });
    expect(changed.body['affectedEmailCount']).toBe(count);
  });

  test('an email with other content in the component keeps it, however the tag is written', async () => {
    const { get, post } = await run(seedAccount());
    const banner = seedId('component', 'Holiday banner');
    const affected = async (lmx: string) => {
      expect((await post(message(DRAFT), { lmx })).status).toBe(200);
      const change = { lmx: `<Paragraph>${lmx.length}</Paragraph>` };
      return (await post<Body>(`/v1/components/${banner}`, change)).body['affectedEmailCount'];
    };
    expect(await affected(`<Component componentId="${banner}"/>`)).toBe(1);
    expect(await affected(`<Section><Component paddingTop="4" componentId="${banner}" /></Section>`)).toBe(1);
    expect(await affected(`<Component componentId="${banner}"><H1>Ours</H1></Component>`)).toBe(0);
    expect((await get<Body>(message(DRAFT))).body['lmx']).toContain('<H1>Ours</H1>');
  });

  test('variables that an email cannot have are named', async () => {
    const { post } = await run(seedAccount());
    const refused = await post<Body>(`/v1/components/${FOOTER}`, { lmx: '<Paragraph>{contact.city}</Paragraph>' });
    expect([refused.status, refused.body['invalidTags']]).toEqual([422, ['contact.city']]);
  });

  test('styles are merged or replaced, and an override that became equal is removed', async () => {
    const account = seedAccount();
    const theme = account.themes.find(({ isDefault }) => isDefault)?.id;
    const merging = await run(account);
    await merging.post(message(DRAFT), { lmx: `<Style themeId="${theme}" bodyColor="#123456" />` });
    const merged = await merging.post<Body>(`/v1/themes/${theme}`, { styles: { bodyColor: '#123456' } });
    expect(Object.keys(merged.body['styles'] as object)).toHaveLength(39);
    expect((await merging.get<Body>(message(DRAFT))).body['lmx']).toBe(`<Style themeId="${theme}" />`);
    const replacing = await run(account, { variants: { mergesThemeStyles: false } });
    const replaced = await replacing.post<Body>(`/v1/themes/${theme}`, { styles: { bodyColor: '#123456', other: 1 } });
    expect(replaced.body['styles']).toEqual({ bodyColor: '#123456' });
  });
});

describe('uploads', () => {
  const reserve = { contentType: 'image/png', contentLength: 4 };
  const bytes = new Uint8Array([1, 2, 3, 4]);

  test.each([
    [{ ...reserve, contentLength: 0 }, 400],
    [{ ...reserve, contentLength: 4_000_000 }, 200],
    [{ ...reserve, contentLength: 4_000_001 }, 413],
    [{ ...reserve, contentType: 'image/svg+xml' }, 400],
  ])('%j is answered with %i', async (body, status) => {
    const { post } = await run(seedAccount());
    expect((await post('/v1/uploads', body)).status).toBe(status);
  });

  test('the store has another port, and refuses a key, a wrong type and a wrong length', async () => {
    let now = Date.parse('2026-11-20T12:00:00Z');
    const { post, port } = await run(seedAccount(), { now: () => now });
    const { body } = await post<Body>('/v1/uploads', reserve);
    const url = String(body['presignedUrl']);
    expect(new URL(url).port).not.toBe(String(port));
    const complete = () => post(`/v1/uploads/${body['emailAssetId']}/complete`);
    expect((await complete()).status).toBe(400);
    const put = async (headers: Record<string, string>, sent = bytes) =>
      (await fetch(url, { method: 'PUT', headers: { 'content-type': 'image/png', ...headers }, body: sent })).status;
    expect(await put({ authorization: 'Bearer sandbox' })).toBe(400);
    expect(await put({ 'content-type': 'image/gif' })).toBe(403);
    expect(await put({}, new Uint8Array(3))).toBe(400);
    expect(await put({})).toBe(200);
    expect((await complete()).status).toBe(200);
    expect((await complete()).status).toBe(200);
    now += 60 * 60 * 1000;
    expect(await put({})).toBe(403);
  });

  test('the 51st of a day is refused when it is completed, an unknown one always', async () => {
    const account = seedAccount();
    const now = Date.parse('2026-11-20T12:00:00Z');
    const stored = (index: number, completedAt: number | null) => ({
      ...reserve,
      id: seedId('upload', `${index}`),
      expiresAt: now,
      stored: true,
      completedAt,
      createdAt: now,
    });
    const ids = Array.from({ length: 51 }, (_, index) => stored(index, index < 50 ? now - 1 : null));
    const { post } = await run(Object.assign(account, { uploads: ids }), { now: () => now });
    const complete = async (id = '') => (await post<Body>(`/v1/uploads/${id}/complete`)).status;
    expect(await complete(ids[50]?.id)).toBe(429);
    expect(await complete(ids[0]?.id)).toBe(200);
    expect(await complete(seedId('upload', 'unknown'))).toBe(404);
  });

  test('the 51st of a day is refused when it is created', async () => {
    const { post } = await run(seedAccount(), { variants: { uploadLimitAt: 'create' } });
    for (let upload = 0; upload < 50; upload++) await post('/v1/uploads', reserve);
    const refused = await post<Body>('/v1/uploads', reserve);
    expect([refused.status, refused.body['maxUploads'], refused.body['windowHours']]).toEqual([429, 50, 24]);
  });
});

describe('segments', () => {
  const condition = (operator: string, value?: unknown) => ({
    match: 'any',
    conditions: [{ type: 'property', key: 'plan', operator, ...(value === undefined ? {} : { value }) }],
  });

  test.each([
    [{ name: 'x'.repeat(255), filter }, 200],
    [{ name: 'x'.repeat(256), filter }, 400],
    [{ name: 'x', description: 'x'.repeat(1000), filter }, 200],
    [{ name: 'x', description: 'x'.repeat(1001), filter }, 400],
    [{ name: 'Admins', filter }, 400],
    [{ name: 'x', filter: null }, 400],
    [{ name: 'x', filter: condition('isTrue') }, 200],
    [{ name: 'x', filter: condition('isTrue', true) }, 400],
    [{ name: 'x', filter: condition('equals', 3) }, 200],
    [{ name: 'x', filter: condition('equals', true) }, 400],
    [{ name: 'x', filter: condition('greaterThan', '3') }, 400],
    [{ name: 'x', filter: condition('after', '2026-01-01T00:00:00Z') }, 200],
    [{ name: 'x', filter: condition('between', { from: '2026-01-01T00:00:00Z' }) }, 400],
    [{ name: 'x', filter: condition('like', 'x') }, 400],
    [{ name: 'x', filter: { match: 'all', conditions: [{ ...filter.conditions[0], key: 'unheardOf' }] } }, 400],
    [{ name: 'x', filter: { match: 'all', conditions: Array(101).fill(filter.conditions[0]) } }, 400],
    [
      {
        name: 'x',
        filter: {
          match: 'all',
          conditions: [{ type: 'activity', action: 'sent', negate: false, target: 'campaign', id: FOOTER }],
        },
      },
      404,
    ],
  ])('%.80j is answered with %i', async (body, status) => {
    const { post } = await run(seedAccount());
    expect((await post('/v1/audience-segments', body)).status).toBe(status);
  });
});
