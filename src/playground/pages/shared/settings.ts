/** A client of the sandbox issuer. */
export interface SandboxClient {
  readonly id: string;
  readonly secret: string;
  readonly name: string;
}

/** What the server says to its pages. */
export interface Settings {
  readonly sandbox: boolean;
  /** Clients that a page may get tokens by; none outside sandbox mode. */
  readonly clients: readonly SandboxClient[];
}

/** Reads what stands in the page. The server has written it: its shape is known. */
export function readSettings(): Settings {
  const settings: Settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}');
  return settings;
}
