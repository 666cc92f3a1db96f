import { useSyncExternalStore } from 'react';
import type { Session } from './session.ts';

interface TokenNoticeProps {
  readonly session: Session;
  /** What a token is for on this page. */
  readonly purpose: string;
}

/** Asks for a token while there is no valid one; renders nothing otherwise. */
export function TokenNotice({ session, purpose }: TokenNoticeProps) {
  const isKnown = useSyncExternalStore(session.subscribe, () => session.isKnown);
  const wasRefused = useSyncExternalStore(session.subscribe, () => session.wasRefused);
  if (isKnown) return null;
  return (
    <section className={wasRefused ? 'notice notice-refused' : 'notice'} role={wasRefused ? 'alert' : 'note'}>
      <h2>{wasRefused ? 'The token was refused' : 'A token is needed'}</h2>
      <p>
        {wasRefused && 'It has expired, or it is not meant for this gateway. '}
        {purpose} Get one from your OpenID provider, paste it into the field at the top and press Use. It stays in the
        memory of this page only.
      </p>
    </section>
  );
}
