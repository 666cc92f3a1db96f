import type { IncomingMessage } from 'node:http';
import findMyWay from 'find-my-way';
import type { FoundRoute, Handler } from '../platform/http/http-server.ts';
import { BuiltRow, type Machinery } from './built-row.ts';
import type { Cors } from '../platform/http/cors.ts';
import { errorPages } from './error-pages.ts';
import { answerRest, RestEndpoint, type Answering, type RestEndpointOptions } from './rest-endpoint.ts';
import { errorAnswer, type RestAnswer } from './rest-error.ts';
import type { AnyRestRow, RestMethod } from './rest-row.ts';

const METHODS: readonly RestMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Longest parameter of a path, in characters: longer ones match no path. */
const PARAMETER_LENGTH_MAX = 200;

interface Route {
  readonly path: string;
  readonly handler: (parameters: Readonly<Record<string, string | undefined>>) => Handler;
}

export interface RestRouterOptions extends RestEndpointOptions {
  readonly cors: Cors;
}

/** The paths of all rows, and what is answered for every other one. */
export class RestRouter {
  readonly built: readonly BuiltRow[];
  /** A slash too many, as between a base and a path or at the end, leads nowhere else. */
  private readonly router = findMyWay({
    maxParamLength: PARAMETER_LENGTH_MAX,
    ignoreTrailingSlash: true,
    ignoreDuplicateSlashes: true,
  });
  private readonly routes = new Map<unknown, Route>();
  private readonly publicUrl: string;
  private readonly cors: Cors;

  constructor(rows: readonly AnyRestRow[], machinery: Machinery, options: RestRouterOptions) {
    const endpoint = new RestEndpoint(options);
    this.publicUrl = options.surroundings.publicUrl;
    this.cors = options.cors;
    const answers = rows.map((row) => {
      const built = 'unbuilt' in row ? undefined : new BuiltRow(row, machinery);
      const answering: Answering = built ?? { answer: () => Promise.resolve(this.notBuilt(machinery)), scopes: [] };
      this.add(row.method, row.path, (parameters) => endpoint.handler(parameters, answering));
      return built;
    });
    this.built = answers.filter((built) => built !== undefined);
    const pages = errorPages(machinery.catalogue);
    this.add('GET', '/errors/{code}', ({ code = '' }) => (_request, response) => {
      const body = pages.get(code);
      answerRest(response, body === undefined ? this.unknownPath() : { status: 200, headers: {}, body });
    });
  }

  /** What answers a request that has no exact path. */
  readonly find = ({ method = 'GET', url = '/' }: IncomingMessage): FoundRoute => {
    const { path, handler } = this.found(method, url);
    return { path, handler: this.cors.around(handler) };
  };

  private found(method: string, url: string): FoundRoute {
    const [path = '/'] = url.split('?', 1);
    const wanted = METHODS.find((one) => one === (method === 'HEAD' ? 'GET' : method));
    const found = wanted && this.router.find(wanted, path);
    const route = found && this.routes.get(found.handler);
    if (found && route) return { path: route.path, handler: route.handler(found.params) };
    const allow = METHODS.filter((one) => this.router.find(one, path) !== null).join(', ');
    if (allow !== '' && method === 'OPTIONS') return { path: 'nothing', handler: this.cors.preflight(allow) };
    const refusal = allow === '' ? this.unknownPath() : this.otherMethod(allow);
    return {
      path: 'nothing',
      handler: (_request, response) => {
        answerRest(response, refusal);
      },
    };
  }

  private add(method: RestMethod, path: string, handler: Route['handler']): void {
    // One for each route, which is known by it.
    const mark = () => undefined;
    this.routes.set(mark, { path, handler });
    this.router.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), mark);
  }

  private notBuilt({ catalogue }: Machinery): RestAnswer {
    const code = 'NOT_IMPLEMENTED';
    const { status = 501, message = '' } = catalogue.find((entry) => entry.code === code) ?? {};
    return errorAnswer(status, [{ code, messages: [message] }], this.publicUrl);
  }

  /** In both shapes: who calls an unknown path may be a client of either. */
  private unknownPath(): RestAnswer {
    return bothShapes('NOT_FOUND', 'There is nothing at this path.', (item) =>
      errorAnswer(404, [item], this.publicUrl),
    );
  }

  private otherMethod(allow: string): RestAnswer {
    return bothShapes('METHOD_NOT_ALLOWED', `Use ${allow}.`, (item) =>
      errorAnswer(405, [item], this.publicUrl, { allow }),
    );
  }
}

function bothShapes(
  code: string,
  message: string,
  answer: (item: { code: string; messages: readonly string[] }) => RestAnswer,
): RestAnswer {
  const item = { code, messages: [message], message, extensions: { code } };
  return answer(item);
}
