/** What pg's parser lets a subclass do, and its types do not tell. */
declare module 'pg-protocol/dist/parser.js' {
  interface Message {
    readonly name: string;
  }

  export class Parser {
    parse(bytes: Buffer, callback: (message: Message) => void): void;
    /** @param offset where what follows the message's type and length begins */
    protected handlePacket(offset: number, code: number, length: number, bytes: Buffer): Message;
  }
}
