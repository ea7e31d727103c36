import t, { type Test } from 'tap'
import { Rig } from './rig.js'
import { pause, type ServerProcess } from './server-process.js'
import { SmallDisk } from './small-disk.js'

// The whole server on a disk that runs full.

const DISK_MIB = 64
const RESERVE_MIB = 16
const NOTICED_MS = 120_000
t.setTimeout(0)

async function healthWith(server: ServerProcess, status: number) {
  const giveUpAt = performance.now() + NOTICED_MS
  for (;;) {
    const health = await server.health()
    if (health.status === status || performance.now() > giveUpAt) return health
    await pause(20)
  }
}

const CLEAN = { lost: [], doubled: [], gaps: [], differences: [] }

t.test('trading stops before the disk is full, and goes on when there is space', async (t) => {
  const env = { DISK_RESERVE_MB: String(RESERVE_MIB) }
  const isMounted = await SmallDisk.use(DISK_MIB, async (disk) => {
    const rig = await Rig.begin({ dataDir: disk.directory, seed: 11, accounts: 2, env })
    try {
      await runFull(t, disk, rig)
    } finally {
      await rig.end()
    }
  })
  if (!isMounted) t.pass('mounting a small disk needs root', { skip: true })
})

async function runFull(t: Test, disk: SmallDisk, rig: Rig): Promise<void> {
  const [terminal] = rig.load.terminals
  if (terminal === undefined) throw new Error('there are terminals')
  const { login } = terminal
  const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
  const deposit = { action: 'deposit', amount: '1.00' }
  const request_id = '11111111-1111-4111-8111-111111111111'

  await rig.loadFor(100)
  disk.fill(RESERVE_MIB - 4)
  t.match(await healthWith(rig.server, 503), {
    body: { status: 'unhealthy', reason: /The disk is nearly full: \d+ MiB are free/ },
  })
  // Under load requests are refused, not unanswered.
  while (!rig.load.undecided.has('unavailable')) await pause(5)
  await rig.load.stop()

  const path = `POST /admin/v1/accounts/${login}/balance`
  t.match(await terminal.ask('trade', { ...order, client_order_id: 'low' }), {
    code: 'unavailable',
  })
  t.match(await rig.server.ask(path, rig.staff, { ...deposit, request_id }), {
    status: 503,
    code: 'unavailable',
  })
  const decided = rig.load.round.find(
    (one) => one.login === login && one.kind === 'trade' && one.told?.code === 'ok',
  )
  t.match(await terminal.ask('trade', decided?.args ?? {}), { ...decided?.told }, 'reading goes on')
  t.match(await terminal.snapshot(), { seq: /\d+/ })
  const account = await rig.server.ask('GET /trader/v1/account', rig.trader(login))
  t.match(account, { status: 200, data: { money: { balance: /\d/ } } })

  disk.fill(0)
  // The tables' write-ahead log may have room of its own left: then it is kept, and otherwise said.
  await rig.server
    .signInStaff()
    .catch((error: unknown) => t.match(String(error), /unavailable The disk is full/))
  t.match(await terminal.snapshot(), { seq: /\d+/ }, 'even when nothing at all is left')

  // A crash with no space left: it starts, and still knows why it does not trade.
  await rig.server.kill()
  await rig.start(false)
  t.match(await healthWith(rig.server, 503), {
    // The projector may have come to the end of the disk before trading stopped short of it.
    body: { reason: /[Tt]he disk is (nearly )?full/ },
  })
  await rig.connect()
  t.match(await terminal.ask('trade', { ...order, client_order_id: 'low' }), {
    code: 'unavailable',
  })

  disk.clear()
  t.match(await healthWith(rig.server, 200), { body: { status: 'ok' } })
  t.match(await rig.audit(true), CLEAN)
  await rig.loadFor(50)
  await rig.load.stop()
  t.match(await rig.audit(true), CLEAN)
}
