import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '../../../engine/assert.js'
import { sqlitePath } from '../../../storage/paths.js'
import { type Starts, tableDigests } from '../../../storage/row-images/table-digests.js'
import { openReader } from '../../../storage/sqlite/open.js'
import { type ComparingData, HAS_COPY, NEEDS_COPY } from '../../shared/copying.js'
import { yieldToTrading } from '../../thread/background-thread.js'

/**
 * Thread entry: takes a snapshot of the tables when the desk requests it, and computes their
 * digests. After the snapshot it gives trading precedence.
 */
const ASKED_MAX_MS = 30_000

assert(parentPort !== null, 'the thread that compares has a parent')
const port = parentPort
const { dataDir, words } = workerData as ComparingData
const db = openReader(sqlitePath(dataDir))
port.postMessage('ready')
Atomics.wait(words, NEEDS_COPY, 0, ASKED_MAX_MS)
// A read transaction keeps its snapshot from its first query to its end.
db.exec('BEGIN')
db.prepare('SELECT count(*) FROM meta').get()
Atomics.store(words, HAS_COPY, 1)
Atomics.notify(words, HAS_COPY)
yieldToTrading()
port.once('message', (starts: Starts) => {
  port.postMessage(tableDigests(db, starts))
  db.close()
})
