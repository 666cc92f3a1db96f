/** What tests import as `@jest/globals`: the globals of the test file that is running. */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, test;
/** The part of jest's own object that works on modules that Node has loaded: modules cannot be mocked. */
export let jest;

export function useGlobals(globals, mocker) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } = globals);
  jest = { spyOn: mocker.spyOn.bind(mocker), restoreAllMocks: mocker.restoreAllMocks.bind(mocker) };
}
