/** The plain text of an email. */
import { decode } from '../entities.ts';
import { attributeOf, type Element, hasContent, type LmxNode } from '../tree.ts';
import { onlyVariable } from '../variables.ts';
import type { Scene } from './scene.ts';
import { hiddenBecause } from './values.ts';

const collapsed = (text: string): string => text.replace(/[ \t\r\n]+/g, ' ');

function inlineText(nodes: readonly LmxNode[], scene: Scene): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return decode(collapsed(scene.values.filled(node.raw, scene.item)));
      if (node.kind === 'comment') return '';
      if (node.name === 'Br') return '\n';
      const text = inlineText(node.children, scene);
      const href = node.name === 'Link' ? scene.values.filled(attributeOf(node, 'href') ?? '', scene.item) : '';
      return href === '' || href === text ? text : `${text} (${href})`;
    })
    .join('');
}

function blockText(block: Element, scene: Scene): string {
  const { values, item, components } = scene;
  const filled = (name: string): string => values.filled(attributeOf(block, name) ?? '', item);
  switch (block.name) {
    case 'Style':
      return '';
    case 'Divider':
      return '---';
    case 'Image':
      return filled('alt');
    case 'Button':
      return `${inlineText(block.children, scene)}: ${filled('href')}`;
    case 'Icon':
      return `${filled('name')}: ${filled('href')}`;
    case 'CodeBlock':
      return decode(block.children.map((child) => (child.kind === 'text' ? child.raw : '')).join(''));
    case 'ListItem':
      return `- ${inlineText(block.children, scene).trim()}`;
    case 'Section':
      return hiddenBecause(block, values) === undefined ? renderText(block.children, scene) : '';
    case 'Component': {
      if (block.children.some(hasContent)) return renderText(block.children, scene);
      const body = components.get(attributeOf(block, 'componentId') ?? '');
      return body === undefined ? '' : renderText(body.children, { ...scene, components: new Map() });
    }
    case 'For': {
      const variable = onlyVariable(attributeOf(block, 'variable') ?? '');
      const items = variable === undefined ? [] : values.items(variable);
      return items.map((one) => renderText(block.children, { ...scene, item: one })).join('\n\n');
    }
    case 'Columns':
    case 'ColumnItem':
    case 'Icons':
      return renderText(block.children, scene);
    case 'OrderedList':
    case 'UnorderedList':
      return renderText(block.children, scene).replace(/\n\n/g, '\n');
    default:
      return inlineText(block.children, scene).trim();
  }
}

export const renderText = (nodes: readonly LmxNode[], scene: Scene): string =>
  nodes
    .map((node) => (node.kind === 'element' ? blockText(node, scene) : ''))
    .filter((text) => text !== '')
    .join('\n\n');
