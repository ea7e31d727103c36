import t from 'tap'
import { openfloor } from '../given/command.js'
import { scratch } from '../given/desk.js'
import { ServerProcess } from './server-process.js'

// A server starts at another time than the newest of its records would have it. Its clock is the machine's.

const DAY_MS = 86_400_000
const MACHINE = { CLOCK_START: '' }
let server: ServerProcess
t.teardown(() => server?.kill())

const at = (days: number): Record<string, string> => ({
  CLOCK_START: new Date(Date.now() + days * DAY_MS).toISOString(),
})

async function clockLines(): Promise<string[]> {
  const staff = await server.signInStaff()
  const { data } = await server.ask('GET /admin/v1/journal?kind=server.clock', staff)
  return (data['items'] as { text: string }[]).map(({ text }) => text)
}

t.test('a long gap is journaled and said in the log, a short one is not', async (t) => {
  const dataDir = scratch(t)
  server = await ServerProcess.start({ dataDir, env: at(-3) })
  await server.terminate()
  server = await ServerProcess.start({ dataDir, env: MACHINE })
  t.match(
    server.output,
    /"level":"warn".*The server starts at .*, 3 days 0 h after its newest record/,
  )
  t.match(await clockLines(), [/3 days 0 h after its newest record.*is done now/])
  await server.terminate()
  server = await ServerProcess.start({ dataDir, env: MACHINE })
  t.equal((await clockLines()).length, 1)
  await server.terminate()
})

t.test(
  'a clock that stands before the newest record stops the start until it is confirmed',
  async (t) => {
    const dataDir = scratch(t)
    const here = { DATA_DIR: dataDir }
    server = await ServerProcess.start({ dataDir, env: at(2) })
    await server.terminate()
    const refused = await ServerProcess.refused({ dataDir, env: MACHINE })
    t.equal(refused.code, 1)
    t.match(
      refused.output,
      /^openfloor: the machine's clock says .*before the newest record.*set the clock/m,
    )
    t.match(await openfloor(['admin', 'confirm-clock'], here), {
      code: 0,
      stdout: /The next start/,
    })
    server = await ServerProcess.start({ dataDir, env: MACHINE })
    t.match(await clockLines(), [/before its newest record.*a person confirmed the clock/])
    await server.terminate()
  },
)

t.test('a clock that was set right by a moment is none that stops a start', async (t) => {
  const dataDir = scratch(t)
  server = await ServerProcess.start({ dataDir, env: at(1 / (24 * 60)) })
  await server.terminate()
  server = await ServerProcess.start({ dataDir, env: MACHINE })
  t.same(await clockLines(), [])
  await server.terminate()
})
