/** The search box: marks the nodes with a text, and goes from one to the next. */
import type { PageNode } from './data.ts';

export interface Search {
  begin(): void;
  end(): void;
}

const textOf = ({ words, fields }: PageNode): string => [words, ...fields.flat()].join('\n').toLowerCase();

export function createSearch(
  nodes: readonly PageNode[],
  elements: ReadonlyMap<string, Element>,
  goTo: (key: string) => void,
): Search {
  const input = document.querySelector('input');
  const count = document.querySelector('output');
  const texts = nodes.map((node) => ({ key: node.key, text: textOf(node) }));
  let found: readonly string[] = [];
  let at = 0;

  const find = () => {
    const query = input?.value.trim().toLowerCase() ?? '';
    found = query === '' ? [] : texts.filter(({ text }) => text.includes(query)).map(({ key }) => key);
    at = 0;
    document.querySelector('main')?.classList.toggle('searching', query !== '');
    for (const [key, element] of elements) element.classList.toggle('found', found.includes(key));
    showCount(query);
  };
  const showCount = (query: string) => {
    if (count === null) return;
    count.textContent = query === '' ? '' : found.length === 0 ? 'none' : `${at + 1} of ${found.length}`;
  };
  const go = (step: number) => {
    if (found.length === 0) return;
    at = (at + step + found.length) % found.length;
    showCount(input?.value ?? '');
    goTo(found[at] ?? '');
  };

  input?.addEventListener('input', () => {
    find();
    go(0);
  });
  input?.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
  });
  return {
    begin: () => input?.focus(),
    end: () => {
      if (input === null || input.value === '') return;
      input.value = '';
      find();
    },
  };
}
