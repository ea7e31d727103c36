import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The parties of a session: with others its numbers are those of another one. */
export interface SessionParties {
  readonly sender: string
  readonly senderSub: string
  readonly target: string
  readonly targetSub: string
}

/**
 * The file of a session, by the connection that it is of and its parties. Files of the same connection with other
 * parties are removed: a connection has one session.
 */
export function sessionPath(
  directory: string,
  connection: string,
  parties: SessionParties,
): string {
  const { sender, senderSub, target, targetSub } = parties
  const digest = createHash('sha256')
    .update(JSON.stringify([sender, senderSub, target, targetSub]))
    .digest('hex')
    .slice(0, 16)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const name = `${connection}.${digest}`
  for (const other of readdirSync(directory)) {
    const isOwn = other === name || other === `${name}.new`
    if (!isOwn && other.startsWith(`${connection}.`))
      rmSync(join(directory, other), { force: true })
  }
  return join(directory, name)
}

/** The sessions of connections that are not there any more. */
export function removeSessions(directory: string, isGone: (connection: string) => boolean): void {
  for (const name of readdirSync(directory)) {
    if (isGone(name.split('.')[0] ?? '')) rmSync(join(directory, name), { force: true })
  }
}
