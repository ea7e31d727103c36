import t from 'tap'
import { FOLLOWERS_MAX } from '../../../../engine/limits/events.js'
import { API_KEYS_PATH, makeKey, staffSocket } from '../../../given/api-keys.js'
import { moment } from '../../../given/desk.js'
import { WholeServer } from '../../../given/fronts/whole-server.js'
import { WsClient } from '../../../given/fronts/ws-client.js'

// Goal: a program receives the events of the stream over its live socket, in the order of GET /admin/v1/events.

t.setTimeout(0)
const server = await WholeServer.shared()
const { login } = await server.account()
type Row = Readonly<Record<string, unknown>>
const PATH = `/admin/v1/accounts/${login}`

async function cursor(): Promise<string> {
  return String((await server.done('GET /admin/v1/events?latest=true'))['next'])
}

async function eventsAfter(after: string, kinds: string): Promise<readonly Row[]> {
  const path = `/admin/v1/events?after=${after}&kinds=${kinds}&logins=${login}&limit=1000`
  return (await server.done(`GET ${path}`))['items'] as Row[]
}

async function nobodyFollows(): Promise<void> {
  const metrics = async () => (await fetch(`${server.origin}/metrics`)).text()
  while (!(await metrics()).includes('event_followers 0')) await moment()
}

/** Without the row of the account, which is that of the time of reading. */
const brief = ({ data: _, ...event }: Row): Row => event

let comments = 0
/** A change of the account, which the stream has as an event. */
async function change(): Promise<void> {
  await server.patch(PATH, { comment: `change ${++comments}` })
}

async function streamed(socket: WsClient, count: number): Promise<Row[]> {
  const events: Row[] = []
  while (events.length < count) {
    const { data } = await socket.event('stream')
    if (data) events.push(data)
  }
  return events
}

t.test('sends the events of the stream in their order, in both codecs', async (t) => {
  const after = await cursor()
  const { headers } = await makeKey(server)
  const at = { port: server.port, path: '/admin/v1/socket', headers }
  const sockets = await Promise.all(
    ['openfloor.json', 'openfloor.msgpack'].map((protocol) => WsClient.open({ ...at, protocol })),
  )
  const asked = { kinds: ['account', 'journal'], logins: [login] }
  await change()
  for (const socket of sockets) {
    t.match(await socket.ask('follow', { ...asked, after }), { code: 'ok', data: { next: String } })
  }
  await change()
  for (const socket of sockets) {
    const events = await streamed(socket, 4)
    t.same(events.map(brief), (await eventsAfter(after, 'account,journal')).map(brief))
    t.match(await socket.ask('ack', { id: events[3]?.['id'] }), { code: 'ok', data: null })
    t.match(await socket.ask('unfollow'), { code: 'ok' })
  }
  await change()
  for (const socket of sockets) {
    t.notOk((await socket.heard()).some(({ event }) => event === 'stream'))
    socket.destroy()
  }
})

t.test('begins at the newest event or at the oldest one', async (t) => {
  const { headers } = await makeKey(server)
  const socket = await staffSocket(server, headers)
  const asked = { kinds: ['account'], logins: [login] }
  const { data } = await socket.ask('follow', { ...asked, latest: true })
  await change()
  const [event] = await streamed(socket, 1)
  t.same([event], await eventsAfter(String(data?.['next']), 'account'))
  await socket.ask('unfollow')
  await socket.ask('follow', asked)
  t.match(await streamed(socket, 1), [{ data: { change: 'created' } }])
  socket.destroy()
})

t.test('refuses what is no place, no right and no follower', async (t) => {
  const { headers } = await makeKey(server, { rights: ['events', 'accounts.view'] })
  const socket = await staffSocket(server, headers)
  const refused = async (op: string, args: object) => {
    const { code, data } = await socket.ask(op, args)
    return data?.['reason'] ?? code
  }
  const after = await cursor()
  t.equal(await refused('ack', { id: after }), 'conflict.follows_nothing')
  t.equal(await refused('follow', { after: `00000000${after.slice(8)}` }), 'resume_gone')
  t.equal(await refused('follow', { kinds: ['deal'] }), 'forbidden.events_of_kind')
  for (const args of [{ after: 'abc' }, { logins: [] }, { kinds: ['trade'] }]) {
    t.match(await socket.ask('follow', args), { code: 'invalid_input' })
  }
  t.equal(await refused('follow', { latest: true }), 'ok')
  t.equal(await refused('follow', { latest: true }), 'conflict.follows_already')
  const late = { id: `${after.slice(0, 8)}-zzzzzzz-0-1` }
  t.match(await socket.ask('ack', late), { code: 'invalid_input' })
  const without = await makeKey(server, { rights: ['accounts.view'] })
  const other = await staffSocket(server, without.headers)
  t.match(await other.ask('follow', {}), { code: 'forbidden' })
  for (const one of [socket, other]) one.destroy()
})

t.test('ends with the right, and with the key', async (t) => {
  const { headers, id } = await makeKey(server, { rights: ['events', 'accounts.view', 'journal'] })
  const socket = await staffSocket(server, headers)
  const asked = { latest: true, kinds: ['account'], logins: [login] }
  t.match(await socket.ask('follow', asked), { code: 'ok' })
  await server.patch(`${API_KEYS_PATH}/${id}`, { rights: ['events', 'journal'] })
  await change()
  t.match((await socket.event('unfollowed')).data, { code: 'forbidden', oldest: null })
  t.notOk((await socket.heard()).some(({ event }) => event === 'stream'))
  t.match(await socket.ask('follow', { latest: true, kinds: ['journal'] }), { code: 'ok' })
  await server.done(`DELETE ${API_KEYS_PATH}/${id}`)
  t.match(await socket.closing(), { code: 4001 })
})

t.test('has places for so many followers, which are free once they leave', async (t) => {
  await nobodyFollows()
  const { headers } = await makeKey(server)
  const sockets: WsClient[] = []
  for (let i = 0; i < FOLLOWERS_MAX; i++) sockets.push(await staffSocket(server, headers))
  for (const socket of sockets) {
    t.match(await socket.ask('follow', { latest: true }), { code: 'ok' })
  }
  const other = await makeKey(server)
  const one = await staffSocket(server, other.headers)
  t.match(await one.ask('follow', {}), { code: 'too_many_requests' })
  await sockets.pop()?.ask('unfollow')
  t.match(await one.ask('follow', { latest: true }), { code: 'ok' })
  for (const socket of [...sockets, one]) socket.destroy()
  await nobodyFollows()
})
