// Says in a sentence what MikroORM would say in a stack: which Node runs this, and which is needed.
const NEEDED = [22, 19];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  process.stderr.write(
    `This gateway needs Node ${NEEDED.join('.')} or newer, and this is ${process.versions.node}. ` +
      'On Linux "npm ci" installs the right one beside it; elsewhere install Node 24.\n',
  );
  process.exit(1);
}
