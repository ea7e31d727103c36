import t from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import {
  NEWS_KEPT_DEFAULT,
  NEWS_TEXT_BYTES_KEPT_MAX,
  NEWS_TEXT_BYTES_MAX,
} from '../../../../engine/limits/providers.js'
import type { FeedNews } from '../../../../wire/thread/provider-records.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'
import { givenBatch } from '../../../given/records/provider-records.js'

// News over a real desk: what is kept, for how long, and who reads it.

const PATH = 'GET /admin/v1/news'
const DAY_MS = 86_400_000
type Row = Record<string, unknown>
type Tap = { teardown(run: () => unknown): unknown }

function given(t: Tap) {
  const front = new ConfigFront(t)
  const desk = deskHandlers(front.desk)
  let number = 0
  const keep = (...all: readonly Partial<FeedNews>[]): void => {
    const news = all.map((over): FeedNews => {
      const key = `id:${++number}`
      const times = { at: front.now, receivedAt: front.now }
      return { feed: 1, key, ...times, headline: key, text: 'x', isCut: false, ...over }
    })
    const kept = desk['records.keep'](givenBatch({ run: String(++number), news }))
    if (!kept.ok) throw new Error(kept.message)
  }
  const titles = async (query = '', as = 'admin'): Promise<unknown[]> =>
    (await front.ask(`${PATH}?${query}`, as)).data.items.map(({ headline }: Row) => headline)
  return { front, desk, keep, titles }
}

t.test('filters keep to what they say, and wrong ones are refused', async (t) => {
  const { front, keep, titles } = given(t)
  keep({ headline: 'Größe 100%', feed: 2, at: front.now - DAY_MS }, { headline: 'grund' })
  t.same(await titles('text=GR%C3%96'), ['Größe 100%'])
  t.same(await titles('text=0%25'), ['Größe 100%'])
  t.same(await titles('text=_'), [])
  t.same(await titles('feed_id=2'), ['Größe 100%'])
  t.same(await titles('feed_id=3'), [])
  t.same(await titles('from=2026-03-02'), ['grund'])
  t.same(await titles('to=2026-03-01'), ['Größe 100%'])
  for (const wrong of ['limit=0', 'limit=1001', 'before=0', 'feed_id=x', 'page=1']) {
    t.equal((await front.ask(`${PATH}?${wrong}`)).status, 400, wrong)
  }
  for (const [wrong, field] of [
    ['from=2026-02-30', 'from'],
    ['to=2026-13-01', 'to'],
    ['from=2026-03-02&to=2026-03-01', 'to'],
  ] as const) {
    const answer = await front.ask(`${PATH}?${wrong}`)
    t.match(answer, { status: 400, code: 'invalid_input', fields: [field] }, wrong)
  }
  t.equal((await front.ask(`${PATH}?text=${'x'.repeat(129)}`)).status, 400)
})

t.test('the text is read one by one', async (t) => {
  const { front, keep } = given(t)
  keep({ text: '<script>', isCut: true })
  const one = await front.ask('GET /admin/v1/news/1')
  t.match(one.data, { id: 1, text: '<script>', truncated: true, feed_id: 1 })
  t.match(await front.ask('GET /admin/v1/news/2'), { status: 404, code: 'not_found' })
  t.notOk('text' in (await front.ask(PATH)).data.items[0])
})

const NONE = {
  status: 403,
  code: 'forbidden',
  data: { reason: 'forbidden.no_news', params: {} },
  message: 'There is no news for the accounts of your group.',
}

t.test('traders read what their group has: all, headlines alone or none', async (t) => {
  const { front, keep } = given(t)
  const group = 'real\\standard'
  front.name('trader', { audience: 'trader', login: 1001, group, rights: new Set() })
  front.name('homeless', { audience: 'trader', login: 1002, group: 'real\\gone' })
  const at = front.now - 60_000
  keep({ headline: 'Rates stay', at, text: 'As they are.', isCut: true }, { headline: 'Later' })
  const first = { id: 1, at: '2026-03-02T09:59:00.000Z', headline: 'Rates stay' }
  const later = { id: 2, at: '2026-03-02T10:00:00.000Z', headline: 'Later' }
  const staff = { feed_id: 1, received_at: '2026-03-02T10:00:00.000Z' }
  const ask = async (what: string, as = 'trader') => {
    const { status, code, message, data } = await front.ask(`GET /${what}`, as)
    return { status, code, message, data }
  }
  const done = (data: object) => ({ status: 200, code: 'ok', message: '', data })
  const page = done({ items: [later, first], has_more: false })
  t.same(await ask('trader/v1/news'), page)
  t.same(await ask('trader/v1/news?limit=1'), done({ items: [later], has_more: true }))
  t.same(await ask('trader/v1/news?before=2'), done({ items: [first], has_more: false }))
  t.same(await ask('trader/v1/news?text=stay'), done({ items: [first], has_more: false }))
  const whole = { ...first, text: 'As they are.', truncated: true }
  t.same(await ask('trader/v1/news/1'), done(whole))
  t.match(await ask('trader/v1/news/3'), {
    status: 404,
    code: 'not_found',
    data: { reason: 'not_found.news' },
  })
  t.match(await ask('trader/v1/news?from=2026-02-30'), { status: 400, code: 'invalid_input' })
  t.same(
    await ask('admin/v1/news', 'admin'),
    done({ items: [later, first].map((row) => ({ ...row, ...staff })), has_more: false }),
  )
  t.same(await ask('admin/v1/news/1', 'admin'), done({ ...whole, ...staff }))
  const { id = 0 } = front.book.records.groups.find(({ path }) => path === group) ?? {}
  front.change('groups', id, { news_mode: 'headlines' })
  t.same(await ask('trader/v1/news'), page)
  t.same(await ask('trader/v1/news/1'), done({ ...whole, text: null }))
  front.change('groups', id, { news_mode: 'disabled' })
  for (const as of ['trader', 'homeless']) {
    for (const what of ['trader/v1/news', 'trader/v1/news/1']) t.same(await ask(what, as), NONE)
  }
})

t.test('the same of a feed is kept once, and of another feed as well', async (t) => {
  const { keep, titles } = given(t)
  keep({ key: 'a', headline: 'first' })
  keep({ key: 'a', headline: 'again' }, { key: 'a', headline: 'elsewhere', feed: 2 })
  t.same(await titles(), ['elsewhere', 'first'])
})

t.test('news go once they are older than the days, and none before', async (t) => {
  const { front, desk, keep, titles } = given(t)
  const at = front.now - NEWS_KEPT_DEFAULT.days * DAY_MS
  keep(
    { headline: 'old', at, receivedAt: at },
    { headline: 'older', at: at - 1, receivedAt: at - 1 },
  )
  t.same(desk['records.sweep'](null), { ok: true, value: 1 })
  t.same(await titles(), ['old'])
  t.same(desk['records.sweep'](null), { ok: true, value: 0 })
})

t.test('the newest are kept, up to one more than may be, in number and in bytes', async (t) => {
  const { front, desk, keep, titles } = given(t)
  const count = front.desk.db.prepare<[], number>('SELECT count(*) FROM news').pluck()
  const texts = front.desk.db.prepare<[], number>('SELECT count(*) FROM news_texts').pluck()
  for (let n = 0; n < NEWS_KEPT_DEFAULT.count; n += 1_000) keep(...Array(1_000).fill({}))
  t.equal(count.get(), NEWS_KEPT_DEFAULT.count)
  keep({ headline: 'one more' })
  t.same([count.get(), texts.get()], [NEWS_KEPT_DEFAULT.count, NEWS_KEPT_DEFAULT.count])
  t.same(await titles('limit=1'), ['one more'])
  front.now += (NEWS_KEPT_DEFAULT.days + 1) * DAY_MS
  while (true) {
    const swept = desk['records.sweep'](null)
    if (!swept.ok) throw new Error(swept.message)
    if (swept.value === 0) break
  }
  t.same([count.get(), texts.get()], [0, 0], 'what is older than the days is gone')
  const text = 'x'.repeat(NEWS_TEXT_BYTES_MAX - 1)
  const most = NEWS_TEXT_BYTES_KEPT_MAX / NEWS_TEXT_BYTES_MAX
  front.desk.db.exec('BEGIN')
  const add = front.desk.db.prepare(
    "INSERT INTO news (feed, key, at, received_at, headline, bytes, is_cut) VALUES (1, ?, 1, ?, 'h', ?, 0)",
  )
  for (let n = 0; n < most - 1; n++) add.run(`big ${n}`, front.now, NEWS_TEXT_BYTES_MAX)
  front.desk.db.exec('COMMIT')
  keep({ headline: 'x', text })
  t.equal(count.get(), most, 'they fit to the byte')
  keep({ headline: 'y', text: '' })
  t.equal(count.get(), most, 'and the oldest goes for one byte more')
})
