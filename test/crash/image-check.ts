import { checkLog } from './log-check.js'

/**
 * The process of an ImageChecker: told a directory, it answers what is wrong with the log in it, or
 * nothing.
 */
export interface ImageToCheck {
  readonly directory: string
  readonly answeredSeq: number
}

process.on('message', async ({ directory, answeredSeq }: ImageToCheck) => {
  let problem: string
  try {
    problem = (await checkLog(directory, answeredSeq)).problem
  } catch (error) {
    problem = `corrupt: ${error instanceof Error ? error.message : String(error)}`
  }
  process.send?.(problem)
})
