import type { JsonObject } from '../examples/placeholders.value.ts';

/** A page: its HTML shell is made here, its content by its script. */
export interface Page {
  readonly title: string;
  readonly description: string;
  /** Name of its bundle: `explorer` is served as `assets/explorer.js` and `assets/explorer.css`. */
  readonly bundle: string;
  /** Directives that replace those of the default policy. */
  readonly policy?: Readonly<Record<string, string>>;
}

/** The default Content-Security-Policy: same origin only, no inline scripts, no eval, no embedding in frames. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

const ICON =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='8' fill='#0f766e'/><path d='M8 13h16v9a3 3 0 0 1-3 3H11a3 3 0 0 1-3-3zM8 13l3-6h10l3 6' fill='none' stroke='#fff' stroke-width='2.4' stroke-linejoin='round'/></svg>";

/** Returns the HTTP headers of a page; of a page of the docs by default. */
export function pageHeaders({ policy = {} }: Pick<Page, 'policy'> = {}): Readonly<Record<string, string>> {
  const directives = Object.entries({ ...POLICY, ...policy }).map(([name, sources]) => `${name} ${sources}`);
  return {
    'content-security-policy': directives.join('; '),
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'cache-control': 'no-store',
  };
}

/** Returns the HTML shell of a page. `settings` is a data block: readable under any policy, and never executed. */
export function pageHtml({ title, description, bundle }: Page, settings: JsonObject): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="description" content="${description}" />
    <title>${title}</title>
    <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}" />
    <link rel="stylesheet" href="assets/${bundle}.css" />
    <script type="application/json" id="settings">${dataText(settings)}</script>
    <script type="module" src="assets/${bundle}.js"></script>
  </head>
  <body>
    <div id="root"></div>
    <noscript>This page needs JavaScript. The API itself does not: see README.</noscript>
  </body>
</html>
`;
}

/** Formats JSON so that it cannot close the element that contains it. */
function dataText(settings: JsonObject): string {
  return JSON.stringify(settings).replaceAll('<', String.raw`\u003c`);
}
