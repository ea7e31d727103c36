/**
 * The test files that run on the other versions of Node, as words of `npm test`: some minutes in which the built server
 * starts, people and programs trade over its sockets, it is killed and comes back, and each package with native parts works.
 */
export const SMOKE_TESTS = [
  // A start from nothing, an hour of a broker and its traders.
  'e2e/first-hour',
  // The built command, killed under load.
  'crash/crash.test',
  // The client library, whose WebSocket is Node's own from version 22 on.
  'client/live',
  'client/rest',
  // lmdb, better-sqlite3, argon2 and uWebSockets.js by themselves.
  'storage/log/log-file',
  'storage/sqlite/sqlite',
  'actors/sign-in/passwords',
  'http/server/server.test',
  'http/socket/real-shard',
]
