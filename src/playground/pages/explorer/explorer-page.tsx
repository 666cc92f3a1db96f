/**
 * The page on which operations are written and run.
 * @packageDocumentation
 */

import './workers.ts';
import 'graphiql/style.css';
import '../shared/shared.css';
import './explorer.css';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { createRoot } from 'react-dom/client';
import { Session } from '../shared/session.ts';
import { readSettings } from '../shared/settings.ts';
import { TokenNotice } from '../shared/token-notice.tsx';
import { TopBar } from '../shared/top-bar.tsx';
import { loadExamples, prepare, type ReadyExample } from './examples.ts';
import { examplesPlugin } from './examples-plugin.tsx';
import { gatewayFetcher } from './fetcher.ts';

const FIRST_EXAMPLE = 'mutations/createPocket/CreatePocketSuccess';
const WELCOME = {
  query: '# The schema and its docs are on the left.\n{\n  errorCatalogue {\n    code\n    condition\n  }\n}\n',
  variables: '',
};

const settings = readSettings();
const session = new Session(settings);

const examples = await loadExamples(settings.sandbox);
const plugin = examplesPlugin(examples, session);
const fetcher = gatewayFetcher(session);
const initial = await firstTab();

/** Returns the content of the editors on a first visit; on later visits GraphiQL restores the tabs. */
async function firstTab(): Promise<object> {
  if (localStorage.getItem('graphiql:tabState') !== null) return {};
  const { query, variables } = await firstExample();
  return { initialQuery: query, initialVariables: variables };
}

/** Returns the first example, prepared; if that fails, a query that needs no token. */
async function firstExample(): Promise<ReadyExample> {
  const first = examples.find(({ path }) => path === FIRST_EXAMPLE);
  return first === undefined ? WELCOME : prepare(first, session).catch(() => WELCOME);
}

createRoot(document.getElementById('root') ?? document.body).render(
  <div className="explorer">
    <TopBar session={session} current="Explorer" />
    <TokenNotice session={session} purpose="Without one, only the docs and errorCatalogue are available." />
    <main className="explorer-main">
      <h1 className="visually-hidden">Explorer</h1>
      <GraphiQL
        fetcher={fetcher}
        plugins={settings.sandbox ? [plugin, HISTORY_PLUGIN] : [HISTORY_PLUGIN]}
        {...(settings.sandbox && { visiblePlugin: plugin })}
        {...initial}
        defaultEditorToolsVisibility="variables"
        defaultQuery=""
        shouldPersistHeaders={false}
        inputValueDeprecation
        schemaDescription
      >
        <GraphiQL.Logo>
          <span />
        </GraphiQL.Logo>
      </GraphiQL>
    </main>
  </div>,
);
