// Answers every request at once, and tells its parent where.
import { createServer } from 'node:http';

const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1', () => {
  process.send(server.address().port);
});
process.once('disconnect', () => process.exit());
