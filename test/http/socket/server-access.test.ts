import t from 'tap'
import { OPEN_ACCESS } from '../../../engine/access/server-access.js'
import { refuse } from '../../../engine/code.js'
import { factsOf, SocketFront } from '../../given/fronts/socket-front.js'
import { WsClient } from '../../given/fronts/ws-client.js'

// The server's own rules of access, as sockets feel them.

t.test('a terminal that the server closes opens no socket, and those it has end', async (t) => {
  const front = await SocketFront.start(t)
  const phone = front.signIn({ terminal: 'android' })
  const desktop = front.signIn({ terminal: 'desktop' })
  const closing = await front.connectWith(phone.tokens.access)
  const staying = await front.connectWith(desktop.tokens.access)
  front.access = { ...OPEN_ACCESS, isOpen: (terminal) => terminal !== 'android' }
  const refused = { status: 403, body: { code: 'auth.terminal_not_allowed' } }
  const headers = { authorization: `Bearer ${phone.tokens.access}` }
  t.match(await WsClient.refused({ port: front.port, headers }), refused)
  const late = await front.open()
  late.send({ id: 1, op: 'auth', args: { access_token: phone.tokens.access } })
  t.match(await late.reply(1), { code: 'auth.terminal_not_allowed' })
  front.clock.advance(2000)
  t.match(await closing.event('session_closed'), { data: { reason: 'auth.terminal_not_allowed' } })
  t.match(await closing.closing(), { code: 4001 })
  t.equal(staying.closed, null)
  await front.connectWith(desktop.tokens.access)
  front.access = OPEN_ACCESS
  await front.connectWith(phone.tokens.access)
})

t.test(
  'an upgrade is a try of its address, but for who brings a session that is good',
  async (t) => {
    const front = await SocketFront.start(t)
    const { tokens } = front.signIn()
    const tries: string[] = []
    let left = 2
    front.access = {
      ...OPEN_ACCESS,
      refuseTry(address) {
        tries.push(address)
        return left-- > 0 ? null : refuse('auth.too_many_attempts', 'This address floods.')
      },
    }
    await front.open()
    await front.open()
    const flooded = { status: 429, body: { code: 'auth.too_many_attempts' } }
    const guess = { authorization: `Bearer ${tokens.refresh}` }
    t.match(await WsClient.refused({ port: front.port, headers: guess }), flooded, 'with a guess')
    t.match(await WsClient.refused({ port: front.port }), flooded, 'without one')
    t.match(await WsClient.refused({ port: front.port, path: '/admin/v1/socket' }), flooded)
    t.same(tries, new Array(5).fill('127.0.0.1'))
    const client = await front.connectWith(tokens.access)
    t.equal(client.closed, null, 'the block is nothing to a session')
    t.equal(tries.length, 5, 'and it is no try')
  },
)

t.test('an api socket ends where its address is allowed no more', async (t) => {
  const front = await SocketFront.start(t)
  const facts = (prefix: string) => ({ apiIpAllow: [prefix] })
  const inside = front.signIn({ terminal: 'api', facts: facts('127.0.0.0/8') })
  const client = await front.connectWith(inside.tokens.access)
  front.sessions.take({ type: 'access', facts: factsOf(1001, facts('10.0.0.0/8')) })
  t.match(await client.event('session_closed'), { data: { reason: 'auth.ip_not_allowed' } })
  const headers = { authorization: `Bearer ${inside.tokens.access}` }
  t.match(await WsClient.refused({ port: front.port, headers }), {
    status: 403,
    body: { code: 'auth.ip_not_allowed' },
  })
})
