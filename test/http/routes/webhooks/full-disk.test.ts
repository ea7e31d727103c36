import t, { type Test } from 'tap'
import { pause, ServerProcess } from '../../../crash/server-process.js'
import { SmallDisk } from '../../../crash/small-disk.js'
import { WebhookLedger } from '../../../given/records/webhook-ledger.js'

// Goal: a server whose disk runs full loses no delivery, although it cannot store how far each webhook is, and is killed.

const DISK_MIB = 64
const RESERVE_MIB = 16
const DEPOSITS = 20
const LOOK_MS = 20
t.setTimeout(0)

t.test('webhooks lose nothing over a full disk', async (t) => {
  const isMounted = await SmallDisk.use(DISK_MIB, (disk) => runFull(t, disk))
  if (!isMounted) t.pass('mounting a small disk needs root', { skip: true })
})

async function runFull(t: Test, disk: SmallDisk): Promise<void> {
  const env = { DISK_RESERVE_MB: String(RESERVE_MIB) }
  const start = () => ServerProcess.start({ dataDir: disk.directory, env })
  let server = await start()
  try {
    let staff = await server.signInStaff()
    const ledger = await WebhookLedger.begin(t, server, staff, [200, 422, 503, 'close'])
    const login = await server.openAccount(staff, 'demo\\netting', '100.00')
    const deposit = () => {
      const request_id = crypto.randomUUID()
      const body = { action: 'deposit', amount: '1.00', request_id }
      return server.ask(`POST /admin/v1/accounts/${login}/balance`, staff, body)
    }
    for (let n = 0; n < DEPOSITS; n++) t.equal((await deposit()).code, 'ok')

    disk.fill(RESERVE_MIB - 4)
    while ((await server.health()).status !== 503) await pause(LOOK_MS)
    t.match(await deposit(), { code: 'unavailable' })
    disk.fill(0)
    // Deliveries go on meanwhile: the first of them waits five seconds for its next attempt.
    const { receiver } = ledger
    const before = receiver.requests.length
    await receiver.until(() => receiver.requests.length > before)

    disk.clear()
    while ((await server.health()).status !== 200) await pause(LOOK_MS)
    for (let n = 0; n < DEPOSITS; n++) t.equal((await deposit()).code, 'ok')
    await server.kill()
    server = await start()
    staff = await server.signInStaff()
    await ledger.equals(t, server, staff)
  } finally {
    await server.kill()
  }
}
