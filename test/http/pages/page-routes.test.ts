import t from 'tap'
import type { PageFile } from '../../../http/page-files.js'
import { pageRoutes } from '../../../http/pages/page-routes.js'
import { pipeline, request } from '../given.js'

// The files of the pages: how long a browser keeps them, and when it is told that it has them.

const file = (text: string): PageFile => ({
  media: 'text/plain',
  plain: Buffer.from(text),
  gzip: Buffer.from(`gzip ${text}`),
  brotli: Buffer.from(`br ${text}`),
  tag: `tag-of-${text}`,
})
const NAMES = [
  'desk.html',
  'main-GCARH3GR.js',
  'build.json',
  'icon.svg',
  'main.js',
  'a-gcarh3gr.js',
]
const front = pipeline(pageRoutes(new Map(NAMES.map((name) => [name, file(name)]))))
const ask = (name: string, headers: Record<string, string> = {}) =>
  front.inject(request({ path: `/assets/${name}`, headers }))

t.test('a file is kept for ever only where its name has its hash', async (t) => {
  for (const name of NAMES) {
    const cache = new Map((await ask(name)).headers).get('cache-control')
    if (name === 'desk.html') t.equal(cache, undefined, 'pages have addresses of their own')
    else if (name === 'main-GCARH3GR.js') t.match(cache, /max-age=31536000, immutable/)
    else t.equal(cache, 'no-cache', name)
  }
})

t.test('each form of a file has a tag, which is known in every way of asking', async (t) => {
  const tags = new Set<string>()
  for (const coding of ['', 'gzip', 'br']) {
    const accepted = coding === '' ? {} : { 'accept-encoding': coding }
    const answer = await ask('icon.svg', accepted)
    const tag = new Map(answer.headers).get('etag') ?? ''
    t.match(tag, /^"[\w.-]+"$/)
    tags.add(tag)
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const again = await ask('icon.svg', { ...accepted, 'if-none-match': known })
      t.equal(again.status, 304, known)
    }
    t.equal((await ask('icon.svg', { ...accepted, 'if-none-match': '"x"' })).status, 200)
  }
  t.equal(tags.size, 3)
})

t.test('the desk is one page at all of its places', async (t) => {
  const asked = [
    '/desk',
    '/desk/',
    '/desk/accounts',
    '/desk/accounts/',
    '/desk/settings/groups/real%5Cstandard/symbols',
    '/desk/accounts/1001/',
    '/desk/accounts/1001/deals',
  ]
  for (const path of asked) {
    const { status, body } = await front.inject(request({ path, query: 'q=country%3DDE' }))
    t.equal(status, 200, path)
    t.equal(String(body), 'desk.html', path)
  }
  const { status } = await front.inject(request({ path: '/desk/a/b/c/d/e' }))
  t.equal(status, 404, 'five parts')
})
