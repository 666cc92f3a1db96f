// Serves the example of a frontend team, examples/react, bundled on each load. It calls the gateway
// at http://localhost:4000; ?gateway=http://… in its URL names another.
import { join } from 'node:path';
import { context } from 'esbuild';

const FOLDER = join(import.meta.dirname, '..', 'examples', 'react');
const HOST = '127.0.0.1';
const PORT_DEFAULT = 4002;

const bundle = await context({
  entryPoints: [join(FOLDER, 'app.tsx')],
  bundle: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  outdir: FOLDER,
  write: false,
  logLevel: 'warning',
});
const { port } = await bundle.serve({ host: HOST, port: Number(process.env.PORT ?? PORT_DEFAULT), servedir: FOLDER });
process.stdout.write(`The page is ready at http://${HOST}:${port}; Ctrl-C ends it.\n`);

const stop = () => void bundle.dispose().then(() => process.exit(0));
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
