import { existsSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { syncPath, writeDurably } from './durable-files.js'
import { clockConfirmationPath } from './paths.js'

/** Creates the file by which an operator confirms the machine's clock. The server deletes it. */
export function confirmClock(dataDir: string): void {
  writeDurably(clockConfirmationPath(dataDir), 'The clock is right.\n')
  syncPath(dataDir)
}

export function isClockConfirmed(dataDir: string): boolean {
  return existsSync(clockConfirmationPath(dataDir))
}

/** Deletes the confirmation. Returns true if there was one. */
export async function takeClockConfirmation(dataDir: string): Promise<boolean> {
  return rm(clockConfirmationPath(dataDir)).then(
    () => true,
    () => false,
  )
}

export function dropClockConfirmation(dataDir: string): void {
  rmSync(clockConfirmationPath(dataDir), { force: true })
}
