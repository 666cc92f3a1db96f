/** The workers of the code editor: files beside this script, named by the build. */
const WORKERS: Readonly<Record<string, string>> = { json: 'json.worker.js', graphql: 'graphql.worker.js' };

window.MonacoEnvironment = {
  getWorker: (_id: string, label: string) =>
    new Worker(new URL(`assets/${WORKERS[label] ?? 'editor.worker.js'}`, document.baseURI), { type: 'module' }),
};
