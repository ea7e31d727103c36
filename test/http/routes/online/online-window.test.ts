import fc from 'fast-check'
import t from 'tap'
import { digestsOf, issueTokens } from '../../../../actors/sign-in/session-tokens.js'
import { type OnlinePlace, onlinePage } from '../../../../http/routes/online/online-window.js'
import { LiveSession } from '../../../../http/sessions/live-session.js'
import { byAge } from '../../../../http/sessions/session-store.js'
import { factsOf } from '../../../given/socket-front.js'

const digests = digestsOf(issueTokens())

function session(createdAt: number, id: string): LiveSession {
  return new LiveSession(
    {
      ...{ id, login: 1001, side: 'trader', terminal: 'web', readOnly: false, keepSignedIn: false },
      ...{ ip: '', userAgent: '', createdAt, refreshedAt: createdAt, digests },
      ...{ accessExpiresAt: 9e15, refreshExpiresAt: 9e15 },
    },
    factsOf(1001),
  )
}

const idOf = ({ id }: { readonly id: string }): string => id

/** Few times and ids, so that many sessions began at one moment. */
const places = fc.record({
  createdAt: fc.integer({ min: 1, max: 5 }),
  id: fc.stringMatching(/^[ab]{1,3}$/),
})
const given = fc.record({
  rows: fc.uniqueArray(places, { maxLength: 12, selector: idOf }),
  from: places,
  limit: fc.integer({ min: 1, max: 6 }),
})

t.test('pages after and before a place are what a plain filter makes of all rows', async (t) => {
  fc.assert(
    fc.property(given, ({ rows, from, limit }) => {
      const all = rows.map(({ createdAt, id }) => session(createdAt, id)).sort(byAge)
      const ids = all.map(idOf)
      const after = onlinePage(all, { edge: 'after', from }, limit)
      const later = all.filter((row) => byAge(row, from) > 0)
      t.same(after.selected.map(idOf), later.slice(0, limit).map(idOf))
      t.equal(after.hasAfter, later.length > limit)
      t.equal(after.hasBefore, later.length < all.length)
      const before = onlinePage(all, { edge: 'before', from }, limit)
      const sooner = all.filter((row) => byAge(row, from) < 0)
      t.same(before.selected.map(idOf), sooner.slice(-limit).map(idOf))
      t.equal(before.hasBefore, sooner.length > limit)
      t.equal(before.hasAfter, sooner.length < all.length)
      const first = onlinePage(all, { edge: 'first' }, limit)
      t.same(first.selected.map(idOf), ids.slice(0, limit))
    }),
  )
})

t.test(
  'around has its anchor in a full page, else the place of the cursor, else the first page',
  async (t) => {
    fc.assert(
      fc.property(given, fc.boolean(), ({ rows, from, limit }, isThere) => {
        const all = rows.map(({ createdAt, id }) => session(createdAt, id)).sort(byAge)
        const ids = all.map(idOf)
        const anchor = (isThere ? ids.at(-1) : undefined) ?? 'gone'
        const full = Math.min(limit, ids.length)
        const place: OnlinePlace = { edge: 'around', anchor, from }
        const page = onlinePage(all, place, limit)
        t.equal(page.anchorFound, ids.includes(anchor))
        t.equal(page.selected.length, full)
        if (page.anchorFound) t.ok(page.selected.some(({ id }) => id === anchor))
        t.equal(page.hasBefore, ids.length > 0 && page.selected[0]?.id !== ids[0])
        t.equal(page.hasAfter, page.selected.at(-1)?.id !== ids.at(-1))
        const none = onlinePage(all, { edge: 'around', anchor: 'gone', from: null }, limit)
        t.same(none.selected.map(idOf), ids.slice(0, limit))
        t.equal(none.anchorFound, false)
      }),
    )
  },
)
