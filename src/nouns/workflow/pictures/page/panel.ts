/** The panel beside the picture: the fields of the chosen node, and the nodes before and after it. */
import type { PageNode } from './data.ts';

export interface Panel {
  show(key: string): void;
  hide(): void;
}

/** Makes an element; what stands in it is text, whatever it looks like. */
function made<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.append(...children);
  return element;
}

export function createPanel(
  nodes: readonly PageNode[],
  on: { readonly choose: (key: string) => void; readonly close: () => void },
): Panel {
  const panel = document.querySelector('aside');
  const byKey = new Map(nodes.map((node) => [node.key, node]));

  const linkTo = ({ key, words }: PageNode) => {
    const link = made('button', words);
    link.addEventListener('click', () => on.choose(key));
    return link;
  };
  const listed = (name: string, others: readonly PageNode[]) =>
    others.length === 0 ? [] : [made('dt', name), made('dd', ...others.map(linkTo))];

  const closing = () => {
    const close = made('button', '×');
    close.className = 'close';
    close.setAttribute('aria-label', 'Close');
    close.addEventListener('click', on.close);
    return close;
  };

  return {
    show(key) {
      const node = byKey.get(key);
      if (panel === null || node === undefined) return;
      const next = node.next.flatMap((to) => byKey.get(to) ?? []);
      const before = nodes.filter((other) => other.next.includes(key));
      panel.replaceChildren(
        closing(),
        made('h2', node.words),
        made(
          'dl',
          ...node.fields.flatMap(([name, text]) => [
            made('dt', name),
            made('dd', text.includes('\n') ? made('pre', text) : text),
          ]),
          ...listed('Leads to', next),
          ...listed('Comes from', before),
        ),
      );
      panel.hidden = false;
      panel.scrollTop = 0;
    },
    hide() {
      if (panel !== null) panel.hidden = true;
    },
  };
}
