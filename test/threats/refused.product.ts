// Requests that are refused before execution, on their own gateway, so that there are no other cash-ins.
import './bombs.suite.ts';
import './raw-connections.suite.ts';
