import { checkLog } from './log-check.js'
import { TradedRecords } from './traded-records.js'

/**
 * The process of an ImageChecker: told a directory, it answers what is wrong with the log in it, or
 * nothing. `node image-check.js [TRADED_RECORDS]`
 */
export interface ImageToCheck {
  readonly directory: string
  readonly answeredSeq: number
}

const [, , traded] = process.argv
const records = traded === undefined ? undefined : new TradedRecords(traded)

process.on('message', async ({ directory, answeredSeq }: ImageToCheck) => {
  let problem: string
  try {
    problem = (await checkLog(directory, answeredSeq, records?.turnOf)).problem
  } catch (error) {
    problem = `corrupt: ${error instanceof Error ? error.message : String(error)}`
  }
  process.send?.(problem)
})
