import t from 'tap'
import { Connection } from '../../../http/socket/connection.js'
import { RepeatedRefusal, sendReply, sendSessionClosed } from '../../../http/socket/replies.js'
import { GivenLibrarySocket } from '../../given/peers/library-socket.js'

t.test('a reply has what one may wait where that is known or asked for, in both codecs', (t) => {
  for (const codec of ['json', 'msgpack'] as const) {
    const connection = new Connection(1, codec, '', { kind: 'live', session: {} as never }, 0)
    const library = new GivenLibrarySocket()
    connection.ws = library.ws
    const reply = (id: number | string | null, retry?: number | null) => {
      sendReply(connection, id, 'code', 'why', retry)
      return library.heard()
    }
    const told = (id: unknown, data: unknown) => [{ id, code: 'code', message: 'why', data }]
    t.strictSame(reply(1), told(1, null))
    t.strictSame(reply('a', null), told('a', { retry_after_ms: null }))
    t.strictSame(reply('a', 250), told('a', { retry_after_ms: 250 }))
    t.strictSame(reply('a', 0), told('a', { retry_after_ms: 0 }))
    t.strictSame(reply(null, 250), told(null, null))
    for (const retry of [40, null]) {
      const refusal = new RepeatedRefusal('code', 'why', retry)
      for (const id of ['a', 'b', 7, null, 8, 'cc', null]) {
        refusal.send(connection, id)
        const data = id === null ? null : { retry_after_ms: retry }
        t.strictSame(library.heard(), told(id, data))
      }
    }
    sendSessionClosed(connection, 'logout')
    const closed = { event: 'session_closed', data: { reason: 'logout' } }
    t.strictSame(library.heard(), [closed])
  }
  t.end()
})
