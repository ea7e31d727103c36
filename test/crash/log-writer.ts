import { writeSync } from 'node:fs'
import { freeBytesOf, judgeDiskSpace } from '../../storage/disk-space.js'
import { LogError } from '../../storage/log/log.js'
import { lastSeqOf } from '../../wire/record/record.js'
import { openFastLog } from '../given/fast-log.js'
import { turnOf } from '../wire/record/sample-records.js'
import { TradedRecords } from './traded-records.js'

/**
 * The process that the crash tests kill, starve and cut off: it commits turn after turn and says so
 * on `ANSWERS_FD` only when `commit` or `settle` has returned, as a shard answers its sockets.
 *
 *     node log-writer.js DIRECTORY TURNS [RESERVE_BYTES] [TRADED_RECORDS]
 *
 * It says `opened LAST`, `answered LAST`, `low` when less than the reserve is free (and stops),
 * `refused WHY` on a LogError, and `done`. With a reserve of 0 it trims all but `TRIM_KEEPS` seqs.
 */
const ANSWERS_FD = 1
const FULL_PIPE = new Int32Array(new SharedArrayBuffer(4))
const LOOK_MS = 1
const TRIM_EVERY = 16
export const TRIM_KEEPS = 200

/** The bytes of a turn of so many records from a number on. */
export type TurnOf = (firstSeq: number, count: number) => Uint8Array

/** The most records in a turn, enough for pages of its own. */
export const TURN_MAX = 90

function turnLength(turn: number): number {
  return turn % 13 === 12 ? TURN_MAX : 1 + ((turn * 7) % 11)
}

/** Waits where nobody reads for a while. */
function say(line: string): void {
  const bytes = Buffer.from(`${line}\n`)
  for (let said = 0; said < bytes.length; ) {
    try {
      said += writeSync(ANSWERS_FD, bytes, said)
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== 'EAGAIN') throw error
      Atomics.wait(FULL_PIPE, 0, 0, LOOK_MS)
    }
  }
}

async function write(
  directory: string,
  turns: number,
  reserveBytes: number,
  turnOf: TurnOf,
): Promise<void> {
  const log = openFastLog({ directory })
  const newest = log.last()
  let lastSeq = newest === undefined ? 0 : lastSeqOf(newest.bytes)
  say(`opened ${lastSeq}`)
  for (let turn = 1; turn <= turns; turn++) {
    if (judgeDiskSpace(await freeBytesOf(directory), reserveBytes, 'ok') === 'low') {
      say('low')
      return
    }
    const count = turnLength(turn)
    const bytes = turnOf(lastSeq + 1, count)
    // In turn beside this thread and by it, as small and large turns are.
    if (turn % 3 > 0 && log.begin(lastSeq + 1, bytes)) log.settle()
    else log.commit(lastSeq + 1, bytes)
    lastSeq += count
    say(`answered ${lastSeq}`)
    if (reserveBytes === 0 && turn % TRIM_EVERY === 0 && lastSeq > TRIM_KEEPS) {
      log.trim(lastSeq - TRIM_KEEPS, 10)
    }
  }
  say('done')
  await log.close()
}

const [, program, directory, turns, reserve, traded] = process.argv
if (program?.endsWith('log-writer.js') && directory !== undefined) {
  try {
    const records = traded === undefined ? undefined : new TradedRecords(traded)
    await write(directory, Number(turns), Number(reserve ?? 0), records?.turnOf ?? turnOf)
  } catch (error) {
    if (!(error instanceof LogError)) throw error
    say(`refused ${error.message.replaceAll('\n', ' ')}`)
    process.exitCode = 3
  }
}
