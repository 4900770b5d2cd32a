/** Generated types are accepted by the compilers of their languages, whatever names an account has. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { go } from '../../../src/nouns/types/go.ts';
import { jsonSchema } from '../../../src/nouns/types/json-schema.ts';
import { identifiersOf, type TypeModel } from '../../../src/nouns/types/model.ts';
import { python } from '../../../src/nouns/types/python.ts';
import { ruby } from '../../../src/nouns/types/ruby.ts';
import { typescript } from '../../../src/nouns/types/typescript.ts';

const value = (name: string, required = true) => ({ name, type: 'value', required }) as const;

const MODEL: TypeModel = {
  emails: [
    {
      id: 'cabc00000000000000000001',
      name: 'Password reset',
      fields: [value('firstName'), value('reset-link', false)],
    },
    { id: 'cabc00000000000000000002', name: 'Password-Reset', fields: [] },
    {
      id: 'cabc00000000000000000003',
      name: '料金改定 */ \n"""',
      fields: [value('-'), value('end'), value('class', false)],
    },
    {
      id: 'cabc00000000000000000004',
      name: '2FA code',
      fields: [value('first_name'), value('first-name'), value('FirstName')],
    },
    { id: 'cabc00000000000000000005', name: "It's #{x} \\ `z`", fields: [value('__proto__'), value('1st')] },
    {
      id: 'cabc00000000000000000006',
      name: 'Order',
      fields: [
        { name: 'items', type: 'list', fields: [value('name'), value('unit-price')], required: true },
        { name: 'tags', type: 'list', required: false },
      ],
    },
  ],
  events: [
    {
      id: 'cevt00000000000000000001',
      name: 'plan_upgraded',
      fields: [
        { name: 'plan', type: 'string', required: false },
        { name: 'seats', type: 'number', required: false },
        { name: 'annual', type: 'boolean', required: false },
      ],
    },
  ],
  lists: [{ id: 'clst00000000000000000001', name: 'News & more' }],
};

const directory = mkdtempSync(join(tmpdir(), 'loopsctl-types-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

interface Compiler {
  readonly language: string;
  readonly generate: (model: TypeModel) => string;
  readonly file: string;
  readonly command: readonly [string, ...string[]];
  /** Code that uses the types, added to the file. */
  readonly use: string;
}

const TSC = resolve(import.meta.dirname, '../../../node_modules/.bin/tsc');

const COMPILERS: readonly Compiler[] = [
  {
    language: 'TypeScript',
    generate: typescript,
    file: 'loops.ts',
    command: [TSC, '--noEmit', '--strict', '--ignoreConfig', '--types', '', 'loops.ts'],
    use: [
      "const order: OrderVariables = { items: [{ name: 'a', 'unit-price': 1 }] };",
      'const event: PlanUpgradedProperties = { seats: 3 };',
      '// @ts-expect-error a required variable is missing',
      'const broken: OrderVariables = {};',
      'export const used = [order, event, broken, transactionalIds.order, eventNames.planUpgraded, mailingListIds.newsMore];',
    ].join('\n'),
  },
  {
    language: 'Python',
    generate: python,
    file: 'loops.py',
    command: ['python3', 'loops.py'],
    use: 'order: OrderVariables = {"items": [{"name": "a", "unit-price": 1}]}\nassert ORDER_TRANSACTIONAL_ID.endswith("6")\n',
  },
  { language: 'Go', generate: go, file: 'loops.go', command: ['go', 'vet', 'loops.go'], use: '' },
  {
    language: 'Ruby',
    generate: ruby,
    file: 'loops.rb',
    command: ['ruby', '-w', 'loops.rb'],
    use: "raise unless Loops::OrderVariables.new(items: []).to_payload == { 'items' => [] }\n",
  },
];

const available = (name: string): boolean => spawnSync(name, [name === 'go' ? 'version' : '--version']).status === 0;
const missing = COMPILERS.filter(({ command: [name] }) => !available(name));
for (const { language, command } of missing) {
  process.stderr.write(`Types for ${language} are not compiled: ${command[0]} is not installed.\n`);
}

test.each(COMPILERS.filter((compiler) => !missing.includes(compiler)))(
  '$language',
  ({ generate, file, command, use }) => {
    writeFileSync(join(directory, file), `${generate(MODEL)}\n${use}\n`);
    const [name, ...words] = command;
    const { status, stdout, stderr } = spawnSync(name, words, { cwd: directory, encoding: 'utf8' });
    expect(`${stdout}${stderr}`).toBe('');
    expect(status).toBe(0);
  },
);

test('JSON Schema is JSON, with required variables', () => {
  const { $defs } = JSON.parse(jsonSchema(MODEL));
  expect($defs.OrderVariables).toMatchObject({ required: ['items'], additionalProperties: false });
});

test('every language names every ID once', () => {
  for (const generate of [typescript, go, python, ruby, jsonSchema]) {
    const text = generate(MODEL);
    for (const { id } of MODEL.emails) expect(text.split(id)).toHaveLength(2);
  }
});

test('a new record does not rename others', () => {
  const before = identifiersOf(MODEL.emails, 'Email');
  const after = identifiersOf([{ id: 'cabc00000000000000000009', name: 'Another' }, ...MODEL.emails], 'Email');
  expect(after.slice(1).map(({ identifier }) => identifier)).toEqual(before.map(({ identifier }) => identifier));
  expect(new Set(after.map(({ identifier }) => identifier)).size).toBe(after.length);
});
