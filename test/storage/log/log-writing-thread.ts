import { parentPort, workerData } from 'node:worker_threads'
import { openLmdbLog } from '../../../storage/log/lmdb-log.js'
import { turnOf } from '../../wire/record/sample-records.js'

/** A thread that writes a log as fast as it can, in turns of all sizes, and trims its beginning. */
const { directory, turns } = workerData as { directory: string; turns: number }
const log = openLmdbLog({ directory })
for (let turn = 0, seq = 1; turn < turns; turn++) {
  const records = turn % 50 === 0 ? 400 : 1 + (turn % 7)
  log.commit(seq, turnOf(seq, records))
  seq += records
  if (turn % 100 === 99) log.trim(seq - 600, 64)
}
await log.close()
parentPort?.postMessage('done')
