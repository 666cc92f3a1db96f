// Reports in one sentence, instead of MikroORM's stack trace, which Node runs this and which is needed.
const NEEDED = [22, 19];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  process.stderr.write(
    `This gateway requires Node ${NEEDED.join('.')} or newer, but this is ${process.versions.node}. ` +
      'On Linux, "npm ci" installs a suitable one; elsewhere, install Node 24.\n',
  );
  process.exit(1);
}
