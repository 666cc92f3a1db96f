// What is refused unrun, on one gateway: nobody else lets money in.
import './bombs.suite.ts';
import './raw-connections.suite.ts';
