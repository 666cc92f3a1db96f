import { ServerResponse, type IncomingMessage } from 'node:http';
import { ANSWER_BYTES_FREE, HeldFor, Hold, type Ledger } from '../limits/ledger.ts';

/** What an answer is replaced by if its caller leaves too much unread: in the formats of GraphQL and of the partner API. */
const code = 'SERVICE_UNAVAILABLE';
const message =
  'Too much of your earlier answers is not read yet: read them, and send the same request again in a second.';
const UNREAD = JSON.stringify({ errors: [{ code, messages: [message], message, extensions: { code } }] });

/** A response whose bytes are held for its caller until the operating system has accepted them. */
export class HeldResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  private ledger: Ledger | undefined;
  private owner = '';

  /** Names the caller. Answers to unknown callers are short, or the same for all. */
  isFor(owner: string, ledger: Ledger): void {
    this.owner = owner;
    this.ledger = ledger;
  }

  /** Holds an answer; returns false if it must be replaced. */
  hold(bytes: number): boolean {
    if (this.ledger === undefined || this.closed) return true;
    const hold = new Hold(this.ledger, this.owner, HeldFor.ANSWERS);
    if (bytes > ANSWER_BYTES_FREE && !hold.mayTake(bytes)) return false;
    hold.become(bytes);
    this.once('close', hold.release);
    return true;
  }
}

/** Returns an answer, or what replaces it if its caller cannot hold it. */
export function heldAnswer<Answer extends { readonly text: string | Buffer; readonly whenSent?: () => void }>(
  response: ServerResponse,
  answer: Answer,
) {
  if (!(response instanceof HeldResponse) || response.hold(answer.text.length)) return answer;
  answer.whenSent?.();
  return { status: 503, type: 'application/json; charset=utf-8', text: UNREAD, headers: { 'retry-after': '1' } };
}
