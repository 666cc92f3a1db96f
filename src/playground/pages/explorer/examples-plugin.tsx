import { useGraphiQL, useGraphiQLActions, type GraphiQLPlugin } from '@graphiql/react';
import { Fragment, useState } from 'react';
import type { Example } from '../../examples/example.value.ts';
import type { Session } from '../shared/session.ts';
import { prepare } from './examples.ts';

const KIND_TITLES = { mutations: 'mutation', queries: 'query', subscriptions: 'subscription' } as const;

/** Returns a GraphiQL pane that opens examples in their own tabs. */
export function examplesPlugin(examples: readonly Example[], session: Session): GraphiQLPlugin {
  return {
    title: 'Examples',
    icon: ExamplesIcon,
    content: () => <Examples examples={examples} session={session} />,
  };
}

function ExamplesIcon() {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
      <path d="M5 5.5h9M5 10h6M5 14.5h5M5 19h4" strokeLinecap="round" />
      <path d="M14 12.2v7l5.5-3.5z" strokeLinejoin="round" />
    </svg>
  );
}

function Examples({ examples, session }: { readonly examples: readonly Example[]; readonly session: Session }) {
  const [wanted, setWanted] = useState('');
  const found = examples.filter((example) => isFound(example, wanted));
  return (
    <section className="examples" aria-label="Examples">
      <h2 className="examples-title">Examples</h2>
      <p className="examples-hint">
        Each opens in a tab, ready to run in the sandbox world; those behind a red line are refused.
      </p>
      <input
        className="examples-search"
        type="search"
        aria-label="Search examples"
        placeholder="Search: a code, a type, a word"
        value={wanted}
        onChange={({ target }) => {
          setWanted(target.value);
        }}
      />
      {[...Map.groupBy(found, ({ kind, field }) => `${KIND_TITLES[kind]} ${field}`)].map(([name, group], index) => (
        <ExampleGroup
          key={`${name} ${wanted === '' ? '' : 'found'}`}
          name={name}
          examples={group}
          session={session}
          isOpen={index === 0 || wanted !== ''}
        />
      ))}
      {found.length === 0 && <p className="examples-hint">Nothing is called that.</p>}
    </section>
  );
}

interface ExampleGroupProps {
  readonly name: string;
  readonly examples: readonly Example[];
  readonly session: Session;
  readonly isOpen: boolean;
}

function ExampleGroup({ name, examples, session, isOpen }: ExampleGroupProps) {
  const open = useOpenExample(session);
  const [problem, setProblem] = useState('');
  const [preparing, setPreparing] = useState('');
  const choose = async (example: Example) => {
    setPreparing(example.path);
    try {
      await open(example);
      setProblem('');
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setPreparing('');
    }
  };
  const [kind, field] = name.split(' ');
  return (
    <details className="example-group" open={isOpen}>
      <summary>
        <h3>{field}</h3>
        <small>
          {kind}, {examples.length}
        </small>
      </summary>
      <ul>
        {examples.map((example) => (
          <li key={example.path}>
            <button
              type="button"
              className={example.endsIn.endsWith('Error') ? 'example example-refusal' : 'example'}
              disabled={preparing !== ''}
              aria-busy={preparing === example.path}
              onClick={() => {
                void choose(example);
              }}
            >
              <span>{example.title}</span>
              <code>{preparing === example.path ? 'Preparing it…' : breakable(example.endsIn)}</code>
            </button>
          </li>
        ))}
      </ul>
      <p role="alert">{problem}</p>
    </details>
  );
}

/** Allows line breaks between the words of a name. */
function breakable(name: string) {
  return name.split(/(?=[A-Z])/).map((word, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}

/** Returns a function that opens an example in a new tab, or in the current one if it is empty. */
function useOpenExample(session: Session) {
  const actions = useGraphiQLActions();
  const { queryEditor, variableEditor } = useGraphiQL(({ queryEditor, variableEditor }) => ({
    queryEditor,
    variableEditor,
  }));
  return async (example: Example) => {
    const { query, variables } = await prepare(example, session);
    if (queryEditor?.getValue().trim() !== '') actions.addTab();
    queryEditor?.setValue(query);
    variableEditor?.setValue(variables);
  };
}

function isFound({ path, title }: Example, wanted: string): boolean {
  const words = wanted.toLowerCase().replaceAll('_', '').split(' ').filter(Boolean);
  return words.every((word) => `${path} ${title}`.toLowerCase().includes(word));
}
