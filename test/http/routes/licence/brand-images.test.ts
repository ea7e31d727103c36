import t, { type Test } from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { applyLicence, licensedFront } from '../../../given/fronts/licensed-front.js'

// Pictures of brands: what is taken, who sees it, and how long it stays.

const PATH = '/admin/v1/licence/brands/1/images'
const BOTH = 'only config.servers config.white_labels'
const PNG = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from('00000010000000100806000000', 'hex'),
  Buffer.alloc(32),
])
const ICO = Buffer.from('000001000100101000000100200002000000160000000102', 'hex')
const svg = (inside: string, before = ''): Buffer =>
  Buffer.from(`${before}<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>\n`)
const SVG = svg('<style>.a{fill:#123}</style><path class="a" d="M0 0h9v9z"/>')

async function given(test: Test) {
  const front = await licensedFront(test)
  const put = async (image: string, media: string, bytes: Buffer, as = BOTH) => {
    const answer = await front.bytes(`PUT ${PATH}/${image}`, as, bytes, { 'content-type': media })
    return { ...JSON.parse(String(answer.body)), status: answer.status }
  }
  const get = (what: string, headers: Record<string, string> = {}) =>
    front.bytes(`GET ${what}`, 'nobody', null, { host: 'harbour.example', ...headers })
  /** The contents that are to be removed. */
  const gone = (): number => {
    const asked = deskHandlers(front.desk)['files.gone'](null)
    return asked.ok ? asked.value.length : -1
  }
  return { front, put, get, gone }
}

t.test('a picture is checked by its content', async (t) => {
  const { front, put } = await given(t)
  const WRONG = { status: 400, code: 'invalid_input' }
  for (const [what, media, bytes] of [
    ['a text', 'image/png', Buffer.from('hello')],
    ['another form', 'image/png', SVG],
    ['another signature', 'image/png', Buffer.concat([Buffer.alloc(16), PNG.subarray(16)])],
    ['no pixels', 'image/png', Buffer.concat([PNG.subarray(0, 16), Buffer.alloc(45)])],
    ['an icon without its pictures', 'image/x-icon', ICO.subarray(0, 23)],
    ['a page', 'image/svg+xml', Buffer.from('<html><svg></svg></html>')],
    ['an open end', 'image/svg+xml', Buffer.from('<svg >')],
    ['other letters', 'image/svg+xml', Buffer.from([...Buffer.from('<svg>'), 0xff])],
    ['a script', 'image/svg+xml', svg('<script>1</script>')],
    ['a script of a namespace', 'image/svg+xml', svg('<x:ScRipt/>')],
    ['a handler', 'image/svg+xml', svg('<path onload = "1"/>')],
    ['a link', 'image/svg+xml', svg('<a href="JavaScript:1">a</a>')],
    ['a page inside', 'image/svg+xml', svg('<foreignObject/>')],
    ['a document type', 'image/svg+xml', svg('&a;', '<!DOCTYPE svg [<!ENTITY a "aaa">]>')],
  ] as const) {
    t.match(await put('logo', media, bytes), WRONG, what)
  }
  t.match(await put('logo', 'image/gif', PNG), { status: 415, code: 'unsupported_media' })
  const large = Buffer.concat([PNG, Buffer.alloc(512 * 1024)])
  t.match(await put('logo', 'image/png', large), { status: 413, code: 'too_large' })
  t.match(await put('photo', 'image/png', PNG), WRONG)
  t.match(await put('logo', 'image/png', PNG, 'only config.white_labels'), { status: 403 })
  t.match((await front.ask(`GET /admin/v1/licence/brands/1`)).data, { version: 1 })
  t.match(await put('banner', 'image/svg+xml; charset=utf-8', SVG), { status: 200 })
  t.match(await put('icon', 'image/vnd.microsoft.icon', ICO), { status: 200 })
  const made = await put('logo', 'image/png', PNG)
  t.match(made, { data: { has_logo: true, has_banner: true, has_icon: true, version: 4 } })
  t.match(front.lines.at(-1), { kind: 'config', text: 'The logo of brand Harbour Markets was set' })
})

t.test('everybody sees the pictures of a page, and keeps them by their address', async (t) => {
  const { front, put, get } = await given(t)
  await put('logo', 'image/svg+xml', SVG)
  const brand = await front.ask('GET /trader/v1/brand', 'nobody', undefined, {
    host: 'harbour.example',
  })
  const url: string = brand.data.logo_url
  const seen = await get(url)
  const headers = new Map(seen.headers)
  t.equal(seen.mediaType, 'image/svg+xml')
  t.same(Buffer.from(seen.body), SVG)
  t.match(headers.get('cache-control'), /immutable/)
  t.match(headers.get('content-security-policy'), /default-src 'none'.*sandbox/)
  const plain = await get('/trader/v1/brand/images/logo')
  t.equal(new Map(plain.headers).get('cache-control'), 'public, no-cache')
  const etag = headers.get('etag') ?? ''
  const again = await get('/trader/v1/brand/images/logo', { 'if-none-match': `"x", W/${etag}` })
  t.match(again, { status: 304, body: '' })
  t.equal((await get('/trader/v1/brand/images/icon')).status, 404)
  t.equal((await get(url, { host: 'other.example' })).status, 404)
  t.equal((await front.bytes(`GET ${PATH}/logo`, 'without config.servers', null)).status, 403)
  t.same(Buffer.from((await front.bytes(`GET ${PATH}/logo`, 'admin', null)).body), SVG)
})

t.test('a picture stays as long as its brand names it', async (t) => {
  const { front, put, gone } = await given(t)
  await put('logo', 'image/png', PNG)
  await put('banner', 'image/svg+xml', SVG)
  front.now += 30 * 86_400_000
  deskHandlers(front.desk)['files.expire'](null)
  t.equal(gone(), 0, 'for ever')
  const lines = front.lines.length
  t.match(await put('logo', 'image/png', PNG), { data: { version: 3 } }, 'the same again')
  t.equal(front.lines.length, lines)
  t.equal(gone(), 1, 'only the copy goes')
  front.change('brands', 1, { phone: '7' })
  t.equal(gone(), 1)
  await put('logo', 'image/svg+xml', SVG)
  t.equal(gone(), 2, 'the one before')
  t.match(await front.ask(`DELETE ${PATH}/banner`, BOTH), { status: 200, data: null })
  t.match(await front.ask(`DELETE ${PATH}/banner`, BOTH), { status: 404 })
  t.equal(gone(), 3)
  await applyLicence(front, { companies: [{ name: 'Bay Trading', main: true }], brands: [] })
  t.equal(gone(), 4, 'with the brand')
})
