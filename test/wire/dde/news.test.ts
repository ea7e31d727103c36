import t from 'tap'
import { textDecoding } from '../../../wire/dde/encoding.js'
import { DDE_NEWS_BYTES_MAX, NEWS_KEPT_BYTES } from '../../../wire/dde/line-reader.js'
import type { DdeNews } from '../../../wire/dde/news.js'
import { DdeSession } from '../../../wire/dde/session.js'
import { ddeNews } from '../../given/peers/dde-news.js'

// News of DDE through a session, however their bytes come.

function given(wanted = true, encoding = 'utf-8') {
  const news: DdeNews[] = []
  const quotes: string[] = []
  const ends: string[] = []
  const newsText = textDecoding(encoding)
  const session = new DdeSession(
    { login: 'a', password: 'b', loginTimeoutMs: 1e9, ...terms(wanted ? newsText : undefined) },
    {
      send: () => undefined,
      online: () => undefined,
      quote: (symbol) => quotes.push(symbol),
      news: (one) => news.push(one),
      ended: ({ why }) => ends.push(why),
    },
    0,
  )
  const say = (text: string, size = text.length): void => {
    for (let at = 0; at < text.length; at += size) {
      session.receive(Buffer.from(text.slice(at, at + size), 'latin1'), 0)
    }
  }
  say('> Login: \r\n> Password: \r\n')
  const admit = (): void => say('> Access granted\r\n')
  return { session, say, admit, news, quotes, ends, newsText }
}

function terms(newsText?: (bytes: string) => string) {
  return { idleTimeoutMs: 1e9, ...(newsText === undefined ? {} : { newsText }) }
}

t.test('they are told whole and in their order, however they are cut', async (t) => {
  const all = `A 1 2\r\n${ddeNews('Größe', 'über\r\nall')}${ddeNews('', '')}B 1 2\r\n`
  for (const size of [1, 7, 547, 548, 549, all.length]) {
    const { say, admit, news, quotes } = given()
    admit()
    say(all, size)
    t.same(quotes, ['A', 'B'], `in pieces of ${size}`)
    const at = Date.UTC(2026, 2, 2, 9, 30)
    t.same(news, [
      { at, headline: 'Größe', text: 'über\r\nall' },
      { at, headline: '', text: '' },
    ])
  }
})

t.test('nobody hears of them before the login, or who does not want them', async (t) => {
  const early = given()
  early.say(ddeNews('Early', 'x'))
  early.admit()
  t.same(early.news, [])
  const { session, say, admit, news, quotes, newsText } = given(false)
  admit()
  say(`${ddeNews('One', 'x')}A 1 2\r\n`)
  session.renew(terms(newsText))
  say(`${ddeNews('Two', 'x')}A 1 2\r\n`)
  session.renew(terms())
  say(`${ddeNews('Three', 'x')}A 1 2\r\n`)
  t.match(news, [{ headline: 'Two' }])
  t.equal(quotes.length, 3)
})

t.test('times that are none, other encodings and names of none', async (t) => {
  for (const time of ['2026/13/02 09:30:00', 'now', '']) {
    const { say, admit, news } = given(true, 'windows-1251')
    admit()
    say(ddeNews('x', 'x', time))
    t.equal(news[0]?.at, undefined, time)
  }
  t.equal(textDecoding('windows-1251')('\u00c4\u00e0'), '\u0414\u0430')
  t.equal(textDecoding('none such')('\u00c4'), '\u00c4')
  t.equal(textDecoding('utf-8')('\u00ff'), '\ufffd')
})

t.test('of a text that is longer than anybody keeps the rest is stepped over', async (t) => {
  const { say, admit, news, quotes, ends } = given(true, '')
  admit()
  say(`${ddeNews('x', 'y'.repeat(NEWS_KEPT_BYTES + 1))}A 1 2\r\n`, 65_536)
  t.equal(news[0]?.text.length, NEWS_KEPT_BYTES)
  say(`${ddeNews('x', 'y'.repeat(DDE_NEWS_BYTES_MAX))}B 1 2\r\n`, 65_536)
  t.same(quotes, ['A', 'B'])
  say(ddeNews('x', 'y'.repeat(DDE_NEWS_BYTES_MAX + 1)), 65_536)
  t.same(ends, ['a news block is too long'])
  t.equal(news.length, 2)
})
