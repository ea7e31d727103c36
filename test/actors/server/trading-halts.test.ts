import t from 'tap'
import { ServerCondition } from '../../../actors/server/condition.js'
import { TradingHalts } from '../../../actors/server/trading-halts.js'
import { createClockMemory, shiftWallClock, systemClock } from '../../../actors/thread/clock.js'
import type { Logger } from '../../../actors/thread/logger.js'

const HOUR_MS = 3_600_000
const log = () => undefined
const NOBODY = { info: log, warn: log, error: log } as unknown as Logger

t.test(
  'trading stands still while the clock has jumped, and goes on when it is back',
  async (t) => {
    const clockMemory = createClockMemory()
    const halted: string[] = []
    const condition = new ServerCondition(NOBODY, (reason) => halted.push(reason))
    const runs: (() => void)[] = []
    let heard = (_text: string): void => undefined
    const halts = new TradingHalts({
      ...{ dataDir: t.testdir(), diskReserveBytes: 0, projectionLagMax: 1, counters: {} as never },
      ...{ clockOffsetMs: 0, clockMemory, condition, logger: NOBODY },
      clock: {
        ...systemClock(),
        every: (_ms, run) => {
          runs.push(run)
          return { cancel: () => undefined }
        },
      },
      tell: (text) => heard(text),
    })
    await halts.start()
    t.teardown(() => halts.stop())
    const shifted = (byMs: number): Promise<string> =>
      new Promise((resolve) => {
        heard = resolve
        shiftWallClock(clockMemory, byMs)
        for (const run of runs) run()
      })
    t.match(await shifted(5 * HOUR_MS), /jumped ahead .* trading, day ends and trimming wait/)
    t.match(condition.haltReason, /^The machine's clock jumped by/)
    t.equal(halts.isClockTrusted, false)
    t.match(await shifted(-5 * HOUR_MS), /is back/)
    t.equal(condition.haltReason, '')
    t.equal(halts.isClockTrusted, true)
    t.match(halted, [/clock jumped/, ''])
  },
)
