/**
 * The test files that run on the second version of Node, as words of `npm test`: some minutes in which the built server
 * starts, people and programs trade over its sockets, it is killed and comes back, and each package with native parts works.
 */
export const SMOKE_TESTS = [
  // A start from nothing, an hour of a broker and its traders, providers, e-mails, reports.
  'e2e/first-hour',
  'e2e/demo-provider',
  'e2e/mail.test',
  'e2e/reports',
  'e2e/transfer',
  // Killed under load, ended in order, restored from a backup.
  'crash/crash.test',
  'crash/sigterm',
  'crash/restored',
  // The client library, whose WebSocket is Node's own from version 22 on, and the client for Python.
  'client/',
  'crash/python-client',
  // The command and its bundle.
  'bin/commands',
  'bin/bundle',
  // lmdb, better-sqlite3, argon2 and uWebSockets.js by themselves.
  'storage/log/log-file',
  'storage/log/log-kill',
  'storage/log/log-lmdb',
  'storage/sqlite',
  'actors/sign-in',
  'http/server/server.test',
  'http/socket/real-shard',
]
