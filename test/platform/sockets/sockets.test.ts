// Sockets, on one gateway.
import './socket-operations.suite.ts';
import './socket-token.suite.ts';
