/** Example documents with the findings that they must have, as `line rule`. */
import type { LintOptions } from '../../src/lmx/lint/rule.ts';

export interface Example {
  readonly name: string;
  readonly text: string;
  readonly options?: LintOptions;
  readonly errors?: readonly string[];
  readonly warnings?: readonly string[];
  /** Undefined where the example is not about hints. */
  readonly hints?: readonly string[];
}

const REPORT = `<Style bodyColor="#ffffff" backgroundColor="#f1f5f9" bodyXPadding="24" bodyYPadding="24" textBaseColor="#1e293b" />
<H1>Your March report is ready</H1>
<Paragraph paddingBottom="16">Hello {contact.firstName}, three teams joined this month.</Paragraph>
<Columns gap="24" widths="40,60" verticalAlignment="middle">
  <ColumnItem>
    <Image src="https://images.vialoops.com/t/chart.png" alt="New teams by week" width="200" paddingBottom="16" />
  </ColumnItem>
  <ColumnItem>
    <H2>What changed</H2>
    <UnorderedList>
      <ListItem>Faster search &amp; filters</ListItem>
      <ListItem>A <Strong textColor="#0f766e">new</Strong> export</ListItem>
    </UnorderedList>
  </ColumnItem>
</Columns>
<Button href="https://app.acme.test/reports?u={contact.userId}&amp;m=3" bgColor="#0f172a" textColor="#ffffff" align="center" paddingTop="24" paddingBottom="24">Open the report</Button>
<Icons align="center" gap="20" size="24" color="#808080">
  <Icon name="github" href="https://social.acme.test/acme" />
</Icons>
`;

export const TRIAL = `<Style bodyColor="#ffffff" backgroundColor="#f1f5f9" bodyYPadding="24" />
<H1>Payment received</H1>
<Section if="{data.trial}" ifOperation="equal" ifValue="true">
  <Paragraph>Your trial runs until {data.trialEnd}.</Paragraph>
</Section>
<Section if="{data.trial}" ifOperation="not_equal" ifValue="true">
  <Paragraph>Thank you for being a customer.</Paragraph>
</Section>
`;

export const EXAMPLES: readonly Example[] = [
  { name: 'one paragraph', text: '<Paragraph>Hello world.</Paragraph>', hints: ['1 body-colors'] },
  { name: 'a campaign', text: REPORT, options: { kind: 'campaign' } },
  {
    name: 'a campaign with one fallback',
    text: REPORT,
    options: { kind: 'campaign', fallbacks: { contact: ['firstName'] } },
    warnings: ['16 fallback-missing'],
  },
  {
    name: 'a workflow',
    text: `<Style themeId="clt0acme0theme0000000001" />
<H1>Order {event.orderNumber} has shipped</H1>
<Paragraph>It is on its way, {contact.firstName}.</Paragraph>
<Paragraph>Reference {data.reference}</Paragraph>
<Button href="{event.trackingUrl}">Track it</Button>
`,
    options: { kind: 'workflow' },
    errors: ['4 variable-namespace'],
  },
  { name: 'a transactional email', text: TRIAL, options: { kind: 'transactional' } },
  {
    name: 'conditions',
    text: `<Section if="data.plan" ifOperation="equal" ifValue="pro"><Paragraph>A</Paragraph></Section>
<Section if="{data.plan}" ifOperation="equal"><Paragraph>B</Paragraph></Section>
<Section if="{data.count}" ifOperation="greater_than" ifValue="3"><Paragraph>C</Paragraph></Section>
<Section if="{data.paid}" ifOperation="false"><Paragraph>D</Paragraph></Section>
<Section ifValue="x"><Paragraph>E</Paragraph></Section>
<Section if="{data.a}" ifOperation="is" ifValue="1">
  <Section if="{data.b}"><Paragraph>F</Paragraph></Section>
</Section>
`,
    options: { kind: 'transactional' },
    errors: ['1 condition', '2 condition', '6 condition', '7 child'],
    warnings: ['3 condition', '4 condition-false', '5 condition-ignored', '7 condition-nested'],
  },
  {
    name: 'structure',
    text: `Hello
<Style bodyColor="#ffffff" backgroundColor="#ffffff" />
<Br />
<p>Text</p>
<Button href="https://acme.test"><Strong>Go</Strong></Button>
<UnorderedList><Paragraph>One</Paragraph></UnorderedList>
<Columns>
  <ColumnItem><Columns><ColumnItem /><ColumnItem /></Columns></ColumnItem>
</Columns>
<Style themeId="x" />
<Link>docs</Link>
<Paragraph>Fish & chips</Paragraph>
`,
    errors: [
      '1 top-level',
      '3 top-level',
      '4 unknown-tag',
      '5 child',
      '6 child',
      '6 count',
      '7 count',
      '8 child',
      '10 style-count',
      '11 required',
      '11 top-level',
      '12 xml',
    ],
  },
  {
    name: 'values',
    text: `<H1 fontSize="72" align="centre">Big</H1>
<Paragraph textColor="#ff0000" lineHeight="90">Red</Paragraph>
<Columns gap="8" widths="50,40"><ColumnItem /><ColumnItem /></Columns>
<Image src="https://images.vialoops.com/t/a.png" width="100%" alt="A" />
<Icons color="#334155"><Icon name="nosuchicon" href="https://acme.test" /></Icons>
<Divider width="5" color="red" />
<Button href="https://acme.test" notrack="yes" size="large">Go</Button>
<Style bodyFontFamily="Helvetica" bodyFontCategory="sans" />
`,
    errors: [
      '1 value',
      '1 value',
      '2 value',
      '3 value',
      '3 value',
      '4 value',
      '5 value',
      '6 value',
      '6 value',
      '7 value',
      '8 font',
      '8 value',
    ],
    warnings: ['2 unknown-attribute', '5 icon-name', '7 unknown-attribute'],
  },
  {
    name: 'variables and links',
    text: `<Paragraph>Hi {firstName}, {contact.firstName|there}, { contact.email }</Paragraph>
<Paragraph>{event.plan} {data.code}</Paragraph>
<Image src="{contact.avatar}" alt="{contact.firstName}" />
<CodeBlock>const a = "{contact.email}";</CodeBlock>
<Icons><Icon name="link" href="{contact.url}" /></Icons>
<Button href="jane@acme.test">Write</Button>
<Button href="https://youtu.be/abc">Watch</Button>
<Button>Nothing</Button>
`,
    options: { kind: 'campaign' },
    errors: [
      '1 variable-syntax',
      '1 variable-syntax',
      '1 variable-syntax',
      '2 variable-namespace',
      '2 variable-namespace',
      '3 variable-place',
      '5 variable-place',
    ],
    warnings: ['6 mailto', '7 youtube-short', '8 link-missing'],
  },
  {
    name: 'design',
    text: `<Style bodyColor="#ffffff" textBaseColor="#1e293b" />
<H1>Welcome aboard.</H1>
<H3>Next steps</H3>
<Paragraph blockColor="#fde68a"><Text textColor="#ffffff">White on yellow</Text></Paragraph>
<Image src="https://cdn.acme.test/pic.png" />
<Columns>
  <ColumnItem><Paragraph blockColor="#e2e8f0" blockBorderRadius="12">Left</Paragraph></ColumnItem>
  <ColumnItem><Paragraph blockColor="#e2e8f0" blockBorderRadius="12">Right</Paragraph></ColumnItem>
</Columns>
<Icons color="#ffffff"><Icon name="github" href="https://social.acme.test/acme" /></Icons>
<Paragraph>Unsubscribe | 12 Acme Street</Paragraph>
`,
    errors: ['5 image-host'],
    hints: [
      '1 body-colors',
      '1 spacing',
      '2 heading-period',
      '3 heading-order',
      '3 spacing',
      '4 contrast',
      '5 alt',
      '5 spacing',
      '7 rounded-columns',
      '8 rounded-columns',
      '10 contrast',
      '11 legal-footer',
    ],
  },
  {
    name: 'arrays and components',
    text: `<H1>Order {data.orderNumber}</H1>
<For variable="{data.items}">
  <Paragraph>{data.items[].name}: {data.items[].price}</Paragraph>
</For>
<Paragraph>{data.items[].name}</Paragraph>
<Component componentId="clp0acme0footer000000001" />
<Component><Paragraph>x</Paragraph></Component>
`,
    options: { kind: 'transactional' },
    errors: ['7 required'],
    warnings: ['2 array-block', '5 bare-array'],
  },
];
