import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { acceptedBy, PackedText } from '../../../http/server/packed-text.js'
import { request } from '../given.js'

// A text that is the same for everybody: its two forms, and who has it already.

const TEXT = 'the same line, número\n'.repeat(100)

t.test('a text is sent as it is or packed, with a tag for each form', async (t) => {
  const text = await PackedText.of(TEXT)
  const plain = text.answer({ gzip: false, tags: '' }, 'text/html')
  const packed = text.answer({ gzip: true, tags: '' }, 'text/html', [['x-more', 'y']])
  const [tag, other] = [plain, packed].map(({ headers }) => headers?.[0]?.[1] ?? '')
  t.match(tag, /^"[\w-]{22}"$/)
  t.not(tag, other)
  const always = [
    ['vary', 'accept-encoding'],
    ['cache-control', 'no-cache'],
  ]
  const shared = { status: 200, mediaType: 'text/html', isShared: true }
  t.same(plain, { ...shared, body: Buffer.from(TEXT), headers: [['etag', tag], ...always] })
  const { body, ...rest } = packed
  t.equal(gunzipSync(body as Buffer).toString(), TEXT)
  const headers = [['etag', other], ...always, ['content-encoding', 'gzip'], ['x-more', 'y']]
  t.same(rest, { ...shared, headers })
  const again = (await PackedText.of(TEXT)).answer({ gzip: false, tags: '' }, 'text/html')
  t.same(again.headers, plain.headers, 'a tag is of the text alone')
})

t.test('who has the form that it takes is told so, in each way to name a tag', async (t) => {
  const text = await PackedText.of(TEXT)
  const tagOf = (gzip: boolean) => text.answer({ gzip, tags: '' }, 'x').headers?.[0]?.[1] ?? ''
  const [plain, packed] = [tagOf(false), tagOf(true)]
  const rows: [tags: string, plain: number, packed: number][] = [
    ['', 200, 200],
    [plain, 304, 200],
    [packed, 200, 304],
    [`W/${plain}`, 304, 200],
    [`"a", W/${packed} ,${plain}`, 304, 304],
    ['*', 304, 304],
    ['"a"', 200, 200],
    [plain.slice(1, -1), 200, 200],
  ]
  for (const [tags, ofPlain, ofPacked] of rows) {
    const status = (gzip: boolean) => text.answer({ gzip, tags }, 'x').status
    t.same([status(false), status(true)], [ofPlain, ofPacked], tags)
  }
})

t.test('what a request takes and has is read of its headers', (t) => {
  const of = (headers: Record<string, string>) => acceptedBy(request({ path: '/', headers }))
  t.strictSame(of({}), { gzip: false, tags: '' })
  const headers = { 'accept-encoding': 'gzip', 'if-none-match': '"a"' }
  t.strictSame(of(headers), { gzip: true, tags: '"a"' })
  t.end()
})
