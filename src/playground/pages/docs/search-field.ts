import type { SearchIndex, Section } from './search-index.ts';

/** How much text is shown before and after the first word that was found, in characters. */
const BEFORE = 40;
const AFTER = 120;

/** Connects the search field: results appear as one types, arrow keys move among them, "/" moves to the field. */
export function searchField(form: HTMLFormElement, docs: string): void {
  const [input, box] = [form.querySelector('input'), form.querySelector<HTMLElement>('.results')];
  const [status, list] = [form.querySelector('[role=status]'), form.querySelector('ol')];
  if (input === null || box === null || status === null || list === null) return;

  let index: Promise<SearchIndex> | undefined;
  const load = () => {
    // The code and the texts are loaded by the first search only.
    index ??= import('./search-index.ts').then((search) => search.SearchIndex.load(`${docs}search.json`));
    index.catch(() => (index = undefined));
    return index;
  };
  const show = async () => {
    const words = input.value.trim();
    if (words === '') {
      box.hidden = true;
      return;
    }
    const found = await load().then(
      (loaded) => loaded.find(words),
      () => undefined,
    );
    // Another letter was typed meanwhile.
    if (words !== input.value.trim()) return;
    status.textContent = found === undefined ? 'The search could not be loaded.' : summary(found.length);
    list.replaceChildren(...(found ?? []).map((section) => resultItem(section, docs, words)));
    box.hidden = false;
  };

  input.addEventListener('focus', () => void load().catch(() => undefined));
  input.addEventListener('input', () => void show());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelector('a')?.click();
  });
  form.addEventListener('keydown', (event) => {
    moveByArrows(event, [input, ...list.querySelectorAll('a')]);
    if (event.key !== 'Escape') return;
    box.hidden = true;
    input.focus();
  });
  list.addEventListener('click', () => (box.hidden = true));
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !form.contains(target)) box.hidden = true;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    input.focus();
  });
  form.hidden = false;
}

function summary(count: number): string {
  if (count === 0) return 'Nothing found.';
  return count === 1 ? '1 result' : `${count} results`;
}

function moveByArrows(event: KeyboardEvent, places: readonly HTMLElement[]): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const current = places.findIndex((place) => place === document.activeElement);
  if (step === undefined || current === -1) return;
  event.preventDefault();
  places[current + step]?.focus();
}

function resultItem({ url, title, page, text }: Section, docs: string, words: string): HTMLElement {
  const [item, link] = [document.createElement('li'), document.createElement('a')];
  link.href = docs + url;
  link.append(element('strong', title), ...(title === page ? [] : [element('span', page)]), excerpt(text, words));
  item.append(link);
  return item;
}

/** Returns the text around the first of the words, which is marked. */
function excerpt(text: string, words: string): HTMLElement {
  const lower = text.toLowerCase();
  const places = words
    .toLowerCase()
    .split(/\W+/)
    .filter((word) => word !== '')
    .map((word) => ({ at: lower.indexOf(word), length: word.length }));
  const first = places.find(({ at }) => at >= 0) ?? { at: 0, length: 0 };
  const [from, end] = [Math.max(0, first.at - BEFORE), first.at + first.length];
  const shown = element('small', (from > 0 ? '…' : '') + text.slice(from, first.at));
  if (first.length > 0) shown.append(element('mark', text.slice(first.at, end)));
  shown.append(text.slice(end, end + AFTER));
  return shown;
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
