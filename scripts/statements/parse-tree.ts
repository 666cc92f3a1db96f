type TreeValue = TreeNode | string | null | readonly TreeValue[];

/** A node of PostgreSQL's parse tree, as its log shows it with `debug_print_parse`. */
export class TreeNode {
  readonly type: string;
  private readonly fields: ReadonlyMap<string, TreeValue>;

  constructor(type: string, fields: ReadonlyMap<string, TreeValue>) {
    this.type = type;
    this.fields = fields;
  }

  /** Returns the node in a field; undefined if there is none. */
  node(field: string): TreeNode | undefined {
    return nodesIn(this.fields.get(field))[0];
  }

  /** Returns the nodes in a field, those of nested lists too. */
  nodes(field: string): readonly TreeNode[] {
    return nodesIn(this.fields.get(field));
  }

  /** Returns the lists of nodes in a field, such as the rows of VALUES. */
  lists(field: string): readonly (readonly TreeNode[])[] {
    const value = this.fields.get(field);
    return Array.isArray(value) ? value.map(nodesIn) : [];
  }

  text(field: string): string {
    const value = this.fields.get(field);
    return typeof value === 'string' ? value : '';
  }

  number(field: string): number {
    return Number(this.text(field));
  }

  is(field: string): boolean {
    return this.text(field) === 'true';
  }

  /** Returns the bare words of a list, such as the numbers of a set. */
  words(field: string): readonly string[] {
    return wordsIn(this.fields.get(field));
  }

  /** Returns all nodes below this one. */
  *descendants(): Generator<TreeNode> {
    for (const value of this.fields.values())
      for (const node of nodesIn(value)) {
        yield node;
        yield* node.descendants();
      }
  }
}

function nodesIn(value: TreeValue | undefined): readonly TreeNode[] {
  if (value instanceof TreeNode) return [value];
  return Array.isArray(value) ? value.flatMap(nodesIn) : [];
}

function wordsIn(value: TreeValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.flatMap(wordsIn) : [];
}

const TOKEN = /[{}()[\]]|"(?:\\[\s\S]|[^"\\])*"|(?:\\[\s\S]|[^\s{}()[\]"\\])+/g;
const NOTHING = '<>';

/** Parses the text of a tree, or of a list of trees. */
export function parseTree(text: string): TreeNode {
  const tokens = text.match(TOKEN) ?? [];
  let at = 0;

  function value(): TreeValue {
    const token = tokens[at++];
    if (token === undefined) throw new Error('The parse tree ends too early.');
    if (token === '{') return node();
    if (token === '(' || token === '[') return list();
    return token === NOTHING ? null : token.replace(/^"|"$/g, '').replaceAll(/\\([\s\S])/g, '$1');
  }

  function list(): readonly TreeValue[] {
    const values: TreeValue[] = [];
    while (tokens[at] !== ')' && tokens[at] !== ']') values.push(value());
    at += 1;
    return values;
  }

  function node(): TreeNode {
    const type = tokens[at++] ?? '';
    const fields = new Map<string, TreeValue>();
    while (tokens[at] !== '}') {
      const field = tokens[at++] ?? '';
      const values: TreeValue[] = [];
      while (tokens[at] !== '}' && tokens[at]?.startsWith(':') === false) values.push(value());
      fields.set(field.slice(1), values.length === 1 ? (values[0] ?? null) : values);
    }
    at += 1;
    return new TreeNode(type, fields);
  }

  const [tree] = nodesIn(value());
  if (tree === undefined) throw new Error(`This is no parse tree: ${text.slice(0, 80)}`);
  return tree;
}
