// The data of the stub: themes with all 39 styles, and a workflow with every common node type, so that parsing, checking and
// drawing take as long as with real data.
const STYLES = {
  ...Object.fromEntries(
    'backgroundColor bodyColor borderColor buttonBodyColor buttonBorderColor buttonTextColor dividerColor textBaseColor textLinkColor heading1Color heading2Color heading3Color'
      .split(' ')
      .map((name) => [name, '#1f2a44']),
  ),
  ...Object.fromEntries(
    'backgroundXPadding backgroundYPadding bodyXPadding bodyYPadding borderWidth borderRadius buttonBodyXPadding buttonBodyYPadding buttonBorderWidth buttonBorderRadius buttonTextFormat buttonTextFontSize dividerBorderWidth textBaseFontSize textBaseLineHeight textBaseLetterSpacing heading1FontSize heading1LineHeight heading1LetterSpacing heading2FontSize heading2LineHeight heading2LetterSpacing heading3FontSize heading3LineHeight heading3LetterSpacing'
      .split(' ')
      .map((name, index) => [name, index + 4]),
  ),
  bodyFontFamily: 'Inter',
  bodyFontCategory: 'sans-serif',
};

export const theme = (index) => ({
  id: `c${index.toString(36).padStart(24, '0')}`,
  name: `Theme number ${index}`,
  styles: STYLES,
  isDefault: index === 0,
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-02-03T04:05:06.789Z',
});

const nodeId = (place) => `c${place.toString(36).padStart(24, '0')}`;

/** Ten nodes from an index on: a wait, a branch whose three paths rejoin at the next wait, and an email. */
const block = (place, last) => [
  { typeName: 'TimerAction', amount: 2, unit: 'd', nextNodeIds: [nodeId(place + 1)] },
  { typeName: 'BranchNode', nextNodeIds: [place + 2, place + 4, place + 6].map(nodeId) },
  ...[2, 4, 6].flatMap((way) => [
    {
      typeName: 'AudienceFilter',
      audienceFilter: { match: 'all', conditions: [{ type: 'property', key: 'plan', operator: 'equals', value: way }] },
      nextNodeIds: [nodeId(place + way + 1)],
    },
    {
      typeName: 'SendEmailAction',
      emailMessageId: nodeId(place),
      subject: `How to get more out of plan ${way}, à la carte`,
      nextNodeIds: [nodeId(place + 8)],
    },
  ]),
  { typeName: 'TimerAction', amount: 12, unit: 'h', nextNodeIds: [nodeId(place + 9)] },
  { typeName: 'SendEmailAction', subject: 'Did it help? 🎉', nextNodeIds: last ? [] : [nodeId(place + 10)] },
];

export const workflow = (nodes) => ({
  id: nodeId(0),
  name: 'A long one',
  status: 'Sending',
  mailingListId: null,
  rootNodeId: nodeId(0),
  nodes: Object.fromEntries(
    Array.from({ length: nodes / 10 }, (_, index) => block(index * 10, index === nodes / 10 - 1))
      .flat()
      .map((node, place) => [nodeId(place), node]),
  ),
});
