import { existsSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { syncPath, writeDurably } from './durable-files.js'
import { clockConfirmationPath } from './paths.js'

/** Notes that a person says that the machine's clock is right: in a file, which the server takes away. */
export function confirmClock(dataDir: string): void {
  writeDurably(clockConfirmationPath(dataDir), 'The clock is right.\n')
  syncPath(dataDir)
}

export function isClockConfirmed(dataDir: string): boolean {
  return existsSync(clockConfirmationPath(dataDir))
}

/** Answers whether there was one. */
export async function takeClockConfirmation(dataDir: string): Promise<boolean> {
  return rm(clockConfirmationPath(dataDir)).then(
    () => true,
    () => false,
  )
}

export function dropClockConfirmation(dataDir: string): void {
  rmSync(clockConfirmationPath(dataDir), { force: true })
}
