import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { Rig } from './rig.js'
import { pause, type ServerProcess } from './server-process.js'
import { SmallDisk } from './small-disk.js'

// The whole server on a disk that runs full.

const DISK_MIB = 64
const RESERVE_MIB = 16
const NOTICED_MS = 120_000
/** A shard that met the full disk reads its log anew. */
const READ_MS = 20_000
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
    body: { status: 'unhealthy', reason: /The disk is nearly full: only \d+ MiB are free/ },
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
    .catch((error: unknown) => t.match(String(error), /unavailable The server stores nothing/))
  t.equal(
    await statusOfReading(rig, login),
    200,
    'positions are read even when nothing at all is left',
  )

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

for (const where of ['elsewhere', 'on the same disk'] as const) {
  t.test(`others fill the disk under orders, the output is ${where}`, async (t) => {
    const isMounted = await SmallDisk.use(DISK_MIB, async (disk) => {
      const outputFile = where === 'elsewhere' ? undefined : join(disk.directory, 'output')
      const env = { DISK_RESERVE_MB: String(RESERVE_MIB) }
      const dataDir = join(disk.directory, 'data')
      const rig = await Rig.begin({ dataDir, seed: 12, accounts: 2, env, outputFile })
      try {
        await fillUnderOrders(t, disk, rig, outputFile)
      } finally {
        await rig.end()
      }
    })
    if (!isMounted) t.pass('mounting a small disk needs root', { skip: true })
  })
}

/** Everything is gone at once, so that the log's ring is full of what the log behind it has no room for. */
async function fillUnderOrders(t: Test, disk: SmallDisk, rig: Rig, outputFile?: string) {
  await rig.loadFor(300)
  disk.fill(0)
  if (outputFile !== undefined) fillLastPage(outputFile)
  const full = /[Tt]he disk is (nearly )?full/
  t.match(await healthWith(rig.server, 503), { body: { reason: full } })
  await rig.load.stop()
  for (const { login } of rig.load.terminals) {
    t.equal(await statusOfReading(rig, login), 200, 'its positions are read while the disk is full')
    const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
    const refused = await rig.server.ask('POST /trader/v1/trade', rig.trader(login), {
      ...order,
      client_order_id: `full-${login}`,
    })
    t.match(refused, {
      status: 503,
      code: 'unavailable',
      message: /^Trading has been stopped since/,
    })
  }
  t.ok(disk.freeMib < 1, 'there is no room all the while')
  const metrics = await (await fetch(`http://127.0.0.1:${rig.server.port}/metrics`)).text()
  const dropped = /^openfloor_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1]
  t.equal(
    Number(dropped) > 0,
    outputFile !== undefined,
    'lines that could not be written are counted',
  )
  const { body } = await rig.server.health()
  const noted = JSON.stringify(body).includes('log_lines_dropped')
  t.equal(noted, outputFile !== undefined, '/health notes them')

  disk.clear()
  t.match(await healthWith(rig.server, 200), { body: { status: 'ok' } })
  await rig.connect()
  t.match(await rig.audit(true), CLEAN)
  await rig.loadFor(50)
  await rig.load.stop()
  t.match(await rig.audit(true), CLEAN)
}

/** The file has room in its last page although the disk has none. */
function fillLastPage(path: string): void {
  try {
    for (;;) appendFileSync(path, '\n'.repeat(1024))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

async function statusOfReading(rig: Rig, login: number): Promise<number> {
  const giveUpAt = performance.now() + READ_MS
  for (;;) {
    const { status } = await rig.server.ask('GET /trader/v1/positions', rig.trader(login))
    if (status === 200 || performance.now() > giveUpAt) return status
    await pause(20)
  }
}
