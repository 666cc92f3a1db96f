// Requests for registrations, on one gateway: each is of persons of its own.
import './on-the-wire.suite.ts';
import './races.suite.ts';
