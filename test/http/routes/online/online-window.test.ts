import fc from 'fast-check'
import t from 'tap'
import { digestsOf, issueTokens } from '../../../../actors/sign-in/session-tokens.js'
import type { Refusal } from '../../../../engine/code.js'
import { refuse } from '../../../../engine/code.js'
import type { Route } from '../../../../http/pipeline/route.js'
import { WindowProofs } from '../../../../http/pipeline/window-proofs.js'
import { adminOnlineRoutes } from '../../../../http/routes/online/online.js'
import {
  cursorOf,
  type OnlinePlace,
  onlinePage,
  onlineProof,
  requestedPlace,
} from '../../../../http/routes/online/online-window.js'
import { LiveSession } from '../../../../http/sessions/live-session.js'
import { byAge } from '../../../../http/sessions/session-store.js'
import { factsOf } from '../../../given/fronts/socket-front.js'
import { session as reader } from '../../given.js'

type OnlinePlaceFrom = Extract<OnlinePlace, { edge: 'around' }>['from']

const digests = digestsOf(issueTokens())

function session(createdAt: number, id: string): LiveSession {
  return new LiveSession(
    {
      id,
      login: 1001,
      side: 'trader',
      terminal: 'web',
      readOnly: false,
      keepSignedIn: false,
      ip: '',
      userAgent: '',
      createdAt,
      refreshedAt: createdAt,
      digests,
      accessExpiresAt: 9e15,
      refreshExpiresAt: 9e15,
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

t.test('around has as many rows before its anchor as after it, or one more', async (t) => {
  const all = Array.from({ length: 9 }, (_, i) => session(i + 1, `s${i}`))
  const page = (anchor: string, limit: number, from: OnlinePlaceFrom = null) =>
    onlinePage(all, { edge: 'around', anchor, from }, limit).selected.map(idOf).join(' ')
  t.equal(page('s4', 3), 's3 s4 s5')
  t.equal(page('s4', 4), 's2 s3 s4 s5')
  t.equal(page('s0', 3), 's0 s1 s2')
  t.equal(page('s8', 3), 's6 s7 s8')
  t.equal(page('gone', 3, { createdAt: 5, id: 'a' }), 's3 s4 s5', 'by the place of the cursor')
})

t.test('a place is asked for with what its edge needs, and with nothing else', async (t) => {
  const proofs = new WindowProofs(Buffer.alloc(32, 7))
  const proof = onlineProof(proofs, reader({ rights: new Set(['b', 'a']) }))
  t.equal(onlineProof(proofs, reader({ rights: new Set(['a', 'b']) })), proof)
  for (const over of [{ login: 8 }, { id: 's2' }, { rights: new Set(['a']) }, { groupScope: [] }]) {
    t.not(onlineProof(proofs, reader({ rights: new Set(['a', 'b']), ...over })), proof)
  }
  const cursor = cursorOf(proofs, proof, session(5, 'abc'))
  const other = cursorOf(proofs, onlineProof(proofs, reader({ login: 8 })), session(5, 'abc'))
  const ask = (given: object) => requestedPlace(proofs, proof, { edge: 'first', ...given })
  const from = { createdAt: 5, id: 'abc' }
  t.same(ask({}), { edge: 'first' })
  t.same(ask({ edge: 'after', cursor }), { edge: 'after', from })
  t.same(ask({ edge: 'before', cursor }), { edge: 'before', from })
  t.same(ask({ edge: 'around', anchor_id: 'x' }), { edge: 'around', anchor: 'x', from: null })
  t.same(ask({ edge: 'around', anchor_id: 'x', cursor }), { edge: 'around', anchor: 'x', from })
  const anew = 'belongs to another list or filter: start again without a cursor'
  const wrong: readonly (readonly [object, path: string, message: string])[] = [
    [{ anchor_id: 'x' }, 'anchor_id', 'is allowed only with edge=around'],
    [{ edge: 'after', cursor, anchor_id: 'x' }, 'anchor_id', 'is allowed only with edge=around'],
    [{ cursor }, 'cursor', 'is not allowed with edge=first'],
    [{ edge: 'after' }, 'cursor', 'is required with edge=after'],
    [{ edge: 'before' }, 'cursor', 'is required with edge=before'],
    [{ edge: 'around', cursor }, 'anchor_id', 'is required with edge=around'],
    [{ edge: 'after', cursor: other }, 'cursor', anew],
    [{ edge: 'before', cursor: 'x' }, 'cursor', anew],
    [{ edge: 'around', anchor_id: 'x', cursor: other }, 'cursor', anew],
  ]
  for (const [given, path, message] of wrong) {
    const { ok, code, fields } = ask(given) as Refusal
    t.match([ok, code, fields], [false, 'invalid_input', [{ path, message }]])
    t.equal(fields?.[0]?.message, message)
  }
})

t.test('while names cannot be read, the list and the window are refused as that is', async (t) => {
  const refusal = refuse('unavailable', 'The names cannot be read now.')
  const services = {
    windowProofs: new WindowProofs(Buffer.alloc(32)),
    clock: { now: () => 0 },
    presence: { seenBy: () => [session(1, 'a')] },
    queries: { of: () => ({ run: async () => refusal }) },
  }
  const by = reader({ rights: new Set(['accounts.online', 'accounts.name']) })
  for (const path of ['/admin/v1/online', '/admin/v1/online/window']) {
    const { handle } = adminOnlineRoutes.find((one) => one.path === path) as Route
    t.same(
      await handle({ query: { edge: 'first', limit: 9 }, session: by, services } as never),
      refusal,
    )
  }
})
