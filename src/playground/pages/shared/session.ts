/**
 * What all pages share: the session of a visitor, and how they reach the gateway.
 * @packageDocumentation
 */

import type { SandboxClient, Settings } from './settings.ts';

/** How long before it expires a token is renewed, in milliseconds. */
const RENEWAL_MARGIN_MS = 60_000;
const CHOSEN_CLIENT = 'partner-banking:client';

interface Granted {
  readonly token: string;
  readonly renewAt: number;
}

interface TokenAnswer {
  readonly access_token: string;
  readonly expires_in: number;
}

/** Who the page acts as: one of the sandbox clients, or the client of the user's own token. */
export class Session {
  readonly clients: readonly SandboxClient[];
  private current: SandboxClient | undefined;
  private ownToken = '';
  private isRefused = false;
  private granted: Promise<Granted> | undefined;
  private readonly listeners = new Set<() => void>();

  constructor({ clients }: Settings) {
    this.clients = clients;
    const chosen = sessionStorage.getItem(CHOSEN_CLIENT);
    this.current = clients.find(({ id }) => id === chosen) ?? clients[0];
  }

  /** The sandbox client in use; undefined if the user's own token is. */
  get client(): SandboxClient | undefined {
    return this.current;
  }

  /** Whether there is a client or a token to act with. */
  get isKnown(): boolean {
    return this.current !== undefined || this.ownToken !== '';
  }

  /** Whether the user's own token was refused: it is invalid here, or has expired. */
  get wasRefused(): boolean {
    return this.isRefused;
  }

  /** Acts as another sandbox client from now on. */
  switchTo(id: string): void {
    const next = this.clients.find((client) => client.id === id);
    if (next === undefined || next === this.current) return;
    this.current = next;
    this.granted = undefined;
    sessionStorage.setItem(CHOSEN_CLIENT, id);
    this.tell();
  }

  /** Acts with the user's own token; it stays in this page's memory only. */
  useToken(token: string): void {
    this.ownToken = token.trim();
    this.isRefused = false;
    this.tell();
  }

  /** Drops a token that the gateway has refused: a sandbox client gets a new one, other users must enter one. */
  refused(token: string): void {
    this.granted = undefined;
    if (token === '' || token !== this.ownToken) return;
    this.ownToken = '';
    this.isRefused = true;
    this.tell();
  }

  /** Notifies the listener of every change of client or token, until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Returns the user's own token, or the client's, which is valid for at least a minute; empty if there is none. */
  async token(): Promise<string> {
    const client = this.current;
    if (client === undefined) return this.ownToken;
    const granted = (this.granted ??= grant(client));
    try {
      const { token, renewAt } = await granted;
      if (Date.now() < renewAt) return token;
    } catch (error) {
      this.granted = undefined;
      throw error;
    }
    // Another request may have renewed it meanwhile.
    if (this.granted === granted) this.granted = undefined;
    return (await (this.granted ??= grant(client))).token;
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

async function grant({ id, secret }: SandboxClient): Promise<Granted> {
  const response = await fetch('oauth/token', {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret }),
  });
  if (!response.ok) throw new Error(`The gateway issued no token (HTTP ${response.status}).`);
  const { access_token: token, expires_in: seconds }: TokenAnswer = await response.json();
  return { token, renewAt: Date.now() + seconds * 1_000 - RENEWAL_MARGIN_MS };
}
