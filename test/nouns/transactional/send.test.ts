/** `transactional send`: sizes, attachments, variables, and what the sandbox keeps of a send. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SandboxOptions } from '../../../src/sandbox/server.ts';
import { createWorld } from '../../world.ts';
import { startFaultyService } from '../sends/service.ts';

async function open(options: Omit<Partial<SandboxOptions>, 'store'> = {}) {
  const world = await createWorld();
  onTestFinished(world.close);
  const service = await startFaultyService([], options);
  const send = (...words: string[]) =>
    world.run(['transactional', 'send', 'Push notifications off', ...words, '--yes', '--json'], service);
  return { world, service, send };
}

const TO = ['--to', 'ada@example.com', '--var', 'firstName=Ada'];

describe('the size of a request', () => {
  /** The bytes of a request with an attachment of no content. */
  const envelope = (transactionalId: string) =>
    JSON.stringify({
      transactionalId,
      attachments: [{ filename: 'a.pdf', contentType: 'application/pdf', data: '' }],
      email: 'ada@example.com',
      dataVariables: { firstName: 'Ada' },
    }).length;

  it('may be 4 MB, and not one step more', async () => {
    const { world, service, send } = await open();
    const { record } = (
      (await service.account()) as { transactionalEmails: { record: { id: string; name: string } }[] }
    ).transactionalEmails.find((email) => email.record.name === 'Push notifications off') ?? { record: { id: '' } };
    // Base64 has four characters for three bytes.
    const largest = Math.floor((4_000_000 - envelope(record.id)) / 4) * 3;
    await world.write('a.pdf', Buffer.alloc(largest, 1));
    expect((await send(...TO, '--attach', 'a.pdf')).code).toBe(0);
    await world.write('a.pdf', Buffer.alloc(largest + 1, 1));
    const refused = await send(...TO, '--attach', 'a.pdf');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('4,000,000 are allowed');
    expect((await service.mails()).map(({ attachments }) => attachments[0]?.bytes)).toEqual([largest]);
  });
});

describe('attachments', () => {
  it.each([
    ['a.pdf', 'x', 'application/pdf'],
    ['report.CSV', 'a,b', 'text/csv'],
    ['invite.ics', 'BEGIN:VCALENDAR', 'text/calendar'],
    ['scan', '%PDF-1.7', 'application/pdf'],
    ['image', '\x89PNG\r\n', 'image/png'],
    ['notes', 'Grüße', 'text/plain'],
    ['blob', '\xff\0\xfe', 'application/octet-stream'],
  ])('%s gets the type of its extension or content', async (name, content, type) => {
    const { world, service, send } = await open();
    await world.write(name, content === 'Grüße' ? content : Buffer.from(content, 'latin1'));
    expect((await send(...TO, '--attach', name)).code).toBe(0);
    const [mail] = await service.mails();
    expect(mail?.attachments).toMatchObject([{ filename: name, contentType: type }]);
  });

  it('that are empty, missing, standard input or twice of one name are refused', async () => {
    const { world, service, send } = await open();
    await world.write('empty.pdf', '');
    await world.write('a.pdf', 'x');
    for (const files of [['empty.pdf'], ['missing.pdf'], ['-'], ['a.pdf', './a.pdf']]) {
      expect((await send(...TO, ...files.flatMap((file) => ['--attach', file]))).code).toBe(2);
    }
    expect(service.writes).toEqual([]);
  });

  it('are refused by a team that may not send them', async () => {
    const { world, service, send } = await open({ variants: { attachments: false } });
    await world.write('a.pdf', 'x');
    const { code, stderr } = await send(...TO, '--attach', 'a.pdf');
    expect({ code, mails: await service.mails() }).toEqual({ code: 5, mails: [] });
    expect(stderr).toContain('Attachments are not enabled');
  });
});

describe('data variables', () => {
  const LONG = 'x'.repeat(501);
  it.each([
    ['a text of 501 characters', ['--var', `firstName=${LONG}`]],
    ['a name of 501 characters', ['--var', 'firstName=A', '--var', `${LONG}=A`]],
    ['true', ['--var', 'firstName:=true']],
    ['an object', ['--var', 'firstName:={}']],
    ['a list of texts', ['--var', 'firstName:=["a"]']],
    ['a list of nested objects', ['--var', 'firstName:=[{"a": {}}]']],
    ['invalid JSON', ['--var', 'firstName:=Ada']],
    ['a name twice', ['--var', 'firstName=A', '--var', 'firstName=B']],
    ['an unknown one', ['--var', 'firstName=A', '--var', 'x=B']],
    ['none', []],
  ])('%s is refused before anything is sent', async (_, words) => {
    const { service, send } = await open();
    expect((await send('--to', 'ada@example.com', ...words)).code).toBe(2);
    expect(service.writes).toEqual([]);
  });

  it('come from a file, and --var replaces them', async () => {
    const { world, service, send } = await open();
    await world.write('data.json', '{"firstName": "Ada", "count": 2, "items": [{"name": "a", "price": 1.5}]}');
    const words = ['--to', 'ada@example.com', '--data', 'data.json', '--var', 'firstName=Bea', '--no-check'];
    expect((await send(...words)).code).toBe(0);
    const [mail] = await service.mails();
    expect(mail?.variables).toEqual({ firstName: 'Bea', count: 2, items: [{ name: 'a', price: 1.5 }] });
  });

  it('are compared with the record if the content is not LMX', async () => {
    const world = await createWorld();
    onTestFinished(world.close);
    const send = (...words: string[]) =>
      world.run(['transactional', 'send', 'Deliverability test', '--to', 'ada@example.com', '--yes', ...words]);
    expect((await send('--var', 'x=B', '--strict')).code).toBe(2);
    const { code, stderr } = await send('--var', 'x=B');
    expect(code).toBe(0);
    expect(stderr).toContain('The record of the email does not list the data variable "x".');
  });

  it.each(['[]', 'null', '7', '{', '{"firstName": null}'])('from a file with %s are refused', async (text) => {
    const { world, service, send } = await open();
    await world.write('data.json', text);
    expect((await send('--to', 'ada@example.com', '--data', 'data.json')).code).toBe(2);
    expect(service.writes).toEqual([]);
  });
});

describe('--add-to-audience', () => {
  it('creates the contact once, and webhook events report the contact and the email', async () => {
    const events: unknown[] = [];
    const { service, send } = await open({
      emit: (payload) => {
        events.push(payload['eventName']);
        return 'id';
      },
    });
    const words = ['--to', 'new@example.com', '--var', 'firstName=Ada', '--add-to-audience'];
    for (const key of ['a', 'b']) expect((await send(...words, '--idempotency-key', key)).code).toBe(0);
    const [first, second] = await service.mails();
    expect(first?.contactId).toBe(second?.contactId);
    expect([...events].sort()).toEqual(['contact.created', 'transactional.email.sent', 'transactional.email.sent']);
  });
});

describe('--from', () => {
  it.each([
    ['no rows', 'email,firstName\n', 'has no rows'],
    ['no column email', 'name,firstName\na,b\n', 'email'],
    ['a row that is there twice', 'email,firstName\nada@example.com,A\nada@example.com,A\n', 'An earlier row'],
    ['one wrong row among good ones', 'email,firstName\nada@example.com,A\nben,B\n', 'Line 3'],
  ])('with %s sends nothing', async (_, text, message) => {
    const { world, service, send } = await open();
    await world.write('people.csv', text);
    const { code, stderr } = await send('--from', 'people.csv');
    expect({ code, writes: service.writes }).toEqual({ code: 2, writes: [] });
    expect(stderr).toContain(message);
  });
});
