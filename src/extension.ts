import type { Capability } from './capability.ts';
import type { ExtensionCommand } from './platform/commands/command.ts';
import type { Endpoints } from './platform/http/http-server.ts';
import type { MakeLoop } from './platform/loops/loops.ts';
import type { Api, Ports } from './ports.ts';

/**
 * A part of the product that can be taken away: what is left compiles and serves. Made by `extension`; only
 * `extensions.ts` names them.
 * @typeParam Core what it needs of the core, by name; the composition passes it all services of the process
 */
export interface Extension<in Core = never> {
  /** Its folder in `src/extensions`. */
  readonly name: string;
  /** Other extensions that it may import from; a test checks this. */
  readonly neighbours: readonly string[];
  /** What its capabilities declare. */
  readonly capabilities: readonly Capability<never, never>[];
  /** Its commands for operators, by name. */
  readonly commands: Readonly<Record<string, ExtensionCommand>>;
  /** Opens it in a process. */
  readonly open: (core: Core) => OpenExtension<Core>;
}

/** What resolvers get: they use the database of the caller's context, and the ports of the product. */
export type OfResolvers<Core> = Omit<Core, 'database'> & Ports;

/** An extension in a running process. */
export interface OpenExtension<in Core> {
  /** Its capabilities, which have its own services. */
  readonly capabilities: readonly Capability<OfResolvers<Core>, Core>[];
  /** Its implementations of ports of the core. */
  readonly ports: Partial<Ports>;
  /** Adds what it serves over HTTP to the endpoints of an `api` process. */
  readonly endpoints: (served: Endpoints, api: Api) => Endpoints;
  /** Resolves when all that requests have started is done. */
  readonly settled: () => Promise<void>;
}

/**
 * How an extension is written.
 * @typeParam Core what it needs of the core, by name
 * @typeParam Own its own services
 */
interface Declared<Core, Own> {
  readonly name: string;
  readonly neighbours?: readonly string[];
  /** What it adds in the grammar of capabilities; their members are shown in this order. */
  readonly capabilities?: readonly Capability<OfResolvers<Core> & Own, Core & Own>[];
  /** Commands for operators, by name. */
  readonly commands?: Readonly<Record<string, ExtensionCommand>>;
  /** Opens the services that its parts share in a process. */
  readonly open: (core: Core) => Own;
  /** Whether its settings use it; otherwise it adds only to the schema, and its capabilities have no gauges. */
  readonly isInUse?: (own: Own) => boolean;
  /** Implements ports of the core, in place of their defaults. */
  readonly ports?: (own: Own) => Partial<Ports>;
  /** Adds what it serves over HTTP to the endpoints that there are without it. */
  readonly endpoints?: (own: Own, served: Endpoints, api: Api) => Endpoints;
  /** Resolves when all that requests have started is done; called at a stop, when nothing is served any more. */
  readonly settled?: (own: Own) => Promise<void>;
}

/** Declares an extension. Its own services stay its own: no other part of the product can name them. */
export function extension<Core, Own extends object = object>(declared: Declared<Core, Own>): Extension<Core> {
  const {
    name,
    neighbours = [],
    capabilities = [],
    commands = {},
    open,
    isInUse,
    ports,
    endpoints,
    settled,
  } = declared;
  return {
    name,
    neighbours,
    capabilities,
    commands,
    open(core) {
      const own = open(core);
      return {
        capabilities: capabilities
          .map((capability) => (isInUse?.(own) === false ? { ...capability, gauges: [] } : capability))
          .map((capability) => withServices(capability, own)),
        ports: ports?.(own) ?? {},
        endpoints: (served, api) => endpoints?.(own, served, api) ?? served,
        settled: () => settled?.(own) ?? Promise.resolve(),
      };
    },
  };
}

/** Gives its own services to the resolvers and the work of a capability of an extension. */
function withServices<Core, Own>(
  capability: Capability<OfResolvers<Core> & Own, Core & Own>,
  own: Own,
): Capability<OfResolvers<Core>, Core> {
  const { resolvers, work, ...declared } = capability;
  return {
    ...declared,
    ...(resolvers && { resolvers: (core: OfResolvers<Core>) => resolvers({ ...core, ...own }) }),
    ...(work && { work: (core: Core, loop: MakeLoop) => work({ ...core, ...own }, loop) }),
  };
}
