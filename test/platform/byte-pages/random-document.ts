import {
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How deep single objects are selected below a row. */
const DEPTH_MAX = 2;
/** Most random aliases of a document: it can have 15, and some lists need one in any case. */
const ALIASES_MAX = 12;

/** Fields of the rows of some lists that cannot be written from columns of a row. */
const NOT_OF_COLUMNS: Readonly<Record<string, RegExp>> = {
  webhookMessages: /\b(sequence|changeCursor|configuration)\b/,
  pockets: /\b(balance|lastMovementAt)\b/,
  paymentAccounts: /\b(reason|customer|balance|lastMovementAt)\b/,
  webhookConfigurations: /\b(rawContext|lastSequence|breaker)\b/,
};

/** Draws documents of lists: connections, their edges or nodes, and scalars and single objects of nodes. */
export class RandomDocuments {
  private readonly schema: GraphQLSchema;
  private readonly random: () => number;
  private aliases = 0;
  private drawn = 0;
  /** Number of documents so far that no plan supports: no list of theirs can be written. */
  withoutPlan = 0;
  /** Number of documents so far with two lists: if only one can be written, an account that exists shows both. */
  maybeWithoutPlan = 0;

  constructor(schema: GraphQLSchema, random: () => number) {
    this.schema = schema;
    this.random = random;
  }

  /**
   * Returns a list of a root field, or the pockets of an account, never the same text twice; searches of messages are
   * limited to `period`.
   */
  next(period: string): string {
    this.aliases = 0;
    const [root, text] = this.drawnList(period);
    if (NOT_OF_COLUMNS[root]?.test(text)) this.withoutPlan += 1;
    return `${text} # ${(this.drawn += 1)}`;
  }

  private drawnList(period: string): readonly [root: string, text: string] {
    const root = this.oneOf([
      'pockets',
      'pockets',
      'pockets',
      'paymentAccounts',
      'webhookMessages',
      'webhookConfigurations',
      'eventCheckpoints',
    ]);
    const order = this.oneOf(['', 'orderBy: OLDEST, ', 'orderBy: NEWEST, ']);
    const args = `${root.startsWith('webhook') ? order : ''}${this.page()}`;
    if (root === 'webhookMessages')
      return [root, `{ ${root}(filter: { ${period} }, ${args}) ${this.connection('WebhookMessageConnection')} }`];
    if (root === 'pockets') {
      const number = this.oneOf(['200001', '200001', '200002', '100002', 'none', 'a\\u0000b']);
      const own = this.maybe(() => this.object(this.type('PaymentAccount'), 0), '{ id }').slice(1, -1);
      const isTwice = this.random() < 0.1;
      const lists = (isTwice ? ['one', 'other'] : ['only']).map(
        (alias) => `${alias}: pockets(${this.page()}) ${this.connection('PocketConnection')}`,
      );
      // What is shown of the account itself is not of the list.
      if (isTwice) this.maybeWithoutPlan += 1;
      else if (NOT_OF_COLUMNS[root]?.test(lists.join(' ')) === true) this.withoutPlan += 1;
      return ['', `{ ${this.alias()}paymentAccount(number: "${number}") { ${own} ${lists.join(' ')} } }`];
    }
    const field = this.schema.getQueryType()?.getFields()[root];
    const type = getNamedType(field?.type ?? this.type('Pocket'));
    return [root, `{ ${this.alias()}${root}(${args}) ${this.connection(type.name)} }`];
  }

  private connection(name: string): string {
    const fields = this.type(name).getFields();
    const node = getNamedType(fields['nodes']?.type ?? this.type(name));
    if (!isObjectType(node)) throw new Error(`${name} has no nodes.`);
    const parts = [
      () => `${this.alias()}nodes ${this.object(node, 0)}`,
      () =>
        `${this.alias()}edges { ${this.shuffled([`${this.alias()}cursor`, `${this.alias()}node ${this.object(node, 0)}`]).join(' ')} }`,
      () => `${this.alias()}edges { ${this.oneOf(['cursor', '__typename cursor', `...${this.edgeFragment(name)}`])} }`,
      () => `${this.alias()}pageInfo ${this.object(this.type('PageInfo'), 0)}`,
      () => `${this.alias()}${this.oneOf(['totalCount', 'totalCountIsExact'])}`,
      () => `${this.alias()}__typename`,
    ];
    const rows = this.oneOf(parts.slice(0, 3));
    return `{ ${this.shuffled([rows(), ...this.some(0, 3, () => this.oneOf(parts)())]).join(' ')} }`;
  }

  private edgeFragment(name: string): string {
    return ` on ${name.replace('Connection', 'Edge')} { ${this.alias()}cursor }`;
  }

  private object(type: GraphQLObjectType, depth: number): string {
    const fields = Object.values(type.getFields()).filter((field) => isOfShape(field, depth));
    const drawn = this.shuffled(fields).slice(0, 1 + Math.floor(this.random() * fields.length));
    const selected = drawn.map((field) => this.field(field, depth));
    const all = this.shuffled([...selected, ...this.some(0, 1, () => `${this.alias()}__typename`)]);
    // At the greatest depth a type of nothing but objects has no other field.
    if (all.length === 0) all.push('__typename');
    const inline = this.random() < 0.1 ? `{ ... on ${type.name} { ${all.join(' ')} } }` : undefined;
    return inline ?? `{ ${all.join(' ')} }`;
  }

  private field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const type = getNullableType(field.type);
    const below = isObjectType(type) ? ` ${this.object(type, depth + 1)}` : '';
    return `${this.alias()}${field.name}${below}`;
  }

  /** Returns an alias or nothing, so that a field is also selected in several places under one key. */
  private alias(): string {
    if (this.aliases === ALIASES_MAX || this.random() < 0.3) return '';
    return `a${(this.aliases += 1)}${this.random() < 0.5 ? '_' : ''}: `;
  }

  private page(): string {
    return `${this.oneOf(['first', 'last'])}: ${this.oneOf([1, 2, 3, 20, 60])}`;
  }

  private type(name: string): GraphQLObjectType {
    const type = this.schema.getType(name);
    if (isObjectType(type)) return type;
    throw new Error(`${name} is no object type.`);
  }

  private some<Item>(least: number, most: number, make: () => Item): Item[] {
    return Array.from({ length: least + Math.floor(this.random() * (most - least + 1)) }, make);
  }

  private maybe(make: () => string, otherwise: string): string {
    return this.random() < 0.5 ? make() : otherwise;
  }

  private oneOf<Item>(items: readonly Item[]): Item {
    const [item] = items.slice(Math.floor(this.random() * items.length));
    if (item === undefined) throw new Error('There is nothing to choose from.');
    return item;
  }

  private shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, at: this.random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  }
}

function isOfShape({ type, args, name }: GraphQLField<unknown, unknown>, depth: number): boolean {
  const shown = getNullableType(type);
  // `freshness` depends on the time of the request.
  if (args.length > 0 || isListType(shown) || name === 'freshness') return false;
  if (isLeafType(shown)) return true;
  return isObjectType(shown) && depth < DEPTH_MAX && !name.endsWith('Connection') && !('pageInfo' in shown.getFields());
}
