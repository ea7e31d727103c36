import t from 'tap'
import { keptNews, NewsOfFeed } from '../../../../actors/links/feeds/feed-news.js'
import { WaitingRecords } from '../../../../actors/links/waiting-records.js'
import {
  NEWS_HEADLINE_CHARACTERS_MAX,
  NEWS_PER_BATCH,
  NEWS_RATE,
  NEWS_TEXT_BYTES_MAX,
} from '../../../../engine/limits/providers.js'
import { ManualClock } from '../manual-clock.js'

// News of a feed on their way to be kept: as what, how many, and until when a provider is asked for them again.

const NOW = 1_700_000_000_000
const NEWS = { headline: 'Rates', text: 'up', at: NOW - 1_000 }

t.test('they are plain, bounded, and have a headline where there is any text', async (t) => {
  t.match(keptNews(4, NEWS, NOW), { feed: 4, at: NOW - 1_000, receivedAt: NOW, isCut: false })
  t.equal(keptNews(4, { ...NEWS, headline: '\u0000' }, NOW).headline, 'up')
  const long = { ...NEWS, headline: 'x'.repeat(NEWS_HEADLINE_CHARACTERS_MAX + 1) }
  t.equal(keptNews(4, long, NOW).headline.length, NEWS_HEADLINE_CHARACTERS_MAX)
  for (const at of [-1, NOW + 86_400_001, Number.NaN]) {
    t.equal(keptNews(4, { ...NEWS, at }, NOW).at, NOW, 'a time that cannot be is the one of now')
  }
})

t.test('they are kept as they came, under a name that stays from version to version', async (t) => {
  const kept = { feed: 4, at: NOW - 1_000, receivedAt: NOW, headline: 'Rates', text: 'up' }
  const own = { ...kept, key: 'BkhTY4bp3c40pm0NaECrsRoHm74EevagU7_KtXrd-iA', isCut: false }
  t.same(keptNews(4, NEWS, NOW), own)
  t.same(keptNews(4, { ...NEWS, id: '' }, NOW), own)
  t.same(keptNews(4, { ...NEWS, id: 'N 1' }, NOW), { ...own, key: 'id:N 1' })
  const longest = 'x'.repeat(96)
  t.equal(keptNews(4, { ...NEWS, id: longest }, NOW).key, `id:${longest}`)
  const longer = keptNews(4, { ...NEWS, id: `${longest}x` }, NOW)
  t.same(longer, { ...own, key: 'hCeExhFIBhricPp_EWG0fwm9AuZ23FSQHLsPQPOP_p0' })
  const latest = NOW + 86_400_000
  t.same(keptNews(4, { ...NEWS, id: 'N', at: latest }, NOW), { ...own, key: 'id:N', at: latest })
  t.equal(keptNews(4, { ...NEWS, at: 0 }, NOW).at, 0)
  const long = keptNews(4, { ...NEWS, text: 'x'.repeat(NEWS_TEXT_BYTES_MAX + 1) }, NOW)
  t.same([long.text, long.isCut], ['x'.repeat(NEWS_TEXT_BYTES_MAX), true])
  const untitled = keptNews(4, { ...NEWS, headline: '', text: 'y'.repeat(81) }, NOW)
  t.equal(untitled.headline, 'y'.repeat(80))
})

t.test('they are known again by their id, else by time, headline and text', async (t) => {
  const keyOf = (over: object): string => keptNews(4, { ...NEWS, ...over }, NOW).key
  t.equal(keyOf({}), keyOf({}))
  for (const over of [{ at: NOW }, { headline: 'Other' }, { text: 'down' }, { id: 'N' }]) {
    t.not(keyOf(over), keyOf({}), JSON.stringify(over))
  }
  t.equal(keyOf({ id: 'N', text: 'down' }), keyOf({ id: 'N' }))
  const long = 'x'.repeat(97)
  t.not(keyOf({ id: `${long}1` }), keyOf({ id: `${long}2` }))
  t.ok(keyOf({ id: long }).length < 60)
})

t.test('one more than the rate allows is left out, and time lets others in', async (t) => {
  const clock = new ManualClock()
  const records = new WaitingRecords(() => undefined)
  const news = new NewsOfFeed(4, clock, records)
  let taken = 0
  const heard = (text: string): void => news.heard({ ...NEWS, text }, () => taken++)
  for (let n = 0; n < NEWS_RATE.atOnce; n++) heard(String(n))
  t.equal(taken, 0)
  heard('one more')
  t.equal(taken, 1, 'it need not come again')
  const first = records.take(0)
  t.same([first.news.length, first.newsDropped], [NEWS_PER_BATCH, [[4, 1]]])
  clock.advance(1_000)
  for (let n = 0; n <= NEWS_RATE.perSecond; n++) heard(`later ${n}`)
  t.same(records.take(0).newsDropped, [[4, 1]], 'a batch is given again as it was')
  t.equal(taken, 2)
  const second = records.take(1)
  t.equal(taken, 2 + NEWS_PER_BATCH, 'those of the first batch are kept')
  t.same(second.newsDropped, [[4, 2]])
  heard('')
  news.heard({ ...NEWS, headline: '', text: '' }, () => taken++)
})

t.test('news that say nothing are taken, and not kept', async (t) => {
  const records = new WaitingRecords(() => undefined)
  const news = new NewsOfFeed(4, new ManualClock(), records)
  let taken = 0
  news.heard({ ...NEWS, headline: '', text: '' }, () => taken++)
  t.same([taken, records.take(0).news], [1, []])
})
