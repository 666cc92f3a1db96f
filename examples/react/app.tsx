import { ApolloProvider } from '@apollo/client/react';
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { client } from './client.ts';
import { PocketForm } from './forms/create-pocket.tsx';
import { CustomerForm } from './forms/register-customer.tsx';
import { PixForm } from './forms/register-pix-entry.tsx';

const PAGES = [
  { hash: '#pocket', title: 'New pocket', Page: PocketForm },
  { hash: '#customer', title: 'New customer', Page: CustomerForm },
  { hash: '#pix', title: 'New Pix key', Page: PixForm },
] as const;

function onHashChange(notify: () => void) {
  addEventListener('hashchange', notify);
  return () => {
    removeEventListener('hashchange', notify);
  };
}

function App() {
  const hash = useSyncExternalStore(onHashChange, () => location.hash);
  const shown = PAGES.find((page) => page.hash === hash) ?? PAGES[0];
  return (
    <>
      <nav>
        {PAGES.map((page) => (
          <a key={page.hash} href={page.hash} aria-current={page === shown ? 'page' : undefined}>
            {page.title}
          </a>
        ))}
      </nav>
      <main>
        <h1>{shown.title}</h1>
        <shown.Page />
      </main>
    </>
  );
}

createRoot(document.getElementById('root') ?? document.body).render(
  <ApolloProvider client={client}>
    <App />
  </ApolloProvider>,
);
