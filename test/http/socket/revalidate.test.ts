import t from 'tap'
import { SOCKET_PING_MS, SOCKET_SILENT_MS } from '../../../engine/limits/sockets.js'
import type { Connection } from '../../../http/socket/connection.js'
import { type Heartbeat, heartbeat } from '../../../http/socket/revalidate.js'

t.test('a silent socket is asked once whether it lives, and is given up later', async (t) => {
  const heardAt = 1_000
  const step = (silentMs: number, isPinged: boolean): Heartbeat =>
    heartbeat({ heardAt, isPinged } as Connection, heardAt + silentMs)
  t.equal(step(0, false), 'quiet')
  t.equal(step(SOCKET_PING_MS - 1, false), 'quiet')
  t.equal(step(SOCKET_PING_MS, false), 'ping')
  t.equal(step(SOCKET_PING_MS, true), 'quiet', 'it was asked')
  t.equal(step(SOCKET_SILENT_MS - 1, false), 'ping')
  t.equal(step(SOCKET_SILENT_MS, true), 'silent')
})
