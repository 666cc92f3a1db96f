/** An event as clients of all wires are shown it. */
export interface SeenEvent {
  readonly cursor: string;
  readonly entityId: string;
  readonly sequence: string;
}

export const SUBSCRIPTION = `subscription ($after: String) {
  webhookEvents(after: $after) { id cursor entityId sequence }
}`;

/** How a client is used: from a place on, over a port. Gives what ends it. */
export type Follow = (from: Followed) => () => void | Promise<void>;

export interface Followed {
  readonly port: number;
  readonly after: string | undefined;
  readonly token: () => Promise<string>;
  readonly next: (event: SeenEvent) => void;
}
