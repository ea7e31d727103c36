import t from 'tap'
import type { ConfigItem } from '../../../../actors/desk/settings/config-batch.js'
import type { ItemResult } from '../../../../actors/desk/settings/item-result.js'
import { refuse } from '../../../../engine/code.js'
import {
  CONFIG_BATCH_ITEMS_MAX,
  CONFIG_BATCH_MS_MAX,
  CONFIG_SLICE_ITEMS_MAX,
} from '../../../../engine/limits/settings.js'
import { because } from '../../../../engine/reasons/reasons.js'
import { changedInBatch } from '../../../../http/routes/settings/config-batch.js'
import type { EventFrame } from '../../../../wire/frame/plain-frame.js'
import { HandClock } from '../../../given/hand-clock.js'
import { request } from '../../given.js'

// Many settings, in slices of a desk that takes so many at a time.

interface Slice {
  readonly actor: object
  readonly kind: string
  readonly items: readonly ConfigItem[]
  readonly isLast: boolean
  readonly dryRun: string | null
}
type Answer = (slice: Slice) => unknown

const KEY = '0f0e0d0c-0b0a-4908-8706-050403020100'

const itemsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: i + 1 }) as unknown as ConfigItem)
const done = (items: readonly ConfigItem[]) =>
  items.map((item) => ({ did: 'changed', id: (item as { id: number }).id }) as ItemResult)

/** A desk that does all of a slice, or what `answer` says. */
function given(answer: Answer = ({ items }) => ({ ok: true, value: done(items) })) {
  const clock = new HandClock()
  const slices: Slice[] = []
  const desk = {
    ask: async (name: string, slice: Slice) => {
      t.equal(name, 'config.batch')
      slices.push(slice)
      return answer(slice)
    },
  }
  const told: object[] = []
  const events = {
    toLogin: (side: string, login: number, frame: EventFrame) => {
      told.push([side, login, JSON.parse(Buffer.from(frame.as('json')).toString())])
    },
  }
  const ask = (items: readonly ConfigItem[], login = 7, isDryRun?: boolean) => {
    const context = {
      actor: { login, ip: '10.0.0.1', requestId: 'r' },
      request: request({ headers: { 'idempotency-key': KEY } }),
      services: { desk, clock, events },
    } as unknown as Parameters<typeof changedInBatch>[0]
    const batch = { kind: 'symbols', items } as const
    return changedInBatch(context, isDryRun === undefined ? batch : { ...batch, isDryRun })
  }
  return { clock, slices, told, ask }
}

t.test(
  'slices grow by a quarter of what is done, up to their bound, and the last says so',
  async (t) => {
    const { slices, ask } = given()
    const items = itemsOf(5_000)
    t.same(await ask(items), done(items))
    const sizes = slices.map((slice) => slice.items.length)
    const expected: number[] = []
    for (let left = 5_000, most = 200; left > 0; ) {
      const size = Math.min(most, left)
      expected.push(size)
      left -= size
      most = Math.min(CONFIG_SLICE_ITEMS_MAX, Math.ceil(1.25 * size))
    }
    t.same(sizes, expected)
    t.same(
      slices.map(({ isLast }) => isLast),
      sizes.map((_, i) => i === sizes.length - 1),
    )
    t.same(
      slices.flatMap((slice) => slice.items),
      items,
    )
    const { actor, kind, dryRun } = slices[0] as Slice
    t.same([actor, kind, dryRun], [{ login: 7, ip: '10.0.0.1', requestId: 'r' }, 'symbols', null])
  },
)

t.test('what a slice does not come to is asked for again, in a smaller one', async (t) => {
  const { slices, ask } = given(({ items }) => ({ ok: true, value: done(items.slice(0, 8)) }))
  const items = itemsOf(30)
  t.same(await ask(items), done(items))
  t.same(
    slices.map((slice) => [slice.items.length, slice.isLast]),
    [
      [30, true],
      [10, false],
      [10, false],
      [6, true],
    ],
  )
})

t.test('a trial is one trial in all of its slices, and nothing is asked for nothing', async (t) => {
  const { slices, ask } = given()
  await ask(itemsOf(201), 8, true)
  t.same(
    slices.map(({ dryRun }) => dryRun),
    ['8 r', '8 r'],
  )
  t.same(await ask([]), [])
  t.equal(slices.length, 2)
})

const AGAIN = 'Send it again: what was done answers same.'
const refused = (id: number | null, code: string, message: string) => ({
  did: 'refused',
  id,
  fields: [],
  code,
  message,
  field: null,
})

t.test('a desk that ends leaves a slice in doubt, and the rest was not reached', async (t) => {
  const { ask } = given(({ items }) =>
    (items[0] as { id: number }).id === 1
      ? { ok: true, value: done(items.slice(0, 3)) }
      : refuse('unavailable', 'The desk is starting again.'),
  )
  const fresh = { values: {} } as unknown as ConfigItem
  const results = await ask([...itemsOf(7), fresh])
  t.same(results, [
    ...done(itemsOf(3)),
    ...[4, 5, 6, 7].map((id) => refused(id, 'unavailable', 'The desk is starting again.')),
    refused(null, 'unavailable', `It was not reached. ${AGAIN}`),
  ])
})

t.test('a batch that takes too long ends, and the desk keeps nothing of it', async (t) => {
  const { clock, slices, ask } = given(({ items }) => {
    if (items.length > 0) clock.at += CONFIG_BATCH_MS_MAX / 2
    return { ok: true, value: done(items.slice(0, 1)) }
  })
  const results = await ask(itemsOf(4))
  const why = `It was not reached in ${CONFIG_BATCH_MS_MAX / 1000} seconds. ${AGAIN}`
  t.same(results, [...done(itemsOf(2)), ...[3, 4].map((id) => refused(id, 'unavailable', why))])
  t.same(
    slices.map((slice) => [slice.items.length, slice.isLast]),
    [
      [4, true],
      [2, false],
      [0, true],
    ],
  )
})

t.test('a batch has so many items, and one more is refused', async (t) => {
  const { ask } = given()
  t.match(
    await ask(itemsOf(CONFIG_BATCH_ITEMS_MAX + 1)),
    because('too_large.items', { count: CONFIG_BATCH_ITEMS_MAX + 1, max: CONFIG_BATCH_ITEMS_MAX }),
  )
  const most = itemsOf(CONFIG_BATCH_ITEMS_MAX)
  t.equal(((await ask(most)) as unknown[]).length, CONFIG_BATCH_ITEMS_MAX)
})

t.test('a batch that ran out of time is answered once the desk keeps nothing of it', async (t) => {
  let end = (): void => undefined
  const { clock, ask } = given(async ({ items }) => {
    clock.at += CONFIG_BATCH_MS_MAX
    if (items.length === 0) await new Promise<void>((resolve) => (end = resolve))
    return { ok: true, value: done(items.slice(0, 1)) }
  })
  let isAnswered = false
  const asked = ask(itemsOf(2)).finally(() => (isAnswered = true))
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  t.equal(isAnswered, false)
  end()
  t.match(await asked, [{ did: 'changed' }, { did: 'refused' }])
})

t.test('its sender is told each half second how far it is, and its end', async (t) => {
  const { clock, told, ask } = given(({ items }) => {
    clock.at += 300
    const refused = {
      did: 'refused',
      id: 1,
      fields: [],
      code: 'conflict',
      message: '',
      field: null,
    }
    return { ok: true, value: [...done(items.slice(1)), refused] }
  })
  await ask(itemsOf(1_000))
  const said = (finished: boolean, done: number, refused: number) => {
    const data = { request_id: 'r', key: KEY, done, refused, total: 1_000, finished }
    return ['staff', 7, { event: 'config_progress', data }]
  }
  t.same(told, [said(false, 450, 2), said(true, 1_000, 4)])
})
