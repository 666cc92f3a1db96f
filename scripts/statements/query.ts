import { constant, MAYBE, NEVER_NULL, together, type Catalogue, type Facts } from './column-facts.ts';
import type { TreeNode } from './parse-tree.ts';

// Numbers of PostgreSQL's nodes: CmdType, RTEKind, SubLinkType.
const SELECT = 1;
const RTE = { relation: 0, subquery: 1, join: 2, function: 3, values: 5, cte: 6, group: 9 } as const;
const SUBLINK = { exists: 0, all: 1, any: 2, expression: 4, array: 6 } as const;
/** Functions that return null for no argument but null. */
const TOTAL_FUNCTIONS = new Set(
  `abs cardinality ceil char_length clock_timestamp convert_to date_trunc encode extract floor length lower make_interval now
   pg_try_advisory_xact_lock random round set_config sha256 timezone to_timestamp upper`.split(/\s+/),
);
/** Aggregates and window functions that are never null. */
const COUNTS = new Set(['count', 'row_number', 'rank', 'dense_rank']);
/** Aggregates that are null for no rows only, unless all their arguments are. */
const OF_ROWS = new Set(['array_agg', 'bool_and', 'bool_or', 'max', 'min', 'sum']);

/** Casts, which are null for null only. */
const CASTS = new Set(['RELABELTYPE', 'COERCEVIAIO', 'ARRAYCOERCEEXPR', 'COERCETODOMAIN', 'COLLATEEXPR']);
const CAST_FORMATS = new Set(['1', '2']);

/** A query, and those around it. */
export class Query {
  /** The queries of its WITH clause. */
  private readonly commonQueries: readonly Query[];
  private readonly tree: TreeNode;
  private readonly catalogue: Catalogue;
  private readonly around: Query | undefined;
  /** Columns that are being looked at: a recursive query reads itself. */
  private readonly open = new Set<number>();

  constructor(tree: TreeNode, catalogue: Catalogue, around?: Query) {
    this.tree = tree;
    this.catalogue = catalogue;
    this.around = around;
    this.commonQueries = tree.nodes('cteList').map((common) => this.below(common.node('ctequery')));
  }

  /** What is known of each column that it returns, in their order. */
  get columns(): readonly Facts[] {
    return this.targets.map((target) => this.column(target.number('resno')));
  }

  /** The numbers of parameters that are stored in columns that cannot be null. */
  get requiredParameters(): ReadonlySet<number> {
    return new Set([this, ...this.commonQueries].flatMap((query) => query.storedParameters));
  }

  private get targets(): readonly TreeNode[] {
    const list = this.tree.number('commandType') === SELECT ? 'targetList' : 'returningList';
    return this.tree.nodes(list).filter((target) => !target.is('resjunk'));
  }

  private column(number: number): Facts {
    const branches = this.branches;
    if (branches.length > 0) {
      if (this.open.has(number)) return { isNeverNull: true, texts: [] };
      this.open.add(number);
      const facts = together(branches.map((branch) => branch.column(number)));
      this.open.delete(number);
      return facts;
    }
    return this.facts(this.targets.find((target) => target.number('resno') === number)?.node('expr'));
  }

  private get storedParameters(): readonly number[] {
    const stored = this.tree.number('resultRelation');
    if (stored === 0) return [];
    const table = this.entry(stored).text('relid');
    return this.tree.nodes('targetList').flatMap((target) => {
      const { parameter } = this.facts(target.node('expr'));
      const isNotNull = this.catalogue.isNotNull(table, target.number('resno'));
      return parameter !== undefined && isNotNull ? [parameter] : [];
    });
  }

  /** The queries of a UNION. */
  private get branches(): readonly Query[] {
    const operation = this.tree.node('setOperations');
    if (operation === undefined) return [];
    const leaves = [...operation.descendants()].filter(({ type }) => type === 'RANGETBLREF');
    return leaves.map((leaf) => this.below(this.entry(leaf.number('rtindex')).node('subquery')));
  }

  private entry(number: number): TreeNode {
    const entry = this.tree.nodes('rtable')[number - 1];
    if (entry === undefined) throw new Error(`The query has no table ${number}.`);
    return entry;
  }

  private below(tree: TreeNode | undefined): Query {
    if (tree === undefined) throw new Error('A query is missing.');
    return new Query(tree, this.catalogue, this);
  }

  private outside(levels: number): Query {
    const query = levels === 0 ? this : this.around?.outside(levels - 1);
    if (query === undefined) throw new Error('The query has no query around it.');
    return query;
  }

  private facts(expression: TreeNode | undefined): Facts {
    if (expression === undefined) return MAYBE;
    const ifNoneIsNull = (...fields: readonly string[]) =>
      this.ifNoneIsNull(fields.flatMap((field) => expression.nodes(field)));
    switch (expression.type) {
      case 'VAR':
        return this.outside(expression.number('varlevelsup')).variable(expression);
      case 'PARAM':
        return { isNeverNull: false, parameter: expression.number('paramid') };
      case 'CONST':
        return constant(expression);
      case 'COALESCEEXPR':
      case 'MINMAXEXPR':
        return this.firstOf(expression.nodes('args'));
      case 'CASEEXPR':
        return together(
          [...expression.nodes('args').map((when) => when.node('result')), expression.node('defresult')].map((result) =>
            this.facts(result),
          ),
        );
      case 'SUBLINK':
        return this.sublink(expression);
      case 'AGGREF':
      case 'WINDOWFUNC':
        return this.aggregate(expression);
      case 'FUNCEXPR':
        if (CAST_FORMATS.has(expression.text('funcformat'))) return this.facts(expression.nodes('args')[0]);
        return this.isTotal(expression) ? ifNoneIsNull('args') : MAYBE;
      case 'OPEXPR':
        return ifNoneIsNull('args');
      case 'BOOLEXPR':
      case 'SCALARARRAYOPEXPR':
        return ifNoneIsNull('args');
      case 'NULLTEST':
      case 'BOOLEANTEST':
      case 'DISTINCTEXPR':
      case 'ROWEXPR':
      case 'ARRAYEXPR':
      case 'SQLVALUEFUNCTION':
        return NEVER_NULL;
      default:
        return CASTS.has(expression.type) ? this.facts(expression.node('arg')) : MAYBE;
    }
  }

  private isTotal(call: TreeNode): boolean {
    return TOTAL_FUNCTIONS.has(this.catalogue.functionName(call.text('funcid')));
  }

  private ifNoneIsNull(expressions: readonly TreeNode[]): Facts {
    return { isNeverNull: expressions.every((expression) => this.facts(expression).isNeverNull) };
  }

  private firstOf(expressions: readonly TreeNode[]): Facts {
    const all = expressions.map((expression) => this.facts(expression));
    return { ...together(all), isNeverNull: all.some(({ isNeverNull }) => isNeverNull) };
  }

  private sublink(link: TreeNode): Facts {
    switch (link.number('subLinkType')) {
      case SUBLINK.exists:
      case SUBLINK.array:
        return NEVER_NULL;
      case SUBLINK.expression: {
        const query = this.below(link.node('subselect'));
        return query.isOneRow ? query.column(1) : { ...query.column(1), isNeverNull: false };
      }
      default:
        return MAYBE;
    }
  }

  /** Whether it is an aggregate over all its rows, and so always one row. */
  private get isOneRow(): boolean {
    const narrowed = ['groupClause', 'groupingSets', 'havingQual', 'limitOffset', 'limitCount'];
    return this.tree.is('hasAggs') && narrowed.every((field) => this.tree.nodes(field).length === 0);
  }

  private aggregate(call: TreeNode): Facts {
    const isWindow = call.type === 'WINDOWFUNC';
    const name = this.catalogue.functionName(call.text(isWindow ? 'winfnoid' : 'aggfnoid'));
    if (COUNTS.has(name)) return NEVER_NULL;
    const hasRows = this.tree.nodes('groupClause').length > 0 && call.node('aggfilter') === undefined;
    if (!OF_ROWS.has(name) || isWindow || !hasRows) return MAYBE;
    return this.ifNoneIsNull(call.nodes('args').map((target) => target.node('expr') ?? target));
  }

  private variable(variable: TreeNode): Facts {
    const number = variable.number('varattno');
    const facts = number > 0 ? this.columnOf(this.entry(variable.number('varno')), number) : MAYBE;
    // The outer joins that can make it null.
    return variable.words('varnullingrels').length > 1 ? { ...facts, isNeverNull: false } : facts;
  }

  private columnOf(entry: TreeNode, number: number): Facts {
    switch (entry.number('rtekind')) {
      case RTE.relation: {
        const view = this.catalogue.view(entry.text('relid'));
        if (view !== undefined) return new Query(view, this.catalogue).column(number);
        return { isNeverNull: this.catalogue.isNotNull(entry.text('relid'), number) };
      }
      case RTE.subquery:
        return this.below(entry.node('subquery')).column(number);
      case RTE.join:
        return this.facts(entry.nodes('joinaliasvars')[number - 1]);
      case RTE.function:
        return { isNeverNull: entry.is('funcordinality') && number === namesOf(entry).length };
      case RTE.values:
        return together(entry.lists('values_lists').map((row) => this.facts(row[number - 1])));
      case RTE.cte:
        return this.outside(entry.number('ctelevelsup')).commonQuery(entry.text('ctename')).column(number);
      case RTE.group:
        return this.facts(entry.nodes('groupexprs')[number - 1]);
      default:
        return MAYBE;
    }
  }

  private commonQuery(name: string): Query {
    const query = this.commonQueries.find((_query, nth) => this.tree.nodes('cteList')[nth]?.text('ctename') === name);
    if (query === undefined) throw new Error(`There is no query ${name}.`);
    return query;
  }
}

function namesOf(entry: TreeNode): readonly string[] {
  return entry.node('eref')?.words('colnames') ?? [];
}
