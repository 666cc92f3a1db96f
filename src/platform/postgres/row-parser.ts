import type { Duplex } from 'node:stream';
import type { Connection } from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';

/** Length of the number of fields, which precedes them. */
const COUNT_BYTES = 2;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;
/** First byte of the message of a row. */
const DATA_ROW = 0x44;

/**
 * A row as received. It is valid until the next message is read: copy what is needed longer. There is one object per
 * connection, since rows arrive one after the other.
 */
class ReceivedRow {
  readonly name = 'dataRow';
  length = 0;
  bytes: Buffer = Buffer.alloc(0);
  /** Where its fields begin, and where they end. */
  at = 0;
  end = 0;
  private count = 0;

  read(bytes: Buffer, offset: number, length: number): this {
    this.bytes = bytes;
    this.length = length;
    this.count = bytes.readInt16BE(offset);
    this.at = offset + COUNT_BYTES;
    // The length includes itself.
    this.end = offset + length - LENGTH_BYTES;
    return this;
  }

  /** Its values as texts. */
  get fields(): (string | null)[] {
    const { bytes, count } = this;
    const fields: (string | null)[] = [];
    let { at } = this;
    for (let nth = 0; nth < count; nth += 1) {
      const length = bytes.readInt32BE(at);
      at += LENGTH_BYTES;
      if (length === NULL_LENGTH) {
        fields.push(null);
      } else {
        fields.push(bytes.toString('utf8', at, at + length));
        at += length;
      }
    }
    return fields;
  }
}

/** pg's parser, except that rows stay bytes. */
class RowParser extends Parser {
  private readonly row = new ReceivedRow();

  override handlePacket(offset: number, code: number, length: number, bytes: Buffer) {
    return code === DATA_ROW ? this.row.read(bytes, offset, length) : super.handlePacket(offset, code, length, bytes);
  }
}

/** Makes a connection deliver its rows as bytes to the reader of its messages. */
export function keepRowsAsBytes(connection: Connection): void {
  const attachListeners = (stream: Duplex) => {
    const parser = new RowParser();
    const collect = (message: { readonly name: string }) => {
      connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message);
    };
    stream.on('data', (bytes: Buffer) => {
      parser.parse(bytes, collect);
    });
  };
  connection.attachListeners = attachListeners;
}
