// Answers every request immediately, and sends its port to its parent process.
import { createServer } from 'node:http';

const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1', () => {
  process.send(server.address().port);
});
process.once('disconnect', () => process.exit());
