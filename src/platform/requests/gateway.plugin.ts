import {
  HeaderMap,
  type ApolloServerPlugin,
  type GraphQLRequestContext,
  type GraphQLRequestContextDidEncounterErrors,
  type GraphQLRequestContextWillSendResponse,
  type GraphQLRequestListener,
  type GraphQLResponse,
} from '@apollo/server';
import { getOperationAST } from 'graphql';
import type { Operation } from '../graphql/documents/operation.ts';
import type { KnownDocuments } from '../graphql/documents/known-documents.ts';
import { coercionFaults, withFaults } from '../graphql/operations/coercion-faults.ts';
import { noteDocument } from '../observability/watchdog.ts';
import type { OperationRunner } from './operation-runner.ts';
import type { RequestContext } from './request-context.ts';

type Request = GraphQLRequestContext<RequestContext>;
type Ended = GraphQLRequestContextWillSendResponse<RequestContext>;

/**
 * Takes operations that Apollo has parsed and validated through the steps of the gateway, and remembers their
 * documents, so that the same text need not be parsed again.
 */
export class GatewayPlugin implements ApolloServerPlugin<RequestContext> {
  private readonly runner: OperationRunner;
  private readonly documents: KnownDocuments;
  /** Shared by all requests: everything about a request is in its context. */
  private readonly hooks: GraphQLRequestListener<RequestContext> = {
    didResolveSource: ({ source }) => {
      noteDocument(source);
      return Promise.resolve();
    },
    didResolveOperation: (request) => this.admit(request),
    responseForOperation: (request) => this.run(request),
    didEncounterErrors: async (request) => {
      if (request.operation !== undefined) return;
      nameFaults(request);
      await this.runner.countUnusable(request.contextValue);
    },
    willSendResponse: (request) => {
      this.end(request);
      return Promise.resolve();
    },
  };

  constructor(runner: OperationRunner, documents: KnownDocuments) {
    this.runner = runner;
    this.documents = documents;
  }

  requestDidStart(): Promise<GraphQLRequestListener<RequestContext>> {
    return Promise.resolve(this.hooks);
  }

  private async admit(request: Request): Promise<void> {
    const operation = operationOf(request);
    if (operation === undefined) return;
    await this.runner.admit(operation, request.request.variables ?? {}, request.contextValue);
    if (request.source !== undefined) this.documents.remember(request.source, operation.document);
  }

  private async run(request: Request): Promise<GraphQLResponse | null> {
    const operation = operationOf(request);
    if (operation === undefined) return null;
    const { result, http } = await this.runner.run(operation, request.request.variables ?? {}, request.contextValue);
    return {
      http: { headers: new HeaderMap(http?.headers), ...(http?.status !== undefined && { status: http.status }) },
      body: { kind: 'single', singleResult: result },
    };
  }

  /** Adds the extensions of all responses to this one, and reports it. */
  private end(request: Ended): void {
    const { body } = request.response;
    if (body.kind !== 'single') return;
    const { singleResult } = body;
    Object.assign(singleResult, this.runner.end(request.contextValue, singleResult.errors, operationOf(request)));
  }
}

/** Says where the literals of an invalid document are wrong, as for variables. */
function nameFaults({
  schema,
  document,
  errors,
  request,
}: GraphQLRequestContextDidEncounterErrors<RequestContext>): void {
  const operation = document && getOperationAST(document, request.operationName);
  if (document && operation) withFaults(errors, coercionFaults(schema, { document, operation }));
}

/** Returns the operation to run, once it is known. */
function operationOf({ document, operation }: Request | Ended): Operation | undefined {
  return document === undefined || operation === undefined ? undefined : { document, operation };
}
