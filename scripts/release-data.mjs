// Keeps data of a release for the tests of the next one: `npm run release-data`, on the commit of the release.
import { parseArgs } from 'node:util';
import { makeReleaseData } from '../test/acceptance/make-release-data.ts';

const { values } = parseArgs({
  options: {
    // The code of the release, with its packages; this project when absent.
    project: { type: 'string', default: process.cwd() },
    // SQL for what the release could leave behind and did not this time.
    sql: { type: 'string', default: '' },
  },
});
const empty = await makeReleaseData(values);
process.stdout.write(empty.length === 0 ? 'Every table has rows.\n' : `Without rows: ${empty.join(', ')}.\n`);
