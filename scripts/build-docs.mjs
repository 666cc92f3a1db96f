// Makes the docs that the gateway serves: a page and a Markdown file for each one in docs-menu.json, an index for the
// search, and /llms.txt. A static site generator would bring 100 MB and more, and inline scripts, which the pages forbid.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { render } from './docs-markdown.mjs';
import { menuHtml, pageHtml } from './docs-page.mjs';

const ROOT = join(import.meta.dirname, '..');
const DOCS = join(ROOT, 'dist', 'server', 'docs');
/** Holds the digest of what the docs were made from. */
const STAMP = join(DOCS, '.made-from');
/** Files that pages link to and that are served beside them; other links to files become plain text. */
const SERVED_FILES = {
  'docs/schemas/': 'schemas/',
  'src/playground/examples/documents/': 'examples/',
  'src/playground/examples/persisted-documents.json': 'examples/persisted-documents.json',
};
const OF_EXTENSIONS = /^src\/extensions\/\w[\w-]*\/examples\//;
/** How much rather a search finds a page than one of its sections (ours). */
const PAGE_WEIGHT = 1.5;
const FENCED = /^(```[\s\S]*?^```$)/m;
const LINK = /\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g;
const COMMENT = /^<!--.*-->\n\n?/gm;

const menu = JSON.parse(text('scripts/docs-menu.json'));
const pages = menu.flatMap((group) => group.pages);
const pageOf = new Map(pages.map((page) => [page.source, page.name]));

function text(file) {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** Returns a digest of everything that the docs are made from. */
function digestOfSources() {
  const sources = [
    ...pages.map(({ source }) => source),
    ...globSync(
      [
        'docs/schemas/*',
        'src/playground/examples/persisted-documents.json',
        'src/playground/examples/documents/**/*.*',
        'src/extensions/*/examples/**/*.*',
        'scripts/{build-docs,docs-*}.*',
        'package-lock.json',
      ],
      { cwd: ROOT },
    ),
  ];
  const hash = createHash('sha256');
  for (const source of sources.toSorted()) hash.update(source).update(readFileSync(join(ROOT, source)));
  return hash.digest('hex');
}

/** Returns where a file of the repository is served, from /docs/, or undefined. */
function servedAs(file) {
  if (OF_EXTENSIONS.test(file)) return file.replace(OF_EXTENSIONS, 'examples/');
  const [from, to] = Object.entries(SERVED_FILES).find(([path]) => file.startsWith(path)) ?? [];
  return from === undefined ? undefined : file.replace(from, to);
}

/** Calls `change` with each part of a Markdown text that is not a block of code. */
function outsideOfCode(markdown, change) {
  return markdown
    .split(new RegExp(FENCED, 'gm'))
    .map((part) => (part.startsWith('```') ? part : change(part)))
    .join('');
}

/** Returns the Markdown of a page as it is served: with links to what is served, and without marks of generators. */
function servedMarkdown({ source, title, until }, files) {
  const whole = text(source);
  const end = until === undefined ? -1 : whole.indexOf(`\n## ${until}\n`);
  const own = end === -1 ? whole : whole.slice(0, end + 1);
  const titled = title === undefined ? own : own.replace(/^# .*$/m, `# ${title}`);
  return outsideOfCode(titled, (part) =>
    part.replaceAll(COMMENT, '').replaceAll(LINK, (link, label, target) => {
      if (/^(https?:|#)/.test(target)) return link;
      const [path, anchor] = target.split('#');
      const file = normalize(join(dirname(source), path));
      const suffix = anchor === undefined ? '' : `#${anchor}`;
      const name = pageOf.get(file);
      if (name !== undefined) return `[${label}](${name}.md${suffix})`;
      const served = servedAs(file);
      if (served === undefined) return label;
      files.add(file);
      return `[${label}](${served})`;
    }),
  );
}

/** Returns a file as it is served: an example with its variables, as a comment. */
function servedFile(file) {
  const variables = file.replace(/\.graphql$/, '.json');
  if (variables === file || !existsSync(join(ROOT, variables))) return text(file);
  const lines = text(variables).trimEnd().split('\n');
  return `${text(file)}\n# Variables:\n${lines.map((line) => `# ${line}`).join('\n')}\n`;
}

const digest = digestOfSources();
// A running server may be serving them, so they are made again only if they differ.
if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest) process.exit(0);

const files = new Set();
const made = pages.map((page) => {
  const markdown = servedMarkdown(page, files);
  // A link to Markdown is one to its page; both are in the same folder.
  const rendered = render(markdown, (href) => href.replace(/^(?!https?:)([\w-]+)\.md(?=#|$)/, '$1'));
  return { markdown, ...rendered, ...page, title: rendered.sections[0].title };
});
const groups = menu.map((group) => ({
  title: group.title,
  pages: group.pages.map(({ name }) => made.find((page) => page.name === name)),
}));

const written = new Map();
for (const [nth, page] of made.entries()) {
  written.set(`${page.name}.md`, page.markdown);
  const beside = { previous: made[nth - 1], next: made[nth + 1] };
  written.set(`${page.name}.html`, pageHtml({ ...page, groups, ...beside, root: '../', docs: '' }));
}
const INTRODUCTION = 'How to use the gateway, for developers: guides, references, and what each error means.';
written.set(
  'index.html',
  pageHtml({
    ...{ title: 'Documentation', description: INTRODUCTION, groups, root: './', docs: 'docs/', sections: [] },
    html: `<h1>Documentation</h1>\n<p>${INTRODUCTION}</p>\n${menuHtml(groups)}`,
  }),
);
written.set(
  'search.json',
  JSON.stringify(
    made.flatMap(({ name, title, sections, words = '', weight = 1 }) =>
      sections.map(({ id, level, title: own, text: found }) => {
        const section = { page: title, title: own, text: found };
        // The head of a page is found by what people call its subject.
        if (level === 1) return { ...section, url: name, words, weight: weight * PAGE_WEIGHT };
        return { ...section, url: `${name}#${id}`, words: '', weight };
      }),
    ),
  ),
);
const listed = groups.map(
  ({ title, pages: own }) =>
    `## ${title}\n\n${own.map((page) => `- [${page.title}](docs/${page.name}.md): ${page.description}`).join('\n')}\n`,
);
written.set('llms.txt', `# Partner banking gateway\n\n> ${INTRODUCTION}\n\n${listed.join('\n')}`);
for (const file of files) written.set(servedAs(file), servedFile(file));

rmSync(DOCS, { recursive: true, force: true });
for (const [name, content] of written) {
  const file = join(DOCS, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  writeFileSync(`${file}.gz`, gzipSync(content));
}
writeFileSync(STAMP, digest);
