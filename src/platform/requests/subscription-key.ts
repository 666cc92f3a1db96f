import { hash } from 'node:crypto';
import { Kind, print, visit, type DocumentNode, type FieldNode, type SelectionSetNode } from 'graphql';
import type { Principal } from '../auth/principal.ts';
import type { Operation } from '../graphql/documents/operation.ts';

/** Argument of subscription fields that only sets where a stream starts. */
const WHERE_IT_BEGINS = 'after';

interface SharedView {
  readonly operation: Operation;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly principal: Principal | undefined;
}

/**
 * Returns a hash of everything that decides what a subscription shows, except where it starts: subscriptions with the
 * same key share one execution per event. Anything else that will affect what is seen must be added here.
 */
export function subscriptionKey({ operation: { document, operation }, variables, principal }: SharedView): string {
  const unseen = variablesOfBeginning(document, rootFields(document, operation.selectionSet));
  const seen = Object.entries(variables)
    .filter(([name]) => !unseen.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const view = [
    principal?.partnerId,
    principal?.companyKey,
    principal && [...principal.scopes].sort(),
    printOf(document),
    operation.name?.value,
    seen,
  ];
  return hash('sha256', JSON.stringify(view), 'base64url');
}

/** Hashes of documents without what does not matter in them, such as comments. */
const prints = new WeakMap<DocumentNode, string>();

function printOf(document: DocumentNode): string {
  const known = prints.get(document) ?? hash('sha256', print(document), 'base64url');
  prints.set(document, known);
  return known;
}

/** Returns the root fields of an operation, including those of fragments. */
function rootFields(document: DocumentNode, { selections }: SelectionSetNode): readonly FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return rootFields(document, selection.selectionSet);
    return document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .filter(({ name }) => name.value === selection.name.value)
      .flatMap(({ selectionSet }) => rootFields(document, selectionSet));
  });
}

/** Returns the variables that only set where the stream starts. */
function variablesOfBeginning(document: DocumentNode, fields: readonly FieldNode[]): ReadonlySet<string> {
  const beginnings = fields
    .flatMap((field) => field.arguments ?? [])
    .filter(({ name }) => name.value === WHERE_IT_BEGINS)
    .map(({ value }) => value)
    .filter((value) => value.kind === Kind.VARIABLE);
  const otherwiseUsed = new Set<string>();
  visit(document, {
    VariableDefinition: () => false,
    Variable(node) {
      if (!beginnings.includes(node)) otherwiseUsed.add(node.name.value);
    },
  });
  return new Set(beginnings.map(({ name }) => name.value).filter((name) => !otherwiseUsed.has(name)));
}
