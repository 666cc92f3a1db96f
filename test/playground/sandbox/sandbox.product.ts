// What only the sandbox has, on one gateway.
import './simulate-cash-in.suite.ts';
import './token-endpoint.suite.ts';
