import { checkLog } from '../log-check.js'

/**
 * A process that opens crash images one after the other, since a bad one may take its process down.
 * Told `{ directory, answeredSeq }`, it answers what is wrong with it, or nothing.
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
