import { parentPort, workerData } from 'node:worker_threads'
import { openLmdbLogForReading } from '../../../storage/log/lmdb-log.js'
import { lastSeqOf } from '../../../wire/record/record.js'

/** A thread that follows a log: told to look, it answers the seqs that are new to it. */
const log = openLmdbLogForReading({ directory: workerData as string })
let next = 1

parentPort?.on('message', () => {
  const seen: number[] = []
  for (const entry of log.read(next)) {
    seen.push(entry.firstSeq)
    next = lastSeqOf(entry.bytes) + 1
  }
  parentPort?.postMessage(seen)
})
parentPort?.postMessage([])
