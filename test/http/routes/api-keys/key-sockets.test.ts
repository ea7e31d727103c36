import t from 'tap'
import { makeKey, API_KEYS_PATH as PATH, staffSocket } from '../../../given/api-keys.js'
import { WholeServer } from '../../../given/fronts/whole-server.js'
import { WsClient } from '../../../given/fronts/ws-client.js'

// Goal: programs open the staff socket with an API key, and lose it with the key.

t.setTimeout(0)
const server = await WholeServer.shared()
const path = '/admin/v1/socket'
const { port } = server

t.test('a socket takes a key as header or with auth, and is online as api_key', async (t) => {
  const { headers, key, id } = await makeKey(server)
  const byHeader = await staffSocket(server, headers)
  t.match(await byHeader.ask('watch_waiting'), { code: 'ok' })
  const byFrame = await WsClient.open({ port, path })
  t.match(await byFrame.ask('auth', { access_token: key }), { code: 'ok' })
  t.match(await byFrame.ask('watch_waiting'), { code: 'ok' })
  const online = await server.ask('GET /admin/v1/online')
  const ofKeys = online.data.filter(({ terminal }: { terminal: string }) => terminal === 'api_key')
  t.match(ofKeys, [{ login: 1, sockets: 2, staff: true, ip: '127.0.0.1' }])
  const kick = await server.ask(`POST /admin/v1/online/${ofKeys[0].session}/kick`, server.staff, {})
  t.match(kick, { status: 409, data: { reason: 'conflict.kicked_key' } })
  t.match(await byFrame.ask('logout'), { code: 'forbidden' })
  t.match(await byFrame.ask('watch_waiting'), { code: 'ok' }, 'the key goes on')
  const own = await server.ask('GET /admin/v1/auth/sessions')
  t.notMatch(JSON.stringify(own.data), 'api_key')
  await server.done(`DELETE ${PATH}/${id}`)
  for (const socket of [byHeader, byFrame]) t.match(await socket.closing(), { code: 4001 })
  t.notMatch(JSON.stringify((await server.ask('GET /admin/v1/online')).data), 'api_key')
})

t.test('each end of a key closes its sockets', async (t) => {
  const ends: readonly ((id: number) => Promise<unknown>)[] = [
    (id) => server.patch(`${PATH}/${id}`, { enabled: false }),
    (id) => server.patch(`${PATH}/${id}`, { ip_allow: ['203.0.113.7'] }),
    (id) => server.done(`POST ${PATH}/${id}/rotate`, { grace_sec: 0 }),
  ]
  for (const end of ends) {
    const { headers, id } = await makeKey(server)
    const socket = await staffSocket(server, headers)
    t.match(await socket.ask('watch_waiting'), { code: 'ok' })
    await end(id)
    t.match(await socket.closing(), { code: 4001 })
  }
})

t.test('a rotation keeps sockets of the key before until the grace period ends', async (t) => {
  const { headers, id } = await makeKey(server)
  const socket = await staffSocket(server, headers)
  await server.done(`POST ${PATH}/${id}/rotate`, { grace_sec: 1 })
  t.match(await socket.ask('watch_waiting'), { code: 'ok' })
  t.match(await socket.closing(), { code: 4001 })
})

t.test('a socket loses the operations of a right that the key loses', async (t) => {
  const rights = ['accounts.online', 'journal']
  const { headers, id } = await makeKey(server, { rights })
  const socket = await staffSocket(server, headers)
  t.match(await socket.ask('watch_online'), { code: 'ok' })
  t.match(await socket.ask('watch_margin'), { code: 'forbidden' })
  await server.patch(`${PATH}/${id}`, { rights: ['journal'] })
  t.match(await socket.ask('watch_online'), { code: 'forbidden' })
  socket.destroy()
})

t.test('no socket opens with a key from elsewhere, or with an unknown one', async (t) => {
  const { headers } = await makeKey(server, { ip_allow: ['203.0.113.7'] })
  t.match(await WsClient.refused({ port, path, headers }), { status: 403 })
  const unknown = { authorization: `Bearer ofk_${'x'.repeat(43)}` }
  t.match(await WsClient.refused({ port, path, headers: unknown }), { status: 401 })
})
