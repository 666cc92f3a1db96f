/** What subclasses of pg's parser can use, missing from its types. */
declare module 'pg-protocol/dist/parser.js' {
  interface Message {
    readonly name: string;
  }

  export class Parser {
    parse(bytes: Buffer, callback: (message: Message) => void): void;
    /** @param offset where the content of the message begins, after its type and length */
    protected handlePacket(offset: number, code: number, length: number, bytes: Buffer): Message;
  }
}
