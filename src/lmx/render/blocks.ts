/** Blocks of an email as HTML. All text is escaped, and only values that were checked become styles or links. */
import { element, type Markup } from '../../text/xml.ts';
import { attributeOf, elementsIn, hasContent, type LmxNode, numberIn } from '../tree.ts';
import { onlyVariable } from '../variables.ts';
import { colorOf, lengthOf } from './css.ts';
import { renderInline } from './inline.ts';
import { LEAF_BLOCKS } from './leaf-blocks.ts';
import { alignOf, boxOf, type Render, type Scene, textOf } from './scene.ts';
import { hiddenBecause } from './values.ts';

const list: Render = (block, scene) => {
  const { sheet, styleOf } = scene;
  const items = elementsIn(block.children).map((item) => {
    const nested = elementsIn(item.children).filter(({ name }) => name.endsWith('List'));
    const own = item.children.filter((child) => child.kind !== 'element' || !nested.includes(child));
    const look = sheet.classFor({ ...textOf(item, styleOf), ...boxOf(item) });
    return element(
      'li',
      { class: look },
      ...renderInline(own, scene),
      ...nested.flatMap((inner) => list(inner, scene)),
    );
  });
  const start = numberIn(block, 'start');
  const name = block.name === 'OrderedList' ? 'ol' : 'ul';
  return [
    element(
      name,
      {
        class: sheet.classFor({ 'text-align': alignOf(block) }),
        start: name === 'ol' && start !== undefined ? Math.trunc(start) : undefined,
      },
      ...items,
    ),
  ];
};

const columns: Render = (block, scene) => {
  const { sheet } = scene;
  const items = elementsIn(block.children)
    .filter(({ name }) => name === 'ColumnItem')
    .slice(0, 4);
  const widths = (attributeOf(block, 'widths') ?? '').split(',').map(Number);
  const isUsable = widths.length === items.length && widths.every((width) => width > 0 && width <= 100);
  const template = isUsable
    ? widths.map((width) => `${width}fr`).join(' ')
    : `repeat(${Math.max(1, items.length)}, 1fr)`;
  const vertical = { top: 'start', middle: 'center', bottom: 'end' }[attributeOf(block, 'verticalAlignment') ?? 'top'];
  const look = sheet.classFor({
    'grid-template-columns': template,
    gap: lengthOf(attributeOf(block, 'gap') ?? '24', 'px', 150),
    'align-items': vertical,
    ...boxOf(block),
  });
  const stacks = attributeOf(block, 'stackOnMobile') === 'false' ? '' : ' stack';
  const reverses = attributeOf(block, 'reverseOnMobile') === 'true' ? ' reverse' : '';
  const cells = items.map((item) => element('div', { class: 'column' }, ...renderBlocks(item.children, scene)));
  return [element('div', { class: `columns${stacks}${reverses} ${look ?? ''}`.trim() }, ...cells)];
};

const section: Render = (block, scene) => {
  const why = hiddenBecause(block, scene.values);
  if (why !== undefined) {
    scene.onHidden(block, why);
    return [];
  }
  const width = lengthOf(attributeOf(block, 'blockBorderWidth'));
  const color = colorOf(attributeOf(block, 'blockBorderColor'));
  const border = width === undefined || color === undefined ? undefined : `${width} solid ${color}`;
  return [
    element(
      'div',
      { class: scene.sheet.classFor({ border, ...boxOf(block) }) },
      ...renderBlocks(block.children, scene),
    ),
  ];
};

const component: Render = (block, scene) => {
  const id = attributeOf(block, 'componentId') ?? '';
  const own = block.children.some(hasContent);
  const nodes = own ? block.children : scene.components.get(id)?.children;
  const look = scene.sheet.classFor(boxOf(block));
  if (nodes === undefined) return [element('div', { class: 'unknown' }, `Component ${id === '' ? 'without ID' : id}`)];
  // Components cannot contain components: one inside another is shown as a box.
  return [element('div', { class: look }, ...renderBlocks(nodes, own ? scene : { ...scene, components: new Map() }))];
};

const repeated: Render = (block, scene) => {
  const variable = onlyVariable(attributeOf(block, 'variable') ?? '');
  if (variable === undefined) return [];
  return scene.values.items(variable).flatMap((item) => renderBlocks(block.children, { ...scene, item }));
};

const RENDER: Readonly<Record<string, Render>> = {
  ...LEAF_BLOCKS,
  OrderedList: list,
  UnorderedList: list,
  Columns: columns,
  Section: section,
  Component: component,
  For: repeated,
};

const shownSource = (node: LmxNode): string => (node.kind === 'element' ? `<${node.name}>` : node.raw.trim());

/** Elements that cannot be rendered are shown as text: nothing in them becomes HTML. */
export function renderBlocks(nodes: readonly LmxNode[], scene: Scene): readonly Markup[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'comment' || !hasContent(node)) return [];
    const render = node.kind === 'element' && Object.hasOwn(RENDER, node.name) ? RENDER[node.name] : undefined;
    const marks = node.kind === 'element' ? scene.marksOf(node) : [];
    const shown =
      render !== undefined && node.kind === 'element'
        ? render(node, scene)
        : [
            element(
              'div',
              { class: 'unknown' },
              shownSource(node).slice(0, 500),
              ...(node.kind === 'element' ? renderInline(node.children, scene) : []),
            ),
          ];
    if (marks.length === 0) return shown;
    const badges = marks.map((mark) => element('a', { class: 'mark', href: `#finding-${mark}` }, String(mark)));
    return [element('div', { class: 'marked' }, element('div', { class: 'marks' }, ...badges), ...shown)];
  });
}
