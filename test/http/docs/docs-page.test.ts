import t from 'tap'
import { CODES } from '../../../engine/code.js'
import { docsPage } from '../../../http/docs/docs-page.js'
import { DOCS_STYLE } from '../../../http/docs/docs-style.js'
import { whole } from '../../given/whole.js'
import { GIVEN_ROUTES } from './given-routes.js'

/** The table of a route's errors, and the end of its entry. */
function errorsEnd(...rows: readonly (readonly [status: number, ...codes: string[]])[]): string {
  const lines = rows.map(([status, ...codes]) => {
    const names = codes.map((code) => `<a href="#code-${code}"><code>${code}</code></a>`)
    return `<tr><th scope="row">${status}</th><td>${names.join(' ')}</td></tr>`
  })
  return `<h4>Errors</h4><table>${lines.join('')}</table></div></details>`
}

const EXPIRED = [401, 'auth.session_expired'] as const
const SIGNED_IN = ['auth.csrf_invalid', 'auth.invalid_terminal'] as const
const RESTRICTED = ['auth.otp_enrol_required', 'auth.password_change_required'] as const
const INPUT = [400, 'invalid_input'] as const
const BODY = [
  [413, 'too_large'],
  [415, 'unsupported_media'],
] as const
const BUSY = [429, 'too_many_requests'] as const
/** Refusals of API keys, at routes of staff. */
const OF_KEYS = ['auth.terminal_not_allowed', 'forbidden'] as const
const KEYS_BUSY = [429, 'auth.too_many_attempts', 'too_many_requests'] as const
const ALWAYS = [
  [500, 'internal'],
  [503, 'unavailable'],
] as const

const HEAD = `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Openfloor API</title><style>${DOCS_STYLE}</style></head>
<body><nav aria-label="Groups of routes"><a class="home" href="#top">Openfloor</a>
<ul><li><a href="#tag-a &lt;tag&gt;">a &lt;tag&gt;</a> <small>1</small></li><li><a href="#tag-things">things</a> <small>6</small></li><li><a href="#tag-try">try</a> <small>1</small></li><li><a href="#codes">codes</a> <small>${CODES.length}</small></li></ul></nav>
<main id="top"><h1>Openfloor API <small>1.2.3 &lt;b&gt;</small></h1>
<p>8 routes. The same as a machine reads it: <a href="/openapi.json">openapi.json</a>;
the live sockets: <a href="/asyncapi.json">asyncapi.json</a>.</p>
<p>Every JSON answer is an envelope of <code>success</code>, <code>code</code>,
<code>message</code>, <code>data</code> and <code>request_id</code>; each route shows its
<code>data</code>. Money, prices and volumes are decimal text, times are RFC 3339 in UTC.
Browser terminals send their csrf token in <code>X-CSRF-Token</code> with everything but GET;
other terminals send <code>Authorization: Bearer</code>.</p>
<p class="find"><label for="find">Search</label> <input id="find" type="search" autocomplete="off"
placeholder="a path, a field, a right, a code"> <output id="found" for="find"></output></p>
`

const SEEN = `<details id="GET-trader-v1-other"><summary><b class="GET">GET</b>
<code>/trader/v1/other</code> <span>See</span></summary>
<div><p>Needs no sign-in.</p><h4>Example</h4><pre><code>curl &quot;$SERVER/trader/v1/other&quot;</code></pre><p>Answers with data null.</p>${errorsEnd(...ALWAYS)}`

const CHANGED = `<details id="PATCH-admin-v1-things-login-"><summary><b class="PATCH">PATCH</b>
<code>/admin/v1/things/{login}</code> <span>Change &lt;a&gt; thing &amp; &quot;more&quot;</span></summary>
<div><p>It is changed.</p><p>Needs the rights <code>accounts.view</code>, <code>accounts.edit</code>.</p><h4>Path</h4><table><tr><th scope="row"><code>login</code></th>
<td>integer</td><td>required</td><td>A whole number, 1 or more.</td></tr></table><h4>Query</h4><table><tr><th scope="row"><code>page</code></th>
<td>integer</td><td>required</td><td>A whole number from 1 to 1000000.</td></tr><tr><th scope="row"><code>kind</code></th>
<td>choice</td><td></td><td>One of: a, b.</td></tr></table><h4>Body</h4><table><tr><th scope="row"><code>name</code></th>
<td>text</td><td>required</td><td>At least 1 characters, at most 128 characters.</td></tr><tr><th scope="row"><code>note</code></th>
<td>text</td><td></td><td>At most 9 characters.</td></tr><tr><th scope="row"><code>rows</code></th>
<td>list of object</td><td>required</td><td>At most 10 items.</td></tr><tr><th scope="row"><code>group</code></th>
<td>text or null</td><td>required</td><td></td></tr><tr><th scope="row"><code>rest</code></th>
<td>any</td><td>required</td><td>Ignored.</td></tr></table><h4>Example</h4><pre><code>curl -X PATCH &quot;$SERVER/admin/v1/things/{login}&quot; \\
  -H &quot;Authorization: Bearer $ACCESS_TOKEN&quot; \\
  -H &quot;Content-Type: application/json&quot; \\
  -d '{&quot;name&quot;:&quot;O'\\''Neil&quot;}'</code></pre><h4>Bodies</h4><table><tr><th scope="row">one way</th>
<td><code>{&quot;name&quot;:&quot;O'Neil&quot;}</code></td></tr><tr><th scope="row">another one</th>
<td><code>{&quot;name&quot;:&quot;&lt;b&gt;&quot;}</code></td></tr></table><h4>Answer data</h4><table><tr><th scope="row"><code>at</code></th>
<td>text</td><td>required</td><td>A UTC time like &quot;2026-01-31T09:30:00Z&quot;.</td></tr><tr><th scope="row"><code>isDone</code></th>
<td>boolean</td><td>required</td><td></td></tr></table><pre><code>{
  &quot;at&quot;: &quot;2026-01-31T09:30:00Z&quot;,
  &quot;isDone&quot;: true
}</code></pre>${errorsEnd(
  INPUT,
  EXPIRED,
  [403, ...SIGNED_IN, ...RESTRICTED, ...OF_KEYS],
  [404, 'not_found'],
  [409, 'conflict'],
  ...BODY,
  KEYS_BUSY,
  ...ALWAYS,
)}`

const DELETED = `<details id="DELETE-admin-v1-things-login-"><summary><b class="DELETE">DELETE</b>
<code>/admin/v1/things/{login}</code> <span>Delete it</span></summary>
<div><p>Needs one of the rights <code>accounts.edit</code>, <code>accounts.balance</code>. Sessions that must set up one-time codes may call it. View-only sessions may not call it.</p><h4>Path</h4><table><tr><th scope="row"><code>login</code></th>
<td>integer</td><td>required</td><td>A whole number, 1 or more.</td></tr></table><h4>Example</h4><pre><code>curl -X DELETE &quot;$SERVER/admin/v1/things/{login}&quot; \\
  -H &quot;Authorization: Bearer $ACCESS_TOKEN&quot;</code></pre><p>Answers with data null.</p>${errorsEnd(
    INPUT,
    EXPIRED,
    [403, ...SIGNED_IN, ...RESTRICTED, ...OF_KEYS, 'trade.read_only'],
    ...BODY,
    KEYS_BUSY,
    ...ALWAYS,
  )}`

const IMAGE = `<details id="PUT-trader-v1-things-image"><summary><b class="PUT">PUT</b>
<code>/trader/v1/things/image</code> <span>Image</span></summary>
<div><p>Any trader may call it. Restricted sessions may call it.</p><p>The body is image/png or image/jpeg.</p><h4>Example</h4><pre><code>curl -X PUT &quot;$SERVER/trader/v1/things/image&quot; \\
  -H &quot;Authorization: Bearer $ACCESS_TOKEN&quot; \\
  -H &quot;Content-Type: image/png&quot; \\
  --data-binary @FILE</code></pre><p>Answers image/svg+xml; charset=utf-8.</p>${errorsEnd(
    INPUT,
    EXPIRED,
    [403, ...SIGNED_IN],
    [409, 'auth.account_changed'],
    ...BODY,
    BUSY,
    ...ALWAYS,
  )}`

const FILE = `<details id="POST-admin-v1-things-file"><summary><b class="POST">POST</b>
<code>/admin/v1/things/file</code> <span>File</span></summary>
<div><p>Any staff user may call it. Sessions that must change their password may call it. At most 3 times within a minute by one login; after that, 429 with <code>Retry-After</code>.</p><h4>Body</h4><table><tr><th scope="row"><code>comment</code></th>
<td>text</td><td>required</td><td>At most 20 characters.</td></tr><tr><th scope="row"><code>note</code></th>
<td>text</td><td></td><td>At most 5 characters.</td></tr><tr><th scope="row"><code>table</code></th>
<td>file</td><td>required</td><td>One file of up to 100 bytes; its name ends in .csv .txt.</td></tr></table><p>The body is multipart/form-data.</p><h4>Example</h4><pre><code>curl -X POST &quot;$SERVER/admin/v1/things/file&quot; \\
  -H &quot;Authorization: Bearer $ACCESS_TOKEN&quot; \\
  -F &quot;table=@FILE.csv&quot;</code></pre><p>Answers with data null.</p>${errorsEnd(
    INPUT,
    EXPIRED,
    [403, ...SIGNED_IN, ...RESTRICTED, ...OF_KEYS],
    [409, 'conflict'],
    ...BODY,
    KEYS_BUSY,
    ...ALWAYS,
  )}`

const REPLACED = `<details id="PUT-admin-v1-things-file"><summary><b class="PUT">PUT</b>
<code>/admin/v1/things/file</code> <span>Replace it</span></summary>
<div><p>Any staff user may call it. Restricted sessions may call it.</p><h4>Body</h4><table><tr><th scope="row"><code>table</code></th>
<td>file</td><td>required</td><td>One file of up to 7 bytes; its name ends in .txt.</td></tr></table><p>The body is multipart/form-data.</p><h4>Example</h4><pre><code>curl -X PUT &quot;$SERVER/admin/v1/things/file&quot; \\
  -H &quot;Authorization: Bearer $ACCESS_TOKEN&quot; \\
  -F &quot;table=@FILE.txt&quot;</code></pre><p>Answers with data null.</p>${errorsEnd(
    INPUT,
    EXPIRED,
    [403, ...SIGNED_IN, ...OF_KEYS],
    [409, 'conflict'],
    ...BODY,
    KEYS_BUSY,
    ...ALWAYS,
  )}`

const LISTED = `<details id="GET-trader-v1-things"><summary><b class="GET">GET</b>
<code>/trader/v1/things</code> <span>List</span></summary>
<div><p>Any trader may call it. Restricted sessions may call it.</p><h4>Query</h4><table><tr><th scope="row"><code>day</code></th>
<td>text</td><td></td><td>A UTC time like &quot;2026-01-31T09:30:00Z&quot;, or a day like &quot;2026-01-31&quot;.</td></tr></table><h4>Example</h4><pre><code>curl &quot;$SERVER/trader/v1/things&quot; \\
  -H &quot;Authorization: Bearer $ACCESS_TOKEN&quot;</code></pre><p>Answers with data null.</p>${errorsEnd(
    INPUT,
    EXPIRED,
    [403, 'auth.invalid_terminal'],
    BUSY,
    ...ALWAYS,
  )}`

const TRIED = `<details id="POST-trader-v1-try"><summary><b class="POST">POST</b>
<code>/trader/v1/try</code> <span>Try</span></summary>
<div><p>Needs no sign-in. At most 5 times within 7 seconds by one address; after that, 429 with <code>Retry-After</code>.</p><h4>Body</h4><table><tr><th scope="row"><code>on</code></th>
<td>boolean</td><td>required</td><td></td></tr></table><h4>Example</h4><pre><code>curl -X POST &quot;$SERVER/trader/v1/try&quot; \\
  -H &quot;Content-Type: application/json&quot; \\
  -d '{&quot;on&quot;:true}'</code></pre><h4>Answer data</h4><table><tr><th scope="row"><code>id</code></th>
<td>integer</td><td>required</td><td>From 1.</td></tr><tr><th scope="row"><code>names</code></th>
<td>list of text</td><td>required</td><td></td></tr></table><pre><code>{
  &quot;id&quot;: 7,
  &quot;names&quot;: []
}</code></pre>${errorsEnd(INPUT, ...BODY, BUSY, ...ALWAYS)}`

const section = (name: string, ...entries: readonly string[]): string =>
  `<section><h2 id="tag-${name}">${name}</h2>${entries.join('')}</section>`

t.test('the page says of each route what it takes and answers', (t) => {
  const sections = [
    section('a &lt;tag&gt;', SEEN),
    section('things', CHANGED, DELETED, IMAGE, FILE, REPLACED, LISTED),
    section('try', TRIED),
  ]
  const codes = '<section><h2 id="codes">Codes</h2>'
  const [routes, words = ''] = whole(docsPage(GIVEN_ROUTES, '1.2.3 <b>')).split(codes)
  t.same(routes?.split('\n'), `${HEAD}${sections.join('\n')}`.split('\n'))
  for (const code of CODES) t.equal(words.split(`<tr id="code-${code}">`).length, 2, code)
  t.match(words, '<code>resume</code>')
  t.match(words, /<\/table><\/section><\/main><script>[^<]*<\/script><\/body><\/html>$/)
  t.end()
})

t.test('a route is described in a step of its own', (t) => {
  t.equal([...docsPage(GIVEN_ROUTES, '1.2.3')].length, GIVEN_ROUTES.length)
  t.end()
})
