// Saves data of a release for the tests of the next one: `npm run release-data`, on the commit of the release.
import { parseArgs } from 'node:util';
import { makeReleaseData } from '../test/acceptance/make-release-data.ts';

const { values } = parseArgs({
  options: {
    // Folder with the code of the release and its packages; this project if absent.
    project: { type: 'string', default: process.cwd() },
    // SQL for data that the release could have left in the database, but did not this time.
    sql: { type: 'string', default: '' },
  },
});
const empty = await makeReleaseData(values);
process.stdout.write(empty.length === 0 ? 'Every table has rows.\n' : `Without rows: ${empty.join(', ')}.\n`);
