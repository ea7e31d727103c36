import t from 'tap'
import { Rig } from './rig.js'
import { pause, ServerProcess } from './server-process.js'

// Running it, SIGTERM: stop accepting, finish what was accepted, close sockets with 1012, exit 0.

/** Ten seconds are the server's; the rest is for a machine that is busy with something else. */
const STOP_MS = 60_000
t.setTimeout(0)

t.test('a signal under load: what was accepted is answered, sockets are told', async (t) => {
  const rig = await Rig.begin({ dataDir: t.testdir(), seed: 9, inFlight: 16 })
  t.teardown(() => rig.end())
  for (let round = 0; round < 2; round++) {
    await rig.loadFor(100)
    const begun = performance.now()
    t.same(await rig.server.terminate(), { code: 0, signal: null })
    t.ok(performance.now() - begun < STOP_MS, `${Math.round(performance.now() - begun)} ms`)
    await rig.load.stop()
    t.ok(rig.load.terminals.every(({ ended }) => ended === 'closed with 1012 server restart'))
    await rig.start()
    t.match(rig.server.output, /"replayed":0/, 'the tables had all of it')
    t.notMatch(rig.server.output, /"replayed":[1-9]/)
    await rig.connect()
    const found = await rig.audit(true)
    t.match(found, { lost: [], doubled: [], gaps: [], differences: [] })
  }
})

t.test('a signal while it starts ends it at once', async (t) => {
  const dataDir = t.testdir()
  const server = await ServerProcess.start({ dataDir })
  await server.kill()
  for (const afterMs of [100, 250, 400]) {
    const starting = ServerProcess.launch({ dataDir })
    await pause(afterMs)
    const { code, signal } = await starting.terminate()
    t.ok(code === 0 || signal === 'SIGTERM', `after ${afterMs} ms: ${code ?? signal}`)
  }
})
