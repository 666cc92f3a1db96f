// Renders a page of the docs: Markdown to HTML without inline styles and scripts, and to the sections that a search finds.
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import graphql from 'highlight.js/lib/languages/graphql';
import json from 'highlight.js/lib/languages/json';
import typescript from 'highlight.js/lib/languages/typescript';
import MarkdownIt from 'markdown-it';

for (const [name, language] of Object.entries({ bash, graphql, json, typescript }))
  hljs.registerLanguage(name, language);
const LANGUAGES = { sh: 'bash', js: 'typescript', ts: 'typescript' };

/** A code in the docs, such as `RATE_LIMITED`: a list item that begins with one can be linked and found. */
const CODE = /^[A-Z][A-Z0-9_]{3,}$/;

const markdown = new MarkdownIt({ html: false });
const { escapeHtml } = markdown.utils;
const { rules } = markdown.renderer;

/** A keyboard can only scroll what it can focus. */
rules.fence = (tokens, nth) => {
  const { content, info } = tokens[nth];
  const language = LANGUAGES[info] ?? info;
  const known = hljs.getLanguage(language) !== undefined;
  const code = known ? hljs.highlight(content, { language }).value : escapeHtml(content);
  return `<div class="code"><pre tabindex="0"><code>${code}</code></pre></div>\n`;
};
rules.table_open = () => '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n';
rules.table_close = () => '</table></div>\n';
/** A heading links to itself. */
rules.heading_close = (tokens, nth) => {
  const { tag } = tokens[nth];
  const [id, title] = [tokens[nth - 2].attrGet('id'), textOf(tokens[nth - 1])];
  const link = `<a class="anchor" href="#${id}" aria-label="Link to “${escapeHtml(title)}”">#</a>`;
  return `${tag === 'h1' ? '' : link}</${tag}>\n`;
};

/** Returns the text of an inline token, as a reader sees it. */
function textOf({ children }) {
  const isSpace = ({ type }) => type === 'softbreak' || type === 'hardbreak';
  return children.map((child) => (isSpace(child) ? ' ' : child.content)).join('');
}

/** Returns the anchor of a heading, as GitHub makes it; `used` counts those of the page. */
function anchorOf(title, used) {
  const plain = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-');
  const count = used.get(plain) ?? 0;
  used.set(plain, count + 1);
  return count === 0 ? plain : `${plain}-${count}`;
}

/** Gives headings their anchors, items that begin with a code the code, and cells no inline style. */
function identify(tokens) {
  const [used, codes] = [new Map(), new Set()];
  for (const [nth, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', anchorOf(textOf(tokens[nth + 1]), used));
    if (token.type === 'list_item_open' && tokens[nth + 2]?.type === 'inline') {
      const [first] = tokens[nth + 2].children;
      const isNew = first?.type === 'code_inline' && CODE.test(first.content) && !codes.has(first.content);
      if (isNew) token.attrSet('id', first.content);
      codes.add(first?.content);
    }
    if (/^t[hd]_open$/.test(token.type)) token.attrs = null;
  }
}

/** Returns what a search finds: each section with its text, and each item that begins with a code. */
function sectionsOf(tokens) {
  const sections = [];
  let item;
  for (const [nth, token] of tokens.entries()) {
    if (token.type === 'heading_open')
      sections.push({
        id: token.attrGet('id'),
        level: Number(token.tag[1]),
        title: textOf(tokens[nth + 1]),
        texts: [],
      });
    else if (token.type === 'list_item_open' && token.attrGet('id') !== null) {
      const { level } = token;
      item = { id: token.attrGet('id'), level: 0, title: token.attrGet('id'), texts: [], until: level };
      sections.splice(-1, 0, item);
    } else if (token.type === 'list_item_close' && token.level === item?.until) item = undefined;
    else if (token.type === 'inline' && tokens[nth - 1]?.type !== 'heading_open')
      (item ?? sections.at(-1))?.texts.push(textOf(token));
    else if (token.type === 'fence') (item ?? sections.at(-1))?.texts.push(token.content);
  }
  return sections.map(({ id, level, title, texts }) => ({
    ...{ id, level, title },
    text: texts.join(' ').replaceAll(/\s+/g, ' '),
  }));
}

/** Returns the first sentence of a page. */
function descriptionOf(tokens) {
  const first = tokens.findIndex(({ type, level }) => type === 'paragraph_open' && level === 0);
  const text = first === -1 ? '' : textOf(tokens[first + 1]);
  return /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
}

/**
 * Renders Markdown.
 * @param hrefOf returns the address of a link in the page
 */
export function render(text, hrefOf) {
  const tokens = markdown.parse(text, {});
  identify(tokens);
  for (const { children } of tokens)
    for (const token of children ?? [])
      if (token.type === 'link_open') token.attrSet('href', hrefOf(token.attrGet('href')));
  return {
    html: markdown.renderer.render(tokens, markdown.options, {}),
    sections: sectionsOf(tokens),
    description: descriptionOf(tokens),
  };
}

export { escapeHtml };
