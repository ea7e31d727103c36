import t from 'tap'
import { openfloor } from '../given/command.js'
import { moment, scratch } from '../given/desk.js'
import { drillProgram } from '../given/drill-program.js'
import { type Health, ServerProcess, type Signature } from './server-process.js'

// The machine's wall clock jumps by five hours, over midnight, while the server runs.

const CLOCK_SERVER = drillProgram(new URL('./clock-server.js', import.meta.url))
const EVENING = '2026-03-04T21:00:00Z'
const dataDir = scratch(t)
const here = { DATA_DIR: dataDir }
let server: ServerProcess
t.teardown(() => server?.kill())
let staff: Signature
let login = 0
let payments = 0

const jump = (): void => void process.kill(server.pid, 'SIGUSR2')
const jumpBack = (): void => void process.kill(server.pid, 'SIGHUP')

async function healthUntil(status: number): Promise<Health['body']> {
  for (;;) {
    const health = await server.health()
    if (health.status === status) return health.body
    await moment()
  }
}

function deposit() {
  const request_id = `00000000-0000-4000-9000-${String(++payments).padStart(12, '0')}`
  const body = { action: 'deposit', amount: '1.00', request_id }
  return server.ask(`POST /admin/v1/accounts/${login}/balance`, staff, body)
}

async function journal(kind: string): Promise<string[]> {
  const { data } = await server.ask(`GET /admin/v1/journal?kind=${kind}`, staff)
  return (data['items'] as { text: string }[]).map(({ text }) => text).toReversed()
}

t.test("a start on a drill's clock says so", async (t) => {
  const env = { CLOCK_START: EVENING }
  server = await ServerProcess.start({ dataDir, env, script: [CLOCK_SERVER] })
  t.match(server.output, /"level":"warn".*CLOCK_START is a drill: this is not the time/)
  staff = await server.signInStaff()
  login = await server.openAccount(staff, 'demo\\standard', '100.00')
})

t.test('a jump ahead stops trading, no day ends, and nobody is signed out', async (t) => {
  jump()
  const { reason } = await healthUntil(503)
  t.match(reason, /The machine's clock jumped by (5 h 0 min|4 h 59 min)/)
  t.match(await deposit(), { status: 503, code: 'unavailable', message: /clock jumped/ })
  t.match(await server.ask('GET /admin/v1/auth/me', staff), { status: 200 })
  t.match(await journal('server.clock'), [/jumped ahead by .*trading, day ends and trimming wait/])
  t.same(await journal('day_end'), [])
})

t.test('it goes on by itself when the clock is back', async (t) => {
  jumpBack()
  await healthUntil(200)
  t.match(await deposit(), { code: 'ok' })
  t.match((await journal('server.clock'))[1], /is back, at 2026-03-04T21.*trading goes on/)
  t.match(await openfloor(['admin', 'confirm-clock'], here), { code: 1, stderr: /no server waits/ })
})

t.test('a jump back stops it as well', async (t) => {
  jumpBack()
  t.match((await healthUntil(503)).reason, /clock jumped/)
  jump()
  await healthUntil(200)
})

t.test('a person confirms a jump: the server goes on by it, and the day ends', async (t) => {
  jump()
  await healthUntil(503)
  const confirmed = await openfloor(['admin', 'confirm-clock'], here)
  t.match(confirmed, { code: 0, stdout: /The server goes on by the machine's clock/ })
  await healthUntil(200)
  // By the new time the session's access is over.
  staff = await server.signInStaff()
  t.match((await journal('server.clock')).at(-1), /A person confirmed .*2026-03-05T02:.*ahead of/)
  while (!(await journal('day_end')).some((text) => /2026-03-04 is done/.test(text))) await moment()
  await server.terminate()
})
