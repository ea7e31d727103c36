import { readFileSync } from 'node:fs'

/** The version of the package at build time. */
export const VERSION = version()

/** The build replaces this constant (bin/make-bundle.ts). */
declare const OPENFLOOR_COMMIT: string | undefined

/** The commit that this build was made from. */
export const COMMIT = typeof OPENFLOOR_COMMIT === 'string' ? OPENFLOOR_COMMIT : 'unknown'

/** The version and commit, as in `/health`. */
export const BUILD = { version: VERSION, commit: COMMIT }

function version(): string {
  const file = new URL('../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
