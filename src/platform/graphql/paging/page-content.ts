import type { Cursors } from '../../cursors/cursor-codec.ts';
import type { PageRows, Total } from '../../statements/keyset.ts';
import type { PageInfo } from './page-info.type.ts';
import type { BytePage } from '../../statements/byte-page.ts';

/** An item of a page; its cursor is created on demand. */
export class Edge<Node> {
  readonly node: Node;
  private readonly encodeCursor: () => string;

  constructor(node: Node, encodeCursor: () => string) {
    this.node = node;
    this.encodeCursor = encodeCursor;
  }

  get cursor(): string {
    return this.encodeCursor();
  }
}

/**
 * A page of a connection. Each field that is selected reads what it needs, so that all of them share a round trip, and
 * none reads rows that are not selected.
 */
export interface Page<Node> extends PageInfo {
  nodes(): Promise<readonly Node[]>;
  edges(): Promise<readonly Edge<Node>[]>;
  total(): Promise<Total>;
}

/** What a page shows of its rows; read once. */
export type PageContent<Node> = Pick<Page<Node>, 'nodes' | 'edges' | 'startCursor' | 'endCursor'> & {
  /** Whether the list continues in the direction of reading. */
  more(): Promise<boolean>;
};

interface ShownRows<Row, Node> {
  readonly cursors: Cursors;
  readonly keyOf: (row: Row) => readonly string[];
  readonly toNode: (row: Row, cursorOf: (row: Row) => string) => Node;
  /** Where the page ends in the direction of reading. */
  readonly endOfReading: 'first' | 'last';
}

/** Returns the content of a page whose rows become objects. */
export function contentOfRows<Row, Node>(
  load: () => Promise<PageRows<Row>>,
  { cursors, keyOf, toNode, endOfReading }: ShownRows<Row, Node>,
): PageContent<Node> {
  let page: Promise<PageRows<Row>> | undefined;
  const read = () => (page ??= load());
  const cursorOf = (row: Row) => cursors.encode(keyOf(row));
  const items =
    <Item>(itemOf: (node: Node, cursor: () => string) => Item) =>
    async () => {
      const { rows } = await read();
      return rows.map((row) => itemOf(toNode(row, cursorOf), () => cursorOf(row)));
    };
  const cursorAt = async (end: 'first' | 'last') => {
    const { rows, reach } = await read();
    const row = rows.at(end === 'first' ? 0 : -1);
    if (reach !== undefined && end === endOfReading) return cursors.encode(reach);
    return row === undefined ? null : cursorOf(row);
  };
  return {
    nodes: items((node) => node),
    edges: items((node, cursor) => new Edge(node, cursor)),
    startCursor: () => cursorAt('first'),
    endCursor: () => cursorAt('last'),
    more: async () => (await read()).more,
  };
}

/** Returns the content of a page whose rows are written elsewhere: as objects it has none. */
export function contentOfBytes(bytes: BytePage, sink: () => Promise<void>): PageContent<never> {
  let { reading } = bytes;
  const once =
    <Result>(shown: () => Result) =>
    async () => {
      await (reading ??= sink());
      return shown();
    };
  return {
    nodes: once(() => []),
    edges: once(() => []),
    startCursor: once(() => bytes.cursorAt('first')),
    endCursor: once(() => bytes.cursorAt('last')),
    more: once(() => bytes.more),
  };
}
