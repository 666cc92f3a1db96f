/** What tests import as `@jest/globals`, of the test file that runs just now. */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, test;
/** Of jest's own object what works on modules that Node has loaded, which is no replacing of modules. */
export let jest;

export function useGlobals(globals, mocker) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } = globals);
  jest = { spyOn: mocker.spyOn.bind(mocker), restoreAllMocks: mocker.restoreAllMocks.bind(mocker) };
}
