import t from 'tap'
import type { ShardClient } from '../../../../actors/shard/shard-client.js'
import { SOCKET_BEHIND_BYTES } from '../../../../engine/limits.js'
import type { LiveSession } from '../../../../http/sessions/live-session.js'
import type { LibrarySocket } from '../../../../http/socket/connection.js'
import {
  EXPOSURE_RIGHTS,
  ExposureWatchers,
} from '../../../../http/socket/staff/exposure-watchers.js'
import { StaffConnection } from '../../../../http/socket/staff/staff-connection.js'
import { ManualClock } from '../../../actors/links/manual-clock.js'
import { givenBook } from '../../../given/book.js'
import { settled } from '../../../given/timed-clock.js'

t.test('a reader that is behind is told nothing, and then the newest', async (t) => {
  const clock = new ManualClock()
  const book = givenBook()
  const ask = async () => ({ ok: true, value: { symbols: [], currencies: [] } })
  const shard = { ready: true, ask } as unknown as ShardClient
  const watchers = new ExposureWatchers({ shards: [shard], clock, book: () => book })
  const session = { groupScope: ['*'], rights: new Set(EXPOSURE_RIGHTS) } as unknown as LiveSession
  const connection = new StaffConnection(1, 'json', '127.0.0.1', { kind: 'live', session }, 0)
  let unsent = SOCKET_BEHIND_BYTES + 1
  let told = 0
  connection.ws = {
    getBufferedAmount: () => unsent,
    send: () => ++told,
    cork: (run: () => void) => run(),
  } as unknown as LibrarySocket
  const second = async (): Promise<number> => {
    clock.advance(1000)
    await settled()
    return told
  }
  t.equal(watchers.watch(connection, session, '*', 'symbol'), null)
  t.equal(await second(), 0, 'it has more to read than it may')
  unsent = SOCKET_BEHIND_BYTES
  t.equal(await second(), 1, 'it has as much to read as it may')
  t.equal(await second(), 1, 'and once')
  watchers.unwatch(connection)
})
