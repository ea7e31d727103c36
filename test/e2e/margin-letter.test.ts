import t from 'tap'
import { sqlitePath } from '../../storage/paths.js'
import { openReader } from '../../storage/sqlite/open.js'
import { moment } from '../given/desk.js'
import { WholeServer } from '../given/fronts/whole-server.js'

// A margin call on its way to a letter: the projection notes it where the desk finds it.

t.test('a margin call is noted for its letter', async (t) => {
  const server = await WholeServer.start(t)
  const { login, headers } = await server.account()
  const trade = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' }
  t.equal((await server.ask('POST /trader/v1/trade', headers, trade)).status, 200)
  const path = 'admin/v1/groups/demo%5Cstandard'
  const { data: group } = await server.ask(`GET /${path}`)
  await server.done(`PATCH /${path}`, { version: group.version, margin_call_level: '10000' })
  const reader = openReader(sqlitePath(server.dataDir))
  t.teardown(() => reader.close())
  const rows = reader.prepare('SELECT login, standing, is_due FROM margin_letters')
  while (rows.all().length === 0) await moment()
  t.same(rows.all(), [{ login, standing: 'margin_call', is_due: 1 }])
})
