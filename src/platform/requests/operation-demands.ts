import { apiVersionIn } from './api-version.ts';
import {
  Kind,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { requiredScopesOf } from '../auth/requires-scopes.directive.ts';
import { isSandboxOnly } from '../auth/sandbox-only.decorator.ts';
import {
  forbidden,
  forbiddenOutsideSandbox,
  introspectionOff,
  payloadTooLarge,
  noToken,
  unsupportedApiVersion,
} from '../graphql/errors/client-error.ts';
import { Introspection } from '../graphql/documents/introspection.ts';
import { INTROSPECTION_FIELDS } from './introspection-cost.ts';
import { operationCost, type OperationCost } from './operation-cost.ts';
import { operationWait, type OperationWait } from './operation-wait.ts';
import type { RequestContext } from './request-context.ts';

/** What an operation requires of its caller; read from the document once. */
export interface OperationDemands {
  readonly needsToken: boolean;
  readonly scopes: readonly string[];
  /** Whether it introspects the schema. */
  readonly introspects: boolean;
  /** Whether one of its fields is served only in sandbox mode. */
  readonly sandboxOnly: boolean;
  /** Versions of the partner API in which its root fields are served. */
  readonly apiVersions: ReadonlySet<number>;
  readonly cost: OperationCost;
  readonly wait: OperationWait;
  /** How many requests it counts as: one per root field for a mutation, otherwise one. */
  readonly requests: number;
  /** Names of its root fields, without duplicates. */
  readonly rootFields: readonly string[];
  /** Whether each of its root fields declares by `@Extensions({ largeBody: true })` that it carries a picture. */
  readonly mayBeLarge: boolean;
  /**
   * How long caches may keep the response to a GET, in seconds: the shortest `@Extensions({ keptSeconds })` of its root
   * fields; 0 if one of them has none.
   */
  readonly keptSeconds: number;
}

/** Version of root fields without `@Extensions({ apiVersion })`. */
const API_VERSION_DEFAULT = 1;

/** Reads the demands of an operation, including all its fragments; skipped fields count too. */
export function demandsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): OperationDemands {
  const scopes = new Set<string>();
  const apiVersions = new Set<number>();
  const carriesPicture = new Set<boolean>();
  const rootKeys = new Set<string>();
  const kept: number[] = [];
  let needsToken = false;
  let sandboxOnly = false;
  let introspects = false;
  const rootFields = new Set<string>();
  const typeInfo = new TypeInfo(schema);
  const root = schema.getRootType(operation.operation);
  const roots: FieldNode[] = [];
  const field = (node: FieldNode) => {
    const { alias, name } = node;
    if (typeInfo.getParentType() === root) roots.push(node);
    if (INTROSPECTION_FIELDS.includes(name.value)) introspects = true;
    const definition = typeInfo.getFieldDef();
    if (!definition || definition.name.startsWith('__')) return;
    const required = requiredScopesOf(definition);
    if (required !== undefined) needsToken = true;
    if (isSandboxOnly(definition)) sandboxOnly = true;
    for (const scope of required ?? []) scopes.add(scope);
    if (typeInfo.getParentType() !== root) return;
    apiVersions.add(apiVersionOf(definition.extensions));
    rootFields.add(definition.name);
    rootKeys.add((alias ?? name).value);
    carriesPicture.add(definition.extensions['largeBody'] === true);
    kept.push(Number(definition.extensions['keptSeconds'] ?? 0));
  };
  const visitor = visitWithTypeInfo(typeInfo, { Field: field });
  for (const definition of [operation, ...fragmentsOf(document, operation)]) visit(definition, visitor);
  return {
    needsToken,
    scopes: [...scopes].sort(),
    introspects,
    sandboxOnly,
    apiVersions,
    cost: operationCost(schema, document, operation),
    wait: operationWait(operation, roots),
    requests: operation.operation === OperationTypeNode.MUTATION ? Math.max(1, rootKeys.size) : 1,
    rootFields: [...rootFields],
    mayBeLarge: carriesPicture.has(true) && !carriesPicture.has(false),
    keptSeconds: kept.length === 0 ? 0 : Math.min(...kept),
  };
}

function apiVersionOf(extensions: Readonly<Record<string, unknown>>): number {
  const version = extensions['apiVersion'];
  return typeof version === 'number' ? version : API_VERSION_DEFAULT;
}

function fragmentsOf(document: DocumentNode, operation: OperationDefinitionNode): FragmentDefinitionNode[] {
  const definitions = new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((definition) => [definition.name.value, definition]),
  );
  const reached = new Set<FragmentDefinitionNode>();
  const follow = (node: OperationDefinitionNode | FragmentDefinitionNode) => {
    visit(node, {
      FragmentSpread({ name }) {
        const fragment = definitions.get(name.value);
        if (fragment === undefined || reached.has(fragment)) return;
        reached.add(fragment);
        follow(fragment);
      },
    });
  };
  follow(operation);
  return [...reached];
}

/** @throws GraphQLError UNAUTHENTICATED or FORBIDDEN if the caller may not run the operation */
export function demandToken(
  { needsToken, scopes, sandboxOnly, introspects }: OperationDemands,
  {
    principal,
    sandbox,
    introspection,
    transport,
  }: Pick<RequestContext, 'principal' | 'sandbox' | 'introspection' | 'transport'>,
): void {
  if (introspects && introspection === Introspection.OFF) throw introspectionOff();
  const needsPrincipal = needsToken || (introspects && introspection === Introspection.AUTHENTICATED);
  if (needsPrincipal && principal === undefined) throw noToken(transport.name);
  if (sandboxOnly && !sandbox) throw forbiddenOutsideSandbox(scopes);
  const held = principal?.scopes ?? new Set<string>();
  if (!scopes.every((scope) => held.has(scope))) throw forbidden(scopes);
}

/** @throws GraphQLError UNSUPPORTED_API_VERSION if the header does not match every root field */
export function demandApiVersion({ apiVersions }: OperationDemands, header: string | undefined): void {
  if (header === undefined) return;
  const version = apiVersionIn(header);
  if (version === undefined) throw unsupportedApiVersion('api-version must be 1, 1.0, 2 or 2.0.');
  const other = [...apiVersions].find((served) => served !== version);
  if (other !== undefined)
    throw unsupportedApiVersion(
      `A field of this document is served at api-version ${other}.0, not at ${header.trim()}.`,
    );
}

/** @throws GraphQLError PAYLOAD_TOO_LARGE if a large body carries anything but pictures */
export function demandSize({ mayBeLarge }: OperationDemands, hasLargeBody: boolean | undefined): void {
  if (hasLargeBody === true && !mayBeLarge) throw payloadTooLarge();
}
