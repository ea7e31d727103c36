import t from 'tap'
import { CHEAP_SERVER, ServerProcess, type Signature } from '../../../crash/server-process.js'
import { scratch } from '../../../given/desk.js'
import { WebhookLedger } from '../../../given/records/webhook-ledger.js'

// Goal: a ledger that is built from webhooks alone equals the deals of the server and all balances, although the server
// and the receiver are killed, and the receiver fails now and then. WEBHOOK_KILLS=100 is the drill.

const KILLS = Number(process.env['WEBHOOK_KILLS'] ?? 2)
const DEPOSITS = 8
t.setTimeout(0)

function deposit(server: ServerProcess, staff: Signature, login: number, amount: string) {
  const request_id = crypto.randomUUID()
  const body = { action: 'deposit', amount, comment: 'secret', request_id }
  return server.sure(`POST /admin/v1/accounts/${login}/balance`, staff, body)
}

t.test('the ledger of the receiver equals that of the server after kill -9', async (t) => {
  const dataDir = scratch(t)
  const start = () => ServerProcess.start({ dataDir, shards: 2, script: CHEAP_SERVER })
  let server = await start()
  t.teardown(() => server.kill())
  let staff = await server.signInStaff()
  const reactions = [200, 200, 503, 'twice', 422, 'close', 200, 'hang'] as const
  const ledger = await WebhookLedger.begin(t, server, staff, reactions)
  const { receiver } = ledger
  const logins = await Promise.all(
    [0, 1, 2].map(() => server.openAccount(staff, 'demo\\netting', '100.00')),
  )
  for (let round = 0; round <= KILLS; round++) {
    for (let i = 0; i < DEPOSITS; i++) {
      if (i === DEPOSITS / 2) await receiver.restart()
      for (const login of logins) await deposit(server, staff, login, `${i + 1}.${round % 10}0`)
    }
    if (round === KILLS) break
    await server.kill()
    server = await start()
    staff = await server.signInStaff()
  }
  await ledger.equals(t, server, staff)
  t.notMatch(receiver.requests.map(({ body }) => body).join(), 'secret')
})
