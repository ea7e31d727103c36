import { createClockMemory, shiftWallClock } from '../../actors/thread/clock.js'
import { start } from '../../bin/start.js'

/** The server as `openfloor start` runs it, on a machine whose wall clock jumps by five hours when it is told. */
const JUMP_MS = 5 * 3_600_000
const clockMemory = createClockMemory()
process.on('SIGUSR2', () => shiftWallClock(clockMemory, JUMP_MS))
process.on('SIGHUP', () => shiftWallClock(clockMemory, -JUMP_MS))
const code = await start({ clockMemory })
if (code !== 0) process.exitCode = code
