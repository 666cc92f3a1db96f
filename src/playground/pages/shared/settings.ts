/** A client of the sandbox issuer. */
export interface SandboxClient {
  readonly id: string;
  readonly secret: string;
  readonly name: string;
}

/** What the server passes to its pages. */
export interface Settings {
  readonly sandbox: boolean;
  /** Clients that a page can get tokens with; none outside sandbox mode. */
  readonly clients: readonly SandboxClient[];
  /** Which pages there are. */
  readonly pages: readonly string[];
}

/** Reads the settings in the page. The server wrote them, so their shape is known. */
export function readSettings(): Settings {
  const settings: Settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}');
  return settings;
}
