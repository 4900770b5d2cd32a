/** The lines that `webhooks listen` prints for people. */
import { expect, test } from 'vitest';
import { NO_NAMES } from '../../../src/define/names.ts';
import type { Display, Style } from '../../../src/define/view.ts';
import { drawActivity } from '../../../src/nouns/webhooks/activity.ts';

const plain = (text: string) => text;
const style: Style = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain, magenta: plain };

const display = (width: number | undefined): Display => ({
  style,
  width,
  names: NO_NAMES,
  widthOf: (text) => text.length,
  time: String,
  exactTime: String,
});

const received = (outcome: string, status: number, event: string | null, problem: string | null = null) => ({
  type: 'received',
  time: '2026-11-20T12:00:00.000Z',
  outcome,
  status,
  id: 'msg_1',
  event,
  bytes: 2,
  problem,
});

const forwarded = (status: number | null, problem: string | null) => ({
  type: 'forwarded',
  time: '2026-11-20T12:00:01.000Z',
  id: 'msg_1',
  event: 'contact.created',
  status,
  milliseconds: 12,
  problem,
});

const lines = (width: number | undefined) =>
  [
    received('accepted', 200, 'contact.created'),
    received('rejected', 401, null, 'The header webhook-id is missing.'),
    forwarded(204, null),
    forwarded(null, 'connection refused'),
    { ...received('accepted', 200, 'testing.testEvent'), body: { message: 'test' } },
    { ...received('accepted', 200, null), body: 'a\nb' },
  ].map((item) => drawActivity(item, display(width)));

test('columns are aligned', () => {
  expect(lines(undefined).join('\n')).toMatchInlineSnapshot(`
    "12:00:00  -->  200 accepted  contact.created           msg_1
    12:00:00  -->  401 rejected  -                         msg_1  The header webhook-id is missing.
    12:00:01  <--  204 in 12 ms  contact.created           msg_1
    12:00:01  <--  failed        contact.created           msg_1  connection refused
    12:00:00  -->  200 accepted  testing.testEvent         msg_1
        {
          "message": "test"
        }
    12:00:00  -->  200 accepted  -                         msg_1
        a
        b"
  `);
});

test('a narrow terminal has no room for IDs', () => {
  expect(lines(80).join('\n')).toMatchInlineSnapshot(`
    "12:00:00  -->  200 accepted  contact.created
    12:00:00  -->  401 rejected  -                         The header webhook-id is missing.
    12:00:01  <--  204 in 12 ms  contact.created
    12:00:01  <--  failed        contact.created           connection refused
    12:00:00  -->  200 accepted  testing.testEvent
        {
          "message": "test"
        }
    12:00:00  -->  200 accepted  -
        a
        b"
  `);
});
