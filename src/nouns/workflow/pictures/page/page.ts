/** The script of the page, which runs in a browser: pan and zoom, the fields of a node, search. */
import { DATA_ID, type PageNode } from './data.ts';
import { createPanel } from './panel.ts';
import { createSearch } from './search.ts';
import { createView } from './view.ts';

const nodes = JSON.parse(document.getElementById(DATA_ID)?.textContent ?? '[]') as readonly PageNode[];
const elements = new Map(
  [...document.querySelectorAll<SVGGElement>('.node')].map((element) => [element.dataset['key'] ?? '', element]),
);

const view = createView();
const panel = createPanel(nodes, { select, close: deselect });
const search = createSearch(nodes, elements, (key) => {
  view.show(elements.get(key));
});
let selected: SVGGElement | undefined;

/** Marks a node and shows its fields. */
function select(key: string): void {
  mark(elements.get(key));
  panel.show(key);
  view.resized();
  // The panel may cover the node.
  view.show(selected);
}

function deselect(): void {
  const last = selected;
  mark(undefined);
  panel.hide();
  view.resized();
  last?.focus();
}

function mark(element: SVGGElement | undefined): void {
  selected?.classList.remove('selected');
  element?.classList.add('selected');
  selected = element;
}

for (const { key, words } of nodes) {
  const element = elements.get(key);
  element?.setAttribute('tabindex', '0');
  element?.setAttribute('role', 'button');
  element?.setAttribute('aria-label', words);
  element?.addEventListener('click', () => select(key));
  element?.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    select(key);
  });
  element?.addEventListener('focus', () => {
    if (element.matches(':focus-visible')) view.show(element);
  });
}

/** Keys that work unless the user is typing. */
const KEYS: Readonly<Record<string, () => void>> = {
  '+': view.zoomIn,
  '=': view.zoomIn,
  '-': view.zoomOut,
  '0': view.fit,
  '/': search.begin,
  ArrowUp: () => view.move(0, 1),
  ArrowDown: () => view.move(0, -1),
  ArrowLeft: () => view.move(1, 0),
  ArrowRight: () => view.move(-1, 0),
};

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    search.end();
    deselect();
    return;
  }
  const typing = event.target instanceof HTMLInputElement;
  const act = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : undefined;
  if (act === undefined || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  act();
});

addEventListener('resize', view.resized);

const onClick = (id: string, act: () => void) => document.getElementById(id)?.addEventListener('click', act);
onClick('zoom-in', view.zoomIn);
onClick('zoom-out', view.zoomOut);
onClick('fit', view.fit);
