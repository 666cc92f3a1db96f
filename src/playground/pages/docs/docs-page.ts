/**
 * What pages of the docs do in a browser: search, the menu on a phone, light or dark, copying code.
 * @packageDocumentation
 */

import '../shared/shared.css';
import './docs.css';
import { searchField } from './search-field.ts';

const THEME = 'docs:theme';
const root = document.documentElement;
const dark = matchMedia('(prefers-color-scheme: dark)');

/** Shows the theme that was chosen before at once: the page is rendered after this script. */
root.dataset['theme'] = localStorage.getItem(THEME) ?? '';

function isDark(): boolean {
  return root.dataset['theme'] === '' ? dark.matches : root.dataset['theme'] === 'dark';
}

function themeButton(button: HTMLElement): void {
  const show = () => {
    button.textContent = isDark() ? 'Light' : 'Dark';
  };
  button.addEventListener('click', () => {
    root.dataset['theme'] = isDark() ? 'light' : 'dark';
    localStorage.setItem(THEME, root.dataset['theme']);
    show();
  });
  dark.addEventListener('change', show);
  show();
  button.hidden = false;
}

/** Opens and closes the list of pages where it has no place of its own. */
function menuButton(button: HTMLElement): void {
  root.classList.add('has-menu-button');
  button.addEventListener('click', () => {
    const isOpen = root.classList.toggle('is-menu-open');
    button.setAttribute('aria-expanded', String(isOpen));
  });
  button.hidden = false;
}

function copyButton(block: Element): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => {
    const shown = (text: string) => () => {
      button.textContent = text;
    };
    navigator.clipboard
      .writeText(block.querySelector('pre')?.textContent ?? '')
      .then(shown('Copied'), shown('Select it to copy'));
  });
  block.append(button);
}

function begin(): void {
  const [theme, menu] = [document.getElementById('theme'), document.getElementById('menu')];
  if (theme !== null) themeButton(theme);
  if (menu !== null) menuButton(menu);
  for (const block of document.querySelectorAll('.code')) copyButton(block);
  const form = document.querySelector<HTMLFormElement>('form[role=search]');
  if (form !== null) searchField(form, root.dataset['docs'] ?? '');
}

// A module that blocks rendering can run before the whole page was read.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
else begin();
