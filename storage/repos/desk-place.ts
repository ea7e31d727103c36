import { BEFORE_FIRST, type DeskPlace } from '../row-images/desk-place.js'
import type { Sqlite } from '../sqlite/open.js'
import { perDatabase } from '../sqlite/statements.js'
import { metaRepo } from './meta.js'

/** The newest change of the desk's log that these tables contain. */
export const deskPlaceRepo = perDatabase((db: Sqlite) => {
  const meta = metaRepo(db)
  return {
    get(): DeskPlace {
      const [n, digest] = meta.get('desk_place')?.split(' ') ?? []
      if (n === undefined || digest === undefined) return BEFORE_FIRST
      return { n: Number(n), digest: Buffer.from(digest, 'hex') }
    },
    set: ({ n, digest }: DeskPlace) =>
      meta.set('desk_place', `${n} ${Buffer.from(digest).toString('hex')}`),
  }
})
