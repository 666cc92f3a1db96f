import {
  defaultFieldResolver,
  getArgumentValues,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  visit,
  type GraphQLAbstractType,
  type GraphQLList,
  type GraphQLLeafType,
  GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { isFields } from '../../../kernel/fields.ts';
import type { RequestContext } from '../operations/request-context.ts';
import { beginning, isReadEarly, showPage, showWithEarly } from './early-pages.ts';
import { attempt, joined, then, whenAll, type Json, type Later } from './json-pieces.ts';
import { PageOfPlan, type WrittenPage } from './page-of-plan.ts';
import { connectionType, type Selected, type SelectedField, type Selections } from './selection.ts';

type Values = Readonly<Record<string, unknown>>;
export type Show = (value: unknown, run: Run) => Later<Json>;
export type Resolve = (source: unknown, run: Run, context: RequestContext) => unknown;

/** The type of a value that is there. */
type Present = GraphQLObjectType | GraphQLAbstractType | GraphQLLeafType | GraphQLList<GraphQLOutputType>;
export type Arguments = (run: Run) => Values;

/** How an object is found and shown. */
export interface Finding {
  readonly resolve: Resolve;
  readonly args: Arguments;
  readonly show: Show;
}

/** One run of a plan. */
export interface Run {
  readonly context: RequestContext;
  readonly variables: Values;
  /** Whether connections may be asked for early: no provider may know better. */
  readonly readsEarly: boolean;
  /** Pages whose rows are written. */
  readonly written: Map<PageOfPlan, WrittenPage>;
  /** Connections that were asked for before the object was read that they hang on. */
  readonly early: Map<PageOfPlan, Promise<unknown>>;
}

/** Asks for a connection before the object is read that it belongs to. */
export type Begin = (
  run: Run,
  context: RequestContext,
  owner: { readonly args: Values; readonly value: Promise<unknown> },
) => void;

/** Where something is shown. What is below no list is shown once, so that its rows may be written. */
interface Place {
  readonly isOnce: boolean;
  /** The connection whose `nodes` and `edges` are here. */
  readonly page?: PageOfPlan | undefined;
  /** Gets what can be asked for early here. */
  readonly early?: Begin[];
}

const BELOW_LIST: Place = { isOnce: false };

/** Makes functions that show values as JSON, for what a document selects. They throw for all that is out of the ordinary. */
export class Completing {
  private readonly schema: GraphQLSchema;
  private readonly operation: OperationDefinitionNode;
  private readonly selections: Selections;
  /** Whether it has met a connection whose rows may be written. */
  hasPages = false;

  constructor(schema: GraphQLSchema, operation: OperationDefinitionNode, selections: Selections) {
    this.schema = schema;
    this.operation = operation;
    this.selections = selections;
  }

  object(type: GraphQLObjectType, nodes: readonly Pick<Selected['nodes'][0], 'selectionSet'>[], place: Place): Show {
    const fields = this.selections.of(type, nodes);
    const heads = fields.map(({ key }, nth) => `${nth === 0 ? '{' : ','}"${key}":`).concat('}');
    const shows = fields.map((selected) =>
      'field' in selected ? this.field(type, selected, place) : () => `"${type.name}"`,
    );
    return (value, run) => {
      const shown = shows.map((show) => attempt(() => show(value, run)));
      return whenAll(shown, (parts) => joined(heads, parts));
    };
  }

  private field(parent: GraphQLObjectType, selected: SelectedField, { isOnce, page: at, early: begins }: Place): Show {
    const { field, nodes } = selected;
    const args = argumentsOf(selected);
    const resolve = this.resolving(parent, selected, args);
    if (isOnce && connectionType(field.type) !== undefined) {
      const page = new PageOfPlan(this.selections);
      const { readEarly } = field.extensions;
      if (isReadEarly(readEarly)) begins?.push(beginning(page, readEarly, args));
      this.hasPages = true;
      return showPage(page, resolve, this.value(field.type, nodes, { isOnce, page }));
    }
    const early: Begin[] = [];
    const show = this.value(field.type, nodes, { isOnce, early });
    const ordinary: Show = (value, run) => then(resolve(value, run, run.context), (found) => show(found, run));
    if (at !== undefined && (field.name === 'nodes' || field.name === 'edges'))
      return this.rows(at, selected, ordinary);
    return early.length === 0 ? ordinary : showWithEarly(early, ordinary, { resolve, args, show });
  }

  /** The rows of a page: those that were written, else each for itself. */
  private rows(page: PageOfPlan, selected: SelectedField, ordinary: Show): Show {
    const nth = page.add(selected);
    let owners: readonly Show[] | undefined;
    return (value, run) => {
      const written = run.written.get(page);
      if (written === undefined) return ordinary(value, run);
      owners ??= page.ownersIn(nth).map(({ field, nodes }) => this.value(field.type, nodes, BELOW_LIST));
      const shows = owners;
      return then(shows.length === 0 ? undefined : written.owner, (owner) =>
        whenAll(
          shows.map((show) => attempt(() => show(owner, run))),
          (texts) => (out) => {
            written.writer.append(out, nth, texts.map(String));
          },
        ),
      );
    };
  }

  private value(type: GraphQLOutputType, nodes: SelectedField['nodes'], place: Place): Show {
    const isNullable = !isNonNullType(type);
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- GraphQL's own types say so
    const show = this.present(isNonNullType(type) ? type.ofType : type, nodes, place);
    return (value, run) => {
      if (value instanceof Error) throw value;
      if (value !== null && value !== undefined) return show(value, run);
      if (isNullable) return 'null';
      throw new TypeError('A field may not be null, and is.');
    };
  }

  private present(type: Present, nodes: SelectedField['nodes'], place: Place): Show {
    if (isObjectType(type)) return this.object(type, nodes, place);
    if (isListType(type)) return listOf(this.value(type.ofType, nodes, BELOW_LIST));
    if (isAbstractType(type)) return this.abstract(type, nodes);
    return (value) => {
      const text: unknown = JSON.stringify(type.serialize(value));
      if (typeof text === 'string') return text;
      throw new TypeError(`${type.name} cannot be shown.`);
    };
  }

  private abstract(type: GraphQLAbstractType, nodes: SelectedField['nodes']): Show {
    const types = this.schema.getPossibleTypes(type);
    const shows = new Map<unknown, Show>(types.map((one) => [one.name, this.object(one, nodes, BELOW_LIST)]));
    const info = this.infoAt(type, nodes, { prev: undefined, key: '', typename: type.name });
    return (value, run) =>
      then(type.resolveType?.(value, run.context, info(run), type), (name) => {
        const show = shows.get(name);
        if (show === undefined) throw new TypeError(`${type.name} has no such type.`);
        return show(value, run);
      });
  }

  private resolving(
    { name: typename }: GraphQLObjectType,
    { key, field, nodes }: SelectedField,
    args: Arguments,
  ): Resolve {
    const { name, resolve, type } = field;
    if (resolve === undefined && field.args.length === 0)
      return (source) => (isFields(source) ? source[name] : undefined);
    const info = this.infoAt(type, nodes, { prev: undefined, key, typename });
    const call = resolve ?? defaultFieldResolver;
    return (source, run, context) => call(source, args(run), context, info(run));
  }

  /** The path that resolvers are given; below a list it does not distinguish items. */
  private infoAt(
    returnType: GraphQLOutputType,
    fieldNodes: SelectedField['nodes'],
    path: GraphQLResolveInfo['path'],
  ): (run: Run) => GraphQLResolveInfo {
    const { schema, operation, selections } = this;
    const { fragments } = selections;
    const named = schema.getType(path.typename ?? '');
    const parentType = isObjectType(named) ? named : new GraphQLObjectType({ name: 'Abstract', fields: {} });
    const fixed = {
      ...{ fieldName: fieldNodes[0].name.value, fieldNodes, returnType, parentType, path },
      ...{ schema, fragments, operation, rootValue: undefined },
    };
    return ({ variables }) => ({ ...fixed, variableValues: variables });
  }
}

/** The arguments of a field; read once where no variable is among them. */
function argumentsOf({ field, nodes: [node] }: SelectedField): Arguments {
  const variables: string[] = [];
  visit(node, { Variable: ({ name }) => void variables.push(name.value), SelectionSet: () => false });
  if (variables.length > 0) return (run) => getArgumentValues(field, node, run.variables);
  let fixed: Values | undefined;
  return () => (fixed ??= getArgumentValues(field, node));
}

function listOf(show: Show): Show {
  return (value, run) => {
    if (!Array.isArray(value)) throw new TypeError('A list is missing.');
    return whenAll(
      value.map((item: unknown) => attempt(() => show(item, run))),
      (parts) => `[${parts.join(',')}]`,
    );
  };
}
