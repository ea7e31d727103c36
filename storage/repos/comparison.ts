import { deserialize, serialize } from 'node:v8'
import type { Starts } from '../row-images/table-digests.js'
import type { Sqlite } from '../sqlite/open.js'
import { perDatabase } from '../sqlite/statements.js'
import { metaRepo } from './meta.js'

/**
 * The newest comparison of these tables with those of following nodes. The digests describe the
 * tables before it began.
 */
export interface Comparison {
  readonly id: number
  readonly starts: Starts
  /** The digests of the tables; undefined until they are computed. */
  readonly digests?: Readonly<Record<string, string>> | undefined
  readonly ends?: Starts | undefined
}

/** The name in the meta table. The value is binary text, because keys of rows may be bytes. */
export const COMPARISON = 'comparison'

export function comparisonOf(text: string): Comparison {
  return deserialize(Buffer.from(text, 'base64')) as Comparison
}

export const comparisonRepo = perDatabase((db: Sqlite) => {
  const meta = metaRepo(db)
  return {
    get(): Comparison | undefined {
      const text = meta.get(COMPARISON)
      return text === undefined ? undefined : comparisonOf(text)
    },
    set: (comparison: Comparison) => meta.set(COMPARISON, serialize(comparison).toString('base64')),
  }
})
