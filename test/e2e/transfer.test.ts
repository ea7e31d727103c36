import t from 'tap'
import { WholeServer } from '../given/fronts/whole-server.js'
import { WsClient } from '../given/fronts/ws-client.js'

// Settings from a file over a whole server: who sent it hears how far it is.

t.test('an import tells its sender how far it has come', async (t) => {
  const server = await WholeServer.start(t)
  const path = '/admin/v1/socket'
  const headers = { ...server.staff, origin: server.origin }
  const desk = await WsClient.open({ port: server.port, path, headers })
  const { kinds } = await server.done('POST /admin/v1/config/transfer/export', {
    kinds: { symbols: null },
  })
  const [symbol] = (kinds as unknown as { symbols: object[] }).symbols
  const symbols = Array.from({ length: 2_000 }, (_, i) => ({ ...symbol, path: `many\\S${i}` }))
  const answer = await fetch(`${server.origin}/admin/v1/config/transfer/import`, {
    method: 'POST',
    headers: { ...server.staff, 'content-type': 'application/json' },
    body: JSON.stringify({ file: { format: 'app-config', version: 1, kinds: { symbols } } }),
  })
  t.equal(answer.status, 200)
  const told: Readonly<Record<string, unknown>>[] = []
  do {
    told.push((await desk.event('config_progress')).data as Readonly<Record<string, unknown>>)
  } while (told.at(-1)?.['finished'] !== true)
  t.match(told.at(-1), {
    request_id: answer.headers.get('x-request-id'),
    done: 2_000,
    refused: 0,
    total: 2_000,
  })
  const done = told.map((one) => Number(one['done']))
  t.same(
    done,
    [...done].sort((a, b) => a - b),
  )
  desk.destroy()
})
