import t from 'tap'
import { TRADER_FRAME_RATE } from '../../../engine/limits/rates.js'
import { openLogFile } from '../../../storage/log/open-file.js'
import { logDirectory } from '../../../storage/paths.js'
import { recordsOf } from '../../../storage/projection/merged-records.js'
import { ServerProcess } from '../../crash/server-process.js'
import { WsClient } from '../../given/fronts/ws-client.js'

// Running it: an account without money sends orders that are refused, as fast as it can.

const ORDERS = 3_000
const ORDER = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.001' }
t.setTimeout(0)

interface Flood {
  readonly codes: Readonly<Record<string, number>>
  /** The account's records in the log. */
  readonly records: number
  /** The server says in its log that nobody is held to a rate. */
  readonly isSaid: boolean
}

/** The number of an account's records in the log; the server's own are not counted. */
async function recordsOfLogin(dataDir: string, login: number): Promise<number> {
  const log = openLogFile(logDirectory(dataDir, 0))
  const records = [...recordsOf(log, 0, Number.MAX_SAFE_INTEGER)]
  await log.close()
  return records.filter((record) => record.login === login).length
}

async function flood(dataDir: string, RATE_LIMITS: 'on' | 'off'): Promise<Flood> {
  const server = await ServerProcess.start({ dataDir, env: { SHARDS: '1', RATE_LIMITS } })
  try {
    const staff = await server.signInStaff()
    const login = await server.openBareAccount(staff, 'demo\\standard')
    const { headers } = await server.signInTrader(login)
    const client = await WsClient.open({ port: server.port, headers })
    const codes: Record<string, number> = {}
    // Fewer at once than may be without a reply.
    for (let from = 0; from < ORDERS; from += 1000) {
      const ids = Array.from({ length: 1000 }, (_, i) => from + i)
      const frames = ids.map((id) =>
        client.encode({ id, op: 'trade', args: { ...ORDER, client_order_id: `k${id}` } }),
      )
      client.write(Buffer.concat(frames))
      for (let answered = 0; answered < ids.length; answered++) {
        const { code = '' } = await client.next(({ id }) => typeof id === 'number')
        codes[code] = (codes[code] ?? 0) + 1
      }
    }
    client.destroy()
    const isSaid = server.output.includes('RATE_LIMITS is off')
    return { codes, records: await recordsOfLogin(dataDir, login), isSaid }
  } finally {
    await server.terminate()
  }
}

t.test('no refused order is in the log, with rates and without', async (t) => {
  const free = await flood(t.testdir({}), 'off')
  t.same(free.codes, { 'trade.invalid_volume': ORDERS }, 'RATE_LIMITS=off holds nobody')
  t.same([free.records, free.isSaid], [0, true])
})

t.test('an account is held to its rate', async (t) => {
  const held = await flood(t.testdir({}), 'on')
  const decided = held.codes['trade.invalid_volume'] ?? 0
  const refused = held.codes['trade.too_many_requests'] ?? 0
  t.equal(decided + refused, ORDERS)
  t.ok(decided >= TRADER_FRAME_RATE.burst, `${decided} were decided`)
  t.ok(refused > 0, `${refused} were too many`)
  t.same([held.records, held.isSaid], [0, false])
})
