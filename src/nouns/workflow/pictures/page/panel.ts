/** The panel next to the picture: the fields of the selected node, and its previous and next nodes. */
import { EMAIL_STYLE_ID, emailTemplateId, type PageNode } from './data.ts';

export interface Panel {
  show(key: string): void;
  hide(): void;
}

/** An element. Text in it cannot become markup. */
function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.append(...children);
  return element;
}

const contentOf = (id: string): readonly Node[] => {
  const template = document.getElementById(id);
  return template instanceof HTMLTemplateElement ? [template.content.cloneNode(true)] : [];
};

/** The preview of an email, which has a style of its own. */
function previewOf(key: string): readonly Node[] {
  const email = contentOf(emailTemplateId(key));
  if (email.length === 0) return [];
  const frame = create('div');
  frame.className = 'preview';
  frame.attachShadow({ mode: 'open' }).append(...contentOf(EMAIL_STYLE_ID), ...email);
  return [frame, create('p', 'A preview with made-up values: Loops renders emails itself.')];
}

export function createPanel(
  nodes: readonly PageNode[],
  on: { readonly select: (key: string) => void; readonly close: () => void },
): Panel {
  const panel = document.querySelector('aside');
  const byKey = new Map(nodes.map((node) => [node.key, node]));

  const linkTo = ({ key, words }: PageNode) => {
    const link = create('button', words);
    link.addEventListener('click', () => on.select(key));
    return link;
  };
  const listed = (name: string, others: readonly PageNode[]) =>
    others.length === 0 ? [] : [create('dt', name), create('dd', ...others.map(linkTo))];

  const closing = () => {
    const close = create('button', '×');
    close.className = 'close';
    close.setAttribute('aria-label', 'Close');
    close.addEventListener('click', on.close);
    return close;
  };

  /** The ID stays selected where the browser does not allow copying. */
  const copying = (id: string) => {
    const copy = create('button', 'Copy ID');
    copy.className = 'copy';
    copy.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(id);
        copy.textContent = 'Copied';
      } catch {
        const field = panel?.querySelector('dd');
        if (field) getSelection()?.selectAllChildren(field);
        copy.textContent = 'Press Ctrl-C to copy';
      }
    });
    return copy;
  };

  return {
    show(key) {
      const node = byKey.get(key);
      if (panel === null || node === undefined) return;
      const next = node.next.flatMap((to) => byKey.get(to) ?? []);
      const before = nodes.filter((other) => other.next.includes(key));
      panel.replaceChildren(
        closing(),
        create('h2', node.words),
        copying(node.id),
        ...previewOf(node.key),
        create(
          'dl',
          ...node.fields.flatMap(([name, text]) => [
            create('dt', name),
            create('dd', text.includes('\n') ? create('pre', text) : text),
          ]),
          ...listed('Next', next),
          ...listed('Previous', before),
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
