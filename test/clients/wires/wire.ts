/** An event as clients of all wires receive it. */
export interface SeenEvent {
  readonly cursor: string;
  readonly entityId: string;
  readonly sequence: string;
}

export const SUBSCRIPTION = `subscription ($after: String) {
  webhookEvents(after: $after) { id cursor entityId sequence }
}`;

/** Starts a client on a port, after a cursor. Returns a function that ends it. */
export type Follow = (from: Followed) => () => void | Promise<void>;

export interface Followed {
  readonly port: number;
  readonly after: string | undefined;
  readonly token: () => Promise<string>;
  readonly next: (event: SeenEvent) => void;
}
