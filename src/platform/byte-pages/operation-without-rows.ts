import {
  getNamedType,
  getNullableType,
  isObjectType,
  Kind,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';
import { argumentsOf, type Selected, type Selections } from '../graphql/documents/selections.ts';
import type { RequestContext } from '../requests/request-context.ts';
import type { WantedColumns } from './received-page.ts';
import { isShownPages, type ShownPages } from '../graphql/paging/page-reading.ts';
import type { WritableList } from '../statements/byte-page.ts';
import { RowWriter } from './row-writer.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a row shows of the owner: keys in the row, and those under which it is selected next to the page. */
type ShownOwner = readonly { readonly key: string; readonly hidden: string }[];

/** The rows of a page as one field shows them. */
export interface RowsField {
  readonly key: string;
  readonly writer: RowWriter;
  readonly owners: readonly ShownOwner[];
}

/** A page that is written from bytes, and its path in the response. */
export interface WrittenPage {
  readonly list: ShownPages['list'];
  readonly wanted: WantedColumns;
  readonly path: readonly string[];
  readonly rows: readonly RowsField[];
  /** Reads the page before its owner; undefined if that is not possible. */
  readonly begin: ((context: RequestContext, variables: Values) => void) | undefined;
}

/** A field whose value is an object. */
interface ObjectField {
  readonly node: FieldNode;
  readonly field: GraphQLField<unknown, unknown>;
  readonly path: readonly string[];
}

/**
 * An operation without the rows of its pages. What rows show of the object that owns the list is selected next to the
 * page instead. Fields below other lists stay as they are.
 */
export class OperationWithoutRows {
  readonly operation: OperationDefinitionNode;
  readonly pages: WrittenPage[] = [];
  private readonly selections: Selections;
  private hidden = 0;

  constructor(root: GraphQLObjectType, operation: OperationDefinitionNode, selections: Selections) {
    this.selections = selections;
    this.operation = { ...operation, ...this.object(root, [operation]) };
  }

  private object(type: GraphQLObjectType, nodes: readonly Pick<FieldNode, 'selectionSet'>[], owner?: ObjectField) {
    const fields = this.selections.of(type, nodes);
    const longest = Math.max(...fields.map(({ key }) => key.length));
    const left = fields.flatMap((selected): readonly SelectionNode[] => {
      const { field, key } = selected;
      const below = field && getNullableType(field.type);
      if (field === undefined || !isObjectType(below)) return selected.nodes;
      const place = { node: selected.nodes[0], field, path: [...(owner?.path ?? []), key] };
      return (
        this.withoutRows(this.selections.of(below, selected.nodes), { place, owner, longest }) ?? [
          { ...place.node, ...this.object(below, selected.nodes, place) },
        ]
      );
    });
    return { selectionSet: { kind: Kind.SELECTION_SET, selections: left } as const };
  }

  /**
   * Returns undefined for a field that is not a connection, or whose rows cannot be written.
   * @param longest length of the longest key next to it
   */
  private withoutRows(
    fields: readonly Selected[],
    {
      place,
      owner,
      longest,
    }: { readonly place: ObjectField; readonly owner: ObjectField | undefined; readonly longest: number },
  ): readonly FieldNode[] | undefined {
    const pages = place.field.extensions['pages'];
    if (!isShownPages(pages)) return undefined;
    const { list, readEarly } = pages;
    const beside: FieldNode[] = [];
    const rows: RowsField[] = [];
    const left = fields.flatMap((selected): readonly FieldNode[] => {
      if (selected.field?.name !== 'nodes' && selected.field?.name !== 'edges') return selected.nodes;
      const writer = new RowWriter(this.selections, selected, list.shown);
      const owners = writer.owners.map((shown) => this.selectBeside(shown, '_'.repeat(longest), beside));
      rows.push({ key: selected.key, writer, owners });
      return [withoutItems(selected.nodes[0])];
    });
    if (!rows.every(({ writer }) => writer.isWhole)) return undefined;
    const ownerArgs = argumentsOf(owner ?? place);
    const args = argumentsOf(place);
    const begin = (context: RequestContext, variables: Values) =>
      readEarly?.({ context, ownerArgs: ownerArgs(variables), args: args(variables) });
    const wanted = bytesFor(list, rows);
    this.pages.push({
      list,
      path: place.path,
      rows,
      wanted,
      begin: readEarly && owner?.path.length === 1 ? begin : undefined,
    });
    return [...beside, { ...place.node, selectionSet: { kind: Kind.SELECTION_SET, selections: left } }];
  }

  /** @param prefix which makes a key longer than all others of the object */
  private selectBeside({ field, nodes: places }: Selected, prefix: string, beside: FieldNode[]): ShownOwner {
    const type = field && getNamedType(field.type);
    if (!isObjectType(type)) return [];
    return this.selections.of(type, places).map(({ key, nodes }) => {
      const hidden = `${prefix}${(this.hidden += 1)}_${key}`;
      beside.push(...nodes.map((node) => ({ ...node, alias: { kind: Kind.NAME, value: hidden } as const })));
      return { key, hidden };
    });
  }
}

function bytesFor(list: WritableList, rows: readonly RowsField[]): WantedColumns {
  const wanted = list.columnsFor(rows.flatMap(({ writer }) => writer.columns));
  for (const { writer } of rows) writer.expect(wanted.columns);
  return { list: wanted, keyLength: list.keyLength };
}

/** Selects the rows without showing any of them, in the order of the response: the connection returns an empty list. */
function withoutItems(node: FieldNode): FieldNode {
  const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;
  return { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections: [typename] } };
}
