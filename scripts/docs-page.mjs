// The HTML around a page of the docs: menu, search, contents, and links to its neighbours.
import { escapeHtml } from './docs-markdown.mjs';

const ICON =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='8' fill='#0f766e'/><path d='M8 13h16v9a3 3 0 0 1-3 3H11a3 3 0 0 1-3-3zM8 13l3-6h10l3 6' fill='none' stroke='#fff' stroke-width='2.4' stroke-linejoin='round'/></svg>";
/** Fewer sections need no list of contents. */
const CONTENTS_MIN = 2;

/** Returns the list of all pages with a sentence on each, for the first page. */
export function menuHtml(groups) {
  const entry = ({ name, title, description }) =>
    `<li><a href="docs/${name}">${escapeHtml(title)}</a> <span>${escapeHtml(description)}</span></li>`;
  return groups
    .map(
      ({ title, pages }) =>
        `<h2>${escapeHtml(title)}</h2>\n<ul class="overview">\n${pages.map(entry).join('\n')}\n</ul>`,
    )
    .join('\n');
}

function navigation(groups, current, docs) {
  const entry = ({ name, title }) =>
    `<li><a href="${docs}${name}"${name === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`;
  return groups
    .map(({ title, pages }) => `<p>${escapeHtml(title)}</p>\n<ul>\n${pages.map(entry).join('\n')}\n</ul>`)
    .join('\n');
}

/** Lists the sections of a page. */
function contents(sections) {
  const shown = sections.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < CONTENTS_MIN) return '';
  const entry = ({ id, level, title }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(title)}</a></li>`;
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>\n${shown.map(entry).join('\n')}\n</ul></nav>`;
}

function footer({ name, previous, next }) {
  const link = (page, rel, label) =>
    page === undefined ? '' : `<a rel="${rel}" href="${page.name}">${label}: ${escapeHtml(page.title)}</a>`;
  const own =
    name === undefined
      ? '<a href="llms.txt">All pages as Markdown</a>'
      : `<a href="${name}.md">This page as Markdown</a>`;
  return `<footer>${link(previous, 'prev', 'Previous')}${link(next, 'next', 'Next')}${own}</footer>`;
}

/**
 * Returns a page.
 * @param page with `root`, the relative address of the gateway, and `docs`, that of the other pages
 */
export function pageHtml(page) {
  const { name, title, description, html, sections, groups, root, docs } = page;
  const markdown = name === undefined ? 'llms.txt' : `${name}.md`;
  return `<!doctype html>
<html lang="en" data-docs="${docs}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="description" content="${escapeHtml(description)}" />
    <title>${escapeHtml(title)} · Partner banking</title>
    <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}" />
    <link rel="alternate" type="text/markdown" href="${markdown}" />
    <link rel="stylesheet" href="${root}assets/docs.css" />
    <script type="module" blocking="render" src="${root}assets/docs.js"></script>
  </head>
  <body>
    <a class="skip" href="#content">Skip to the content</a>
    <header class="top-bar">
      <p class="brand"><span aria-hidden="true" class="brand-mark"></span>Partner banking</p>
      <nav aria-label="Pages">
        <a href="${root}">Explorer</a>
        <a href="${root}console">Console</a>
        <a href="${root}docs" aria-current="${name === undefined ? 'page' : 'true'}">Docs</a>
      </nav>
      <div class="top-bar-end">
        <form role="search" hidden>
          <input type="search" name="q" aria-label="Search the docs" placeholder="Search  /" autocomplete="off" />
          <div class="results" hidden>
            <p role="status"></p>
            <ol></ol>
          </div>
        </form>
        <button class="button" id="theme" type="button" hidden>Dark</button>
        <button class="button" id="menu" type="button" aria-expanded="false" aria-controls="all-pages" hidden>Menu</button>
      </div>
    </header>
    <div class="columns">
      <nav class="all-pages" id="all-pages" aria-label="Documentation">
${navigation(groups, name, docs)}
      </nav>
      <main id="content">
${html}
${footer(page)}
      </main>
      ${contents(sections)}
    </div>
  </body>
</html>
`;
}
