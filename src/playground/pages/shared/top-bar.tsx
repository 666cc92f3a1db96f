import { useSyncExternalStore, type ReactNode } from 'react';
import type { Session } from './session.ts';
import { readSettings } from './settings.ts';

const PAGES = [
  { name: 'explorer', href: './', title: 'Explorer' },
  { name: 'console', href: 'console', title: 'Console' },
  { name: 'docs', href: 'docs', title: 'Docs' },
];
/** Is served in sandbox mode only. */
const SANDBOX_PAGES = [{ name: 'explorer', href: 'sandbox', title: 'Apollo Sandbox' }];
const { pages: served } = readSettings();

interface TopBarProps {
  readonly session: Session;
  /** Title of the current page. */
  readonly current: string;
  readonly children?: ReactNode;
}

/** Links to all pages, and the choice of partner or token. */
export function TopBar({ session, current, children }: TopBarProps) {
  return (
    <header className="top-bar">
      <p className="brand">
        <span aria-hidden="true" className="brand-mark" />
        Partner banking
      </p>
      <nav aria-label="Pages">
        {pagesFor(session).map(({ href, title }) => (
          <a key={href} href={href} aria-current={title === current ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <div className="top-bar-end">
        {children}
        {session.clients.length > 0 ? <PartnerChoice session={session} /> : <TokenField session={session} />}
      </div>
    </header>
  );
}

function pagesFor({ clients }: Session) {
  return [...PAGES, ...(clients.length > 0 ? SANDBOX_PAGES : [])].filter(({ name }) => served.includes(name));
}

/** Returns the sandbox client in use, and rerenders when it changes. */
export function useClient(session: Session) {
  return useSyncExternalStore(session.subscribe, () => session.client);
}

function PartnerChoice({ session }: { readonly session: Session }) {
  const client = useClient(session);
  return (
    <label className="field">
      <span>Partner</span>
      <select
        value={client?.id ?? ''}
        onChange={({ target }) => {
          session.switchTo(target.value);
        }}
      >
        {session.clients.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function TokenField({ session }: { readonly session: Session }) {
  const isInUse = useSyncExternalStore(session.subscribe, () => session.isKnown);
  return (
    <form
      className="field"
      onSubmit={(event) => {
        event.preventDefault();
        const token = new FormData(event.currentTarget).get('token');
        session.useToken(typeof token === 'string' ? token : '');
        event.currentTarget.reset();
      }}
    >
      <label className="field">
        <span>Token</span>
        <input name="token" type="password" autoComplete="off" required placeholder="of your OpenID provider" />
      </label>
      <button type="submit">Use</button>
      <span role="status">{isInUse ? 'In use' : ''}</span>
    </form>
  );
}
