import t from 'tap'
import { bearer, makeKey, staffSocket } from '../../../given/api-keys.js'
import { WholeServer } from '../../../given/fronts/whole-server.js'

// Goal: guesses at an address harm nobody there who has a key, and a server that takes no programs refuses all keys. The
// server is this file's own, since it refuses guesses later.

t.setTimeout(0)
const server = await WholeServer.start(t)
const accounts = (headers: object) => server.ask('GET /admin/v1/accounts', { ...headers })

t.test('unknown keys of an address are refused for a while, a valid one is not', async (t) => {
  const { headers } = await makeKey(server)
  const unknown = (n: number) => accounts(bearer(`ofk_${String(n).padStart(43, '0')}`))
  const codes: string[] = []
  for (let n = 0; n < 21; n++) codes.push((await unknown(n)).code)
  const allowed = Array.from({ length: 20 }, () => 'auth.session_expired')
  t.same(codes, [...allowed, 'auth.too_many_attempts'])
  t.match(await unknown(21), { status: 429 })
  t.match(await accounts(headers), { status: 200 })
  const answer = await fetch(`${server.origin}/metrics`, { headers: { ...server.staff } })
  t.match(await answer.text(), /openfloor_api_keys_unknown [1-9]/)
})

t.test('a server that takes no programs refuses keys and closes their sockets', async (t) => {
  const { headers } = await makeKey(server)
  const socket = await staffSocket(server, headers)
  const path = '/admin/v1/network/servers/api'
  await server.patch(path, { access: { allow_api: false } })
  t.match(await accounts(headers), { status: 403, code: 'auth.terminal_not_allowed' })
  t.match(await socket.closing(), { code: 4001 })
  t.match(await accounts(server.staff), { status: 200 }, 'people go on')
  await server.patch(path, { access: { allow_api: true } })
  t.match(await accounts(headers), { status: 200 })
})
