import type { Logger } from '../observability/logger.ts';
import { CannotListen, HttpServer } from './http-server.ts';

/** Where metrics are served unless ADMIN_PORT says otherwise: the port that Prometheus keeps for exporters. */
const PORT_DEFAULT = 9464;

export interface AdminAddress {
  readonly host: string;
  /** Undefined: the usual one, or any that is free where another process has it. */
  readonly port: number | undefined;
}

/** A server beside the public one, for those who run the process: it answers nobody else. */
export class AdminServer {
  /** Such as `http://127.0.0.1:9464`. */
  readonly url: string;
  readonly server: HttpServer;

  private constructor(server: HttpServer, url: string) {
    this.server = server;
    this.url = url;
  }

  /** @throws CannotListen where the port is taken that was asked for */
  static async listen({ host, port }: AdminAddress, logger: Logger): Promise<AdminServer> {
    const server = new HttpServer(logger);
    const listened = port === undefined ? await listenSomewhere(server, host) : await server.listen(port, host);
    return new AdminServer(server, `http://${host.includes(':') ? `[${host}]` : host}:${listened}`);
  }
}

async function listenSomewhere(server: HttpServer, host: string): Promise<number> {
  try {
    return await server.listen(PORT_DEFAULT, host);
  } catch (error) {
    if (!(error instanceof CannotListen) || error.code !== 'EADDRINUSE') throw error;
    return server.listen(0, host);
  }
}
