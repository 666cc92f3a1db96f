import {
  GraphQLError,
  Kind,
  type ASTVisitor,
  type DocumentNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import { expandedSelections, SELECTIONS_MAX } from './expanded-selections.ts';

/** Limits of a document. Each bounds work that grows faster than the document's length. */
const DOCUMENT_LIMITS = {
  depth: 12,
  aliases: 15,
  rootFields: 10,
  directives: 20,
  timesOneKey: 20,
  selections: SELECTIONS_MAX,
  __schema: 1,
  __type: 1,
} as const;

/** Limits that apply to the whole document. */
const COUNTED = ['aliases', 'directives', '__schema', '__type'] as const;

type LimitName = keyof typeof DOCUMENT_LIMITS;

/** How error messages name what there is too much of. */
const EXCESS: Readonly<Record<LimitName, string>> = {
  depth: 'levels deep',
  aliases: 'aliases',
  rootFields: 'root fields',
  directives: 'directives',
  timesOneKey: 'fields of one name side by side',
  selections: 'selections, each fragment counted at all its places',
  __schema: 'field __schema',
  __type: 'field __type',
};

/**
 * Validation rule that refuses documents beyond the limits, whatever their fields. Introspection may be deeper. What
 * they select is counted first: of a document with too much of it, nothing is left for other rules.
 */
export function documentLimitsRule(context: ValidationContext): ASTVisitor {
  const counts = { aliases: 0, directives: 0, __schema: 0, __type: 0 };
  const refuse = (limit: LimitName) => {
    const message = `The document has more than ${DOCUMENT_LIMITS[limit]} ${EXCESS[limit]}: split it into several.`;
    context.reportError(new GraphQLError(message));
  };
  return {
    Field({ alias, name: { value: name } }) {
      if (alias !== undefined) counts.aliases += 1;
      if (name === '__schema' || name === '__type') counts[name] += 1;
    },
    Directive() {
      counts.directives += 1;
    },
    SelectionSet({ selections }) {
      if (mostOfOneKey(selections) > DOCUMENT_LIMITS.timesOneKey) refuse('timesOneKey');
    },
    Document: {
      enter(document) {
        const measure = new Measure(document);
        for (const definition of document.definitions) {
          if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
          if (measure.depth(definition.selectionSet) > DOCUMENT_LIMITS.depth) refuse('depth');
          if (measure.width(definition.selectionSet) > DOCUMENT_LIMITS.rootFields) refuse('rootFields');
        }
        if (expandedSelections(context.getSchema(), document) <= SELECTIONS_MAX) return undefined;
        refuse('selections');
        return null;
      },
      leave() {
        for (const limit of COUNTED) if (counts[limit] > DOCUMENT_LIMITS[limit]) refuse(limit);
      },
    },
  };
}

function mostOfOneKey(selections: readonly SelectionNode[]): number {
  const times = new Map<string, number>();
  for (const selection of selections) {
    if (selection.kind !== Kind.FIELD) continue;
    const key = (selection.alias ?? selection.name).value;
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  return Math.max(0, ...times.values());
}

/** Measures selection sets including fragments; each fragment once, however often it is spread. */
class Measure {
  private readonly fragments: ReadonlyMap<string, SelectionSetNode>;
  private readonly depths = new Map<SelectionSetNode, number>();
  private readonly widths = new Map<SelectionSetNode, number>();

  constructor({ definitions }: DocumentNode) {
    const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    this.fragments = new Map(fragments.map(({ name, selectionSet }) => [name.value, selectionSet]));
  }

  /** Returns the levels of fields below, without introspection. */
  depth(set: SelectionSetNode): number {
    return this.once(this.depths, set, () => Math.max(0, ...set.selections.map((selection) => this.levels(selection))));
  }

  /** Returns the number of fields on this level, including those of fragments. */
  width(set: SelectionSetNode): number {
    return this.once(this.widths, set, () =>
      set.selections.reduce((fields, selection) => {
        if (selection.kind === Kind.FIELD) return fields + 1;
        const inner = this.innerSet(selection);
        return fields + (inner === undefined ? 0 : this.width(inner));
      }, 0),
    );
  }

  private levels(selection: SelectionNode): number {
    const inner = this.innerSet(selection);
    if (selection.kind !== Kind.FIELD) return inner === undefined ? 0 : this.depth(inner);
    if (selection.name.value.startsWith('__')) return 0;
    return inner === undefined ? 1 : 1 + this.depth(inner);
  }

  private innerSet(selection: SelectionNode): SelectionSetNode | undefined {
    return selection.kind === Kind.FRAGMENT_SPREAD ? this.fragments.get(selection.name.value) : selection.selectionSet;
  }

  /** A set that is reached again while it is measured is part of a cycle, which another rule refuses. */
  private once(measured: Map<SelectionSetNode, number>, set: SelectionSetNode, measure: () => number): number {
    const known = measured.get(set);
    if (known !== undefined) return known;
    measured.set(set, 0);
    const size = measure();
    measured.set(set, size);
    return size;
  }
}
