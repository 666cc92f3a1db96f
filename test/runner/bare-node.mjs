import { createRequire, flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';
import { useGlobals } from './globals.mjs';

const require = createRequire(import.meta.url);
/** Where jest-circus keeps the handlers of its events between the evaluations of its modules. */
const HANDLERS = Symbol.for('EVENT_HANDLERS');

let runs = 0;

// Jest lets go of a worker by having it listen no more. What it compiled of test files is not kept, nor anything open closed.
process.on('removeListener', (event) => {
  if (event === 'message') process.kill(process.pid, 'SIGKILL');
});

/**
 * Runs a test file by jest's own jest-circus, but on modules that Node has loaded: jest's `testRunner`. Jest by itself
 * evaluates every module anew for every test file, which is a second and more for a gateway.
 */
export default function runInBareNode(globalConfig, config, environment, _runtime, testPath, sendMessage) {
  const { moduleMocker } = environment;
  const runtime = {
    // One that is evaluated again begins without the tests and handlers of the file before.
    requireInternalModule(path) {
      delete globalThis[HANDLERS];
      delete require.cache[path];
      return require(path);
    },
    requireModule: require,
    setGlobalsForRuntime: (globals) => useGlobals(globals, moduleMocker),
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path) => import(`${pathToFileURL(path)}?run=${(runs += 1)}`),
    enterTestCode() {},
    leaveTestCode() {},
  };
  const running = circus.default(globalConfig, config, environment, runtime, testPath, sendMessage);
  return running.finally(() => {
    moduleMocker.restoreAllMocks();
    // Most of `src/` is loaded by now. What is loaded later is of one test file, by an address that does not come again.
    if (runs === 1) flushCompileCache();
  });
}
