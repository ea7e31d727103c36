import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '../../engine/assert.js'
import { sqlitePath } from '../../storage/paths.js'
import { openWriter } from '../../storage/sqlite/open.js'
import type { DeskData, FromProjector, ToProjector } from '../../wire/thread/messages.js'
import { yieldToTrading } from '../thread/background-thread.js'
import { systemClock } from '../thread/clock.js'
import { reportMemory } from '../thread/own-memory.js'
import { ProjectorLoop } from './projector-loop.js'

/**
 * Thread entry: writes the records of the logs into the tables. Trading has precedence: no answer
 * waits for the tables, and pending records are in the logs.
 */
yieldToTrading()
reportMemory()

const port = parentPort
assert(port !== null, 'the projector is a worker')
const post = (message: FromProjector): void => port.postMessage(message)
const data = workerData as DeskData
const db = openWriter(sqlitePath(data.dataDir))
const loop = new ProjectorLoop({
  db,
  clock: systemClock(data.clockOffsetMs, data.buffers.clock),
  data,
  onHalted: (reason) => post({ type: 'projection_halted', reason }),
  onLine: (line, group) => post({ type: 'journal', line, group }),
})

port.on('message', (message: ToProjector) => {
  switch (message.type) {
    case 'project':
      loop.start()
      break
    case 'release':
      void loop.release()
      break
    case 'wake':
      loop.wake()
      break
    case 'stop':
      void stop()
  }
})

async function stop(): Promise<void> {
  await loop.stop()
  db.close()
  port?.close()
}
