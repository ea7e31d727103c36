import t, { type Test } from 'tap'
import { NEWS_RATE, NEWS_TEXT_BYTES_MAX } from '../../engine/limits/providers.js'
import type { FixField } from '../../wire/fix/codec/write.js'
import { ScriptedProvider } from '../actors/links/feeds/scripted-provider.js'
import { moment } from '../given/desk.js'
import { FIX_IDS } from '../given/floors/provider-house.js'
import { STAFF_PATH } from '../given/fronts/socket-front.js'
import { WholeServer } from '../given/fronts/whole-server.js'
import { WsClient } from '../given/fronts/ws-client.js'
import { ddeNews } from '../given/peers/dde-news.js'
import { FixPeer } from '../given/peers/fix-peer.js'

// News from providers on real sockets, in DDE and in FIX, to traders and staff on live sockets and over REST.

const NEWS = 'GET /admin/v1/news'
const HOSTILE = 'Rates\u0000\u0007 up <b>now</b> \u202etxt'
type Row = Record<string, unknown>

async function givenDde(t: Test, server: WholeServer) {
  const provider = await ScriptedProvider.start()
  t.teardown(() => provider.stop())
  const feed = await server.done('POST /admin/v1/datafeeds', {
    module: 'dde',
    name: 'Wire',
    server: provider.address,
    login: 'd',
    password: 'S3cret-dde',
    news_enabled: true,
    params: [{ name: 'Encoding', value: 'utf-8' }],
  })
  await provider.until(({ connections }) => connections === 1)
  await provider.admit()
  return { provider, id: Number(feed['id']) }
}

async function givenFix(t: Test, server: WholeServer) {
  const peer = await FixPeer.listen()
  t.teardown(() => peer.stop())
  const params = [...FIX_IDS, { name: 'ResetSeqNumFlag', value: 'true' }]
  const feed = await server.done('POST /admin/v1/datafeeds', {
    module: 'fix44',
    name: 'Agency',
    server: peer.address,
    params,
    news_enabled: true,
    reconnect_sec: 1,
  })
  await peer.admit()
  return { peer, id: Number(feed['id']) }
}

function fixNews(id: string, headline: string, ...lines: readonly string[]): readonly FixField[] {
  const texts = lines.map((line): FixField => [58, line])
  return [
    [42, '20260302-08:00:00'],
    [148, headline],
    [33, String(lines.length)],
    ...texts,
    [1472, id],
  ]
}

const headlines = ({ data }: { data: { items: Row[] } }) =>
  data.items.map(({ headline }) => headline)

t.test('news reach traders and staff at once, are listed, and outlive the server', async (t) => {
  const server = await WholeServer.start(t)
  const { login, headers } = await server.account()
  t.ok(login > 0)
  const dde = await givenDde(t, server)
  const fix = await givenFix(t, server)
  const trader = await WsClient.open({ port: server.port, headers })
  const packed = await WsClient.open({
    port: server.port,
    headers,
    protocol: 'openfloor.msgpack',
  })
  const deaf = await WsClient.open({ port: server.port, headers })
  const cookie = String(server.staff['cookie'])
  const staff = await WsClient.open({
    port: server.port,
    path: STAFF_PATH,
    headers: { cookie, origin: server.origin },
  })
  for (const socket of [trader, packed]) {
    socket.send({ id: 1, op: 'subscribe', args: { news: true } })
    t.match(await socket.reply(1), { code: 'ok' })
  }
  trader.send({ id: 2, op: 'subscribe', args: { news: 1 } })
  t.match(await trader.reply(2), { code: 'invalid_input', message: /^news/ })
  staff.send({ id: 1, op: 'watch_news' })
  t.match(await staff.reply(1), { code: 'ok' })

  const text = `first\r\nsecond\u0007${'ü'.repeat(NEWS_TEXT_BYTES_MAX / 2)}`
  dde.provider.say(`X 1 2\r\n${ddeNews(HOSTILE.replace('\u0000', ''), text)}Y 1 2\r\n`)
  const headline = 'Rates up <b>now</b> txt'
  const shown = { at: '2026-03-02T09:30:00.000Z', headline }
  for (const socket of [trader, packed]) {
    const { data } = await socket.event('news')
    t.match(data, { items: [shown] })
    t.same(Object.keys((data as { items: [Row] }).items[0]), ['id', 'at', 'headline'])
  }
  t.match(await staff.event('news'), { data: { items: [{ ...shown, feed_id: dde.id }] } })

  fix.peer.send('B', fixNews('N-1', 'Agency says', 'one', 'two'))
  fix.peer.send('B', fixNews('N-1', 'Agency says it again', 'one'))
  fix.peer.send('B', fixNews('N-2', 'Agency goes on', 'three'))
  await server.until(NEWS, ({ data }) => data.items.length === 3)
  const listed = await server.ask(NEWS)
  t.same(headlines(listed), ['Agency goes on', 'Agency says', headline], 'each is kept once')
  const [, , first] = listed.data.items as [Row, Row, Row]
  t.match(first, { ...shown, feed_id: dde.id, received_at: /Z$/ })
  t.same(headlines(await server.ask(`${NEWS}?feed_id=${fix.id}&text=SAYS`)), ['Agency says'])
  t.same(headlines(await server.ask(`${NEWS}?to=2026-03-02T09:00:00Z&limit=1`)), ['Agency goes on'])
  const page = await server.ask(`${NEWS}?limit=1`)
  t.equal(page.data.has_more, true)
  const next = await server.ask(`${NEWS}?limit=2&before=${page.data.items[0].id}`)
  t.same(headlines(next), ['Agency says', headline])
  t.equal(next.data.has_more, false)

  const whole = await server.ask(`GET /admin/v1/news/${first['id']}`)
  t.match(whole.data, { headline, truncated: true, text: /^first\nsecondü+$/ })
  t.equal(Buffer.byteLength(whole.data.text), NEWS_TEXT_BYTES_MAX)
  const own = await server.ask(`GET /trader/v1/news/${listed.data.items[1].id}`, headers)
  t.match(own.data, { headline: 'Agency says', text: 'one\ntwo', truncated: false })
  t.notOk('feed_id' in own.data, 'where they come from is the house own matter')
  t.equal((await server.ask('GET /trader/v1/news/9', headers)).status, 404)

  const group = 'PATCH /admin/v1/groups/demo%5Cstandard'
  await server.done(group, { version: 1, news_mode: 'headlines' })
  const bare = await server.ask(`GET /trader/v1/news/${listed.data.items[1].id}`, headers)
  t.match(bare.data, { headline: 'Agency says', text: null })
  t.equal(headlines(await server.ask('GET /trader/v1/news', headers)).length, 3)
  await server.done(group, { version: 2, news_mode: 'disabled' })
  t.match(await server.ask('GET /trader/v1/news', headers), { status: 403, code: 'forbidden' })
  t.match(await server.ask('GET /trader/v1/news/1', headers), { status: 403, code: 'forbidden' })
  t.match(await trader.event('news'), { data: { items: [{ headline: 'Agency says' }] } })
  trader.frames.splice(0)
  staff.frames.splice(0)
  fix.peer.send('B', fixNews('N-3', 'Not for them', 'x'))
  await staff.next(({ data }) => JSON.stringify(data).includes('Not for them'))
  trader.send({ id: 3, op: 'ping' })
  await trader.reply(3)
  t.notOk(
    trader.frames.some(({ event }) => event === 'news'),
    'a group without news hears none',
  )
  t.notOk(
    deaf.frames.some(({ event }) => event === 'news'),
    'nor does who has not asked',
  )

  await server.done(group, { version: 3, news_mode: 'full' })
  trader.send({ id: 4, op: 'unsubscribe', args: { news: true } })
  await trader.reply(4)
  fix.peer.send('B', fixNews('N-4', 'Last', 'x'))
  await packed.next(({ data }) => JSON.stringify(data).includes('Last'))
  trader.send({ id: 5, op: 'ping' })
  await trader.reply(5)
  t.notOk(trader.frames.some(({ event }) => event === 'news'))
  for (const socket of [trader, packed, deaf, staff]) socket.destroy()
  await server.stop()

  const again = await WholeServer.start(t, { dataDir: server.dataDir })
  const after = await again.ask(NEWS)
  t.equal(after.data.items.length, 5)
  t.match(after.data.items[0], { headline: 'Last' })
  await fix.peer.admit(2)
  fix.peer.send('B', fixNews('N-4', 'Last', 'x'))
  fix.peer.send('B', fixNews('N-5', 'After the start', 'x'))
  const last = await again.until(NEWS, ({ data }) => data.items.length > 5)
  t.same(headlines(last).slice(0, 2), ['After the start', 'Last'], 'none is kept twice')
})

t.test('a feed that floods has its rest left out, told and counted, and quotes on', async (t) => {
  const more = { NEWS_KEPT_MAX: '20', DEMO: '0' }
  const server = await WholeServer.start(t, { more })
  const { provider, id } = await givenDde(t, server)
  const many = 6 * NEWS_RATE.atOnce
  let flood = ''
  for (let n = 0; n < many; n++) flood += ddeNews(`News ${n}`, `text ${n}`)
  provider.say(`${flood}EURUSD 1.1 1.2\r\n`)
  const status = '/admin/v1/datafeeds/statuses'
  await server.until(`GET ${status}`, ({ data }) => data[0].last_quote !== null)
  const figure = async (name: string): Promise<number> => {
    const answer = await fetch(`${server.origin}/metrics`, { headers: server.staff })
    return Number(new RegExp(`^openfloor_${name} (\\d+)$`, 'm').exec(await answer.text())?.[1])
  }
  while ((await figure('news_kept')) + (await figure('news_dropped')) < many) await moment()
  const kept = await figure('news_kept')
  t.ok(kept >= NEWS_RATE.atOnce && kept < 2 * NEWS_RATE.atOnce, `${kept} were kept`)
  const { data } = await server.ask(NEWS)
  t.equal(data.items.length, 20, 'and of these the newest')
  t.match(data.items[0], { headline: `News ${kept - 1}` })
  const log = await server.ask(`GET /admin/v1/datafeeds/${id}/log`)
  t.equal(log.data.filter(({ text }: Row) => /left out/.test(String(text))).length, 1)
})
