/**
 * The page that embeds Apollo Sandbox.
 * @packageDocumentation
 */

import '../shared/shared.css';
import './sandbox.css';
import { Session } from '../shared/session.ts';
import { readSettings } from '../shared/settings.ts';

/** Apollo's own script; it embeds Sandbox in a frame, and this page sends the requests. */
const SCRIPT = 'https://embeddable-sandbox.cdn.apollographql.com/v2/embeddable-sandbox.umd.production.min.js';

const FIRST_DOCUMENT = `query WhoAmI {
  viewer {
    partner
    scopes
    sandbox
  }
}
`;

/** The options used of https://www.apollographql.com/docs/graphos/platform/sandbox#embedding-sandbox. */
interface SandboxOptions {
  readonly target: string;
  readonly initialEndpoint: string;
  readonly initialSubscriptionEndpoint: string;
  readonly endpointIsEditable: boolean;
  readonly includeCookies: boolean;
  readonly hideCookieToggle: boolean;
  readonly runTelemetry: boolean;
  readonly allowDynamicStyles: boolean;
  readonly initialState: { readonly document: string; readonly sharedHeaders: Readonly<Record<string, string>> };
}

declare global {
  var EmbeddedSandbox: new (options: SandboxOptions) => object;
}

const root = document.getElementById('root') ?? document.body;

/** Shows why Sandbox is not available, and links to the explorer. */
function explain(): void {
  const message = document.createElement('main');
  message.className = 'offline';
  const [title, text, link] = ['h1', 'p', 'a'].map((name) => document.createElement(name));
  title?.append('Apollo Sandbox needs the internet');
  text?.append('Its script could not be loaded. The gateway has its own explorer, which works offline: ');
  link?.setAttribute('href', './');
  link?.append('open the explorer');
  text?.append(link ?? '');
  message.append(title ?? '', text ?? '');
  root.replaceChildren(message);
}

async function begin(): Promise<void> {
  const endpoint = new URL('graphql', document.baseURI).href;
  const token = await new Session(readSettings()).token();
  new globalThis.EmbeddedSandbox({
    target: '#root',
    initialEndpoint: endpoint,
    initialSubscriptionEndpoint: endpoint.replace('http', 'ws'),
    endpointIsEditable: false,
    includeCookies: false,
    hideCookieToggle: true,
    runTelemetry: false,
    allowDynamicStyles: false,
    initialState: { document: FIRST_DOCUMENT, sharedHeaders: token === '' ? {} : { Authorization: `Bearer ${token}` } },
  });
}

const script = document.createElement('script');
script.src = SCRIPT;
script.addEventListener('error', explain);
script.addEventListener('load', () => {
  begin().catch(explain);
});
document.head.append(script);
