import { createRequire, flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';
import { takeLoggedErrors } from '../support/worker-logged-errors.ts';
import { useGlobals } from './globals.mjs';

const require = createRequire(import.meta.url);
/** Where jest-circus keeps its event handlers between evaluations of its modules. */
const HANDLERS = Symbol.for('EVENT_HANDLERS');

let runs = 0;

// Jest releases a worker by removing its message listener. It is killed: what it compiled of test files is not kept,
// and nothing that is open is closed.
process.on('removeListener', (event) => {
  if (event === 'message') process.kill(process.pid, 'SIGKILL');
});

/**
 * Jest's `testRunner`: runs a test file with jest-circus, but on modules that Node has loaded. Jest itself evaluates
 * every module again for every test file, which takes a second and more for a gateway.
 */
export default function runInBareNode(globalConfig, config, environment, _runtime, testPath, sendMessage) {
  const { moduleMocker } = environment;
  const runtime = {
    // Evaluated again, a module starts without the tests and handlers of the previous file.
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
  return running.then(withLoggedErrors).finally(() => {
    moduleMocker.restoreAllMocks();
    // Most of `src/` is loaded by now. What is loaded later belongs to one test file, under a URL that never recurs.
    if (runs === 1) flushCompileCache();
  });
}

/** Returns the result of a test file; below its failures, what its gateways logged as errors, which clients are not told. */
function withLoggedErrors(result) {
  const errors = takeLoggedErrors();
  const { failureMessage } = result;
  if (errors === '' || !failureMessage) return result;
  return { ...result, failureMessage: `${failureMessage}\n${errors}\n` };
}
