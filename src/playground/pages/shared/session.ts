import type { SandboxClient, Settings } from './settings.ts';

/** A token is renewed so long before it expires, in milliseconds. */
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

  /** The sandbox client in use; undefined where a token of one's own is. */
  get client(): SandboxClient | undefined {
    return this.current;
  }

  /** Whether there is anybody to act as. */
  get isKnown(): boolean {
    return this.current !== undefined || this.ownToken !== '';
  }

  /** Whether the token of one's own was given back: it is not good here, or not any more. */
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

  /** Acts by a token of one's own; it stays in this page's memory only. */
  useToken(token: string): void {
    this.ownToken = token.trim();
    this.isRefused = false;
    this.tell();
  }

  /** Forgets a token that the gateway has refused: a sandbox client gets a new one, all others are asked for one. */
  refused(token: string): void {
    this.granted = undefined;
    if (token === '' || token !== this.ownToken) return;
    this.ownToken = '';
    this.isRefused = true;
    this.tell();
  }

  /** Hears of every change of who acts, until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** A token that is good for a minute at least, or the empty string where there is none. */
  async token(): Promise<string> {
    const client = this.current;
    if (client === undefined) return this.ownToken;
    this.granted ??= grant(client);
    try {
      const { token, renewAt } = await this.granted;
      if (Date.now() < renewAt) return token;
    } catch (error) {
      this.granted = undefined;
      throw error;
    }
    this.granted = grant(client);
    return (await this.granted).token;
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
  if (!response.ok) throw new Error(`The gateway gave no token (HTTP ${response.status}).`);
  const { access_token: token, expires_in: seconds }: TokenAnswer = await response.json();
  return { token, renewAt: Date.now() + seconds * 1_000 - RENEWAL_MARGIN_MS };
}
