import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import t from 'tap'
import ts from 'typescript'
import {
  FOLDERS,
  type Folder,
  faults,
  pages,
  product,
  ROOT,
  type Source,
  sources,
  targetOf,
} from './tidy/sources.js'

// The house rules that a machine can check. Their reasons are in docs/architecture.md.

/** The folders that each folder may import. */
const MAY_IMPORT: Readonly<Record<Folder, readonly Folder[]>> = {
  // Nothing of the server is in it: it runs in browsers.
  client: ['client'],
  engine: ['engine'],
  wire: ['engine', 'wire'],
  storage: ['engine', 'wire', 'storage'],
  actors: ['engine', 'wire', 'storage', 'actors'],
  http: ['engine', 'wire', 'actors', 'http'],
  bin: FOLDERS,
  bench: FOLDERS,
  test: FOLDERS,
}

/** The one folder of product code that may name a package. */
const HOMES: Readonly<Record<string, Folder>> = {
  typebox: 'wire',
  ajv: 'wire',
  lmdb: 'storage',
  'better-sqlite3': 'storage',
  'better-sqlite3-13': 'storage',
  pg: 'storage',
  'nodemailer/lib/mail-composer': 'actors',
  'nodemailer/lib/smtp-connection': 'actors',
  piscina: 'actors',
  pino: 'actors',
  '@node-rs/argon2': 'actors',
  croner: 'actors',
  'decimal.js': 'actors',
  otplib: 'actors',
  '@zxcvbn-ts/language-common': 'actors',
  'uWebSockets.js': 'http',
  'uWebSockets.js-24': 'http',
  '@fastify/busboy': 'http',
  'prom-client': 'http',
  esbuild: 'bin',
  'github-slugger': 'bin',
  'markdown-it': 'bin',
  '@messageformat/parser': 'bin',
  msgpackr: 'storage',
  'msgpackr/index-no-eval': 'client',
}

/**
 * The packages that each thread may load, by its entry: a package costs up to a tenth of a second at every
 * start, and a shard must be back within two. TypeBox is for its types alone, its builders are those of
 * `wire/types/type.ts`: nobody loads it.
 */
const LOADED: Readonly<Record<string, readonly string[]>> = {
  'bin/openfloor.ts': [],
  'http/main.ts': [
    '@fastify/busboy',
    'ajv',
    'better-sqlite3',
    'better-sqlite3-13',
    'croner',
    'pino',
    'piscina',
    'prom-client',
    'uWebSockets.js',
    'uWebSockets.js-24',
  ],
  'actors/shard/log/filling.worker.ts': ['better-sqlite3', 'better-sqlite3-13', 'lmdb'],
  'actors/quorum/quorum.worker.ts': [],
  'actors/cluster/standby/standby.worker.ts': [
    'better-sqlite3',
    'better-sqlite3-13',
    'lmdb',
    'msgpackr',
  ],
  'actors/cluster/standby/reading.worker.ts': ['better-sqlite3', 'better-sqlite3-13'],
  'actors/cluster/comparing/comparing.worker.ts': [
    'better-sqlite3',
    'better-sqlite3-13',
    'msgpackr',
  ],
  'actors/shard/shard.worker.ts': ['better-sqlite3', 'better-sqlite3-13', 'lmdb'],
  'actors/desk/desk.worker.ts': ['better-sqlite3', 'better-sqlite3-13', 'croner', 'otplib'],
  'actors/projector/projector.worker.ts': ['better-sqlite3', 'better-sqlite3-13', 'lmdb'],
  'actors/links/links.worker.ts': [],
  'actors/links/simulator/simulator.worker.ts': [],
  'storage/log/intake/commit.worker.ts': [],
  'storage/log/intake/fill.worker.ts': ['lmdb'],
  'actors/history/history.worker.ts': ['better-sqlite3', 'better-sqlite3-13'],
  'actors/sign-in/password.task.ts': ['@node-rs/argon2'],
  'actors/sign-in/patient-password.task.ts': ['@node-rs/argon2'],
  'actors/files/files.task.ts': ['better-sqlite3', 'better-sqlite3-13'],
  'actors/email/mailer.task.ts': ['nodemailer/lib/mail-composer', 'nodemailer/lib/smtp-connection'],
  'actors/events/events.task.ts': ['better-sqlite3', 'better-sqlite3-13', 'piscina'],
  'actors/webhooks/webhooks.task.ts': ['better-sqlite3', 'better-sqlite3-13'],
  'actors/jobs/slice.task.ts': ['better-sqlite3', 'better-sqlite3-13'],
  'actors/queries/patient-query.task.ts': ['better-sqlite3', 'better-sqlite3-13', 'decimal.js'],
  'actors/queries/query.task.ts': ['better-sqlite3', 'better-sqlite3-13', 'decimal.js'],
  'actors/schedule/backup.task.ts': ['better-sqlite3', 'better-sqlite3-13', 'lmdb'],
  'actors/server/retention.task.ts': ['better-sqlite3', 'better-sqlite3-13', 'lmdb'],
}

/**
 * The files of the actors that the façade takes: handles of other threads, and what every thread works with.
 */
const ACTORS_IN_HTTP: ReadonlySet<string> = new Set(
  [
    'desk/accounts/accounts desk/accounts/clients desk/accounts/demo-expiry desk/actor desk/bulk-closes desk/deal-corrections desk/payment-ids desk/remembered-answers desk/settings/config-batch',
    'desk/identity/staff-import desk/settings/imported-images desk/settings/item-result',
    'desk/mailbox/drafts desk/mailbox/recipients desk/mailbox/sending desk/people/applications desk/settings/config-import desk/settings/licence',
    'desk/start/administrator files/file-keeper files/kept-contents files/quorum-contents files/uploads jobs/account-import',
    'jobs/job-runner jobs/result-reader machine/firewall machine/machine email/mailer email/outbox-runner events/event-stream events/follower',
    'history/price-history links/feeds/feeds-client links/gateways/gateway-statuses',
    'queries/accounts/account-names-query queries/audit-query queries/bulk-close-query queries/deal-prices-query queries/find-query queries/waiting-query',
    'queries/overview/day-query queries/payment-lines-query queries/pool',
    'queries/refused-query queries/tick-query queries/trade-changes-query queries/trade-window-query queries/transaction-query queries/window-page queries/window-query',
    'schedule/backup-job schedule/job-runs schedule/log-archive-job schedule/delivery-runner schedule/report-schedules schedule/schedule schedule/server-schedule',
    'server/account-keeper server/data-dir server/first-trader server/quorum-watch server/retention server/supervisor server/thread-memories',
    'shard/shard-client shared/intake-pace shared/price-board',
    'sign-in/api-key-text sign-in/link-code sign-in/common-passwords sign-in/passwords sign-in/session-tokens sign-in/sign-in-client',
    'webhooks/payload webhooks/progress webhooks/signature webhooks/webhook-line webhooks/webhook-runner webhooks/webhook-thread',
    'thread/ask thread/clock thread/cron-times thread/fair-queue thread/in-steps thread/log-output thread/logger thread/random thread/same-secret thread/tally',
  ]
    .flatMap((line) => line.split(' '))
    .map((name) => `actors/${name}.ts`),
)

/** The rooms of each top folder; what lies beside them is of the whole folder. */
const ROOMS: Readonly<Record<string, string>> = {
  client: 'generated live node rest staff',
  engine:
    'access account book calendar config costs licence limits mail margin-watch names numbers pricing reasons reports triggers webhooks',
  wire: 'account answer check dde fix format frame letters record row schema stored thread trade types window words',
  storage:
    'archive backup events files fix log migrations price-history projection repos reshard restore row-images secrets sqlite verify',
  actors:
    'cluster desk email events files history jobs links machine projector queries quorum reports schedule server shard shared sign-in thread webhooks',
  http: 'bulk docs exchange front metrics pages pipeline reach readers routes server sessions socket',
}
/** The rooms of the pages, each of which may import of those before it. */
const PAGE_ROOMS = [
  'link',
  'generated',
  'settings',
  'text',
  'state',
  'look',
  'mail',
  'trader',
  'staff',
  'chart',
  'form',
  'terminal',
  'desk',
  'docs',
]
/** Rooms of the traders' pages and of the staff's: neither side knows the other's. */
const TRADERS_ROOMS: ReadonlySet<string> = new Set(['trader', 'terminal'])
const STAFF_ROOMS: ReadonlySet<string> = new Set(['staff', 'form', 'desk'])
/** Parts of the published client that the pages share, and how the server's wall clock goes. */
const PAGE_SHARED =
  /^(\.\.\/)+(client\/(generated\/\w+|rest\/parts)|engine\/calendar\/server-clock)\.js$/
const PAGE_PACKAGES: ReadonlySet<string> = new Set([
  'preact',
  'preact/hooks',
  '@preact/signals',
  'lightweight-charts',
  'uqr',
])

/** Files beside the rooms of a top folder. */
const BESIDE_MAX = 8

/** Files of a folder itself: a list that fits on a screen beside the code. */
const FILES_MAX = 24
/** Folders that gain a file with each version of the database, each decision and each schema. */
const ONE_FILE_EACH: ReadonlySet<string> = new Set([
  'docs/decisions',
  'storage/migrations',
  'wire/words/fields',
])
/** Folders that are still larger, and how many files each may have. Bounds may only fall. */
const LARGE_FOLDERS: Readonly<Record<string, number>> = {
  'actors/desk': 26,
  'actors/queries': 40,
  bench: 30,
  bin: 40,
  'engine/config/kinds': 28,
  'http/socket': 27,
  'storage/repos/trades': 30,
  'test/crash': 83,
  'test/given': 54,
  'test/http/socket': 50,
  'test/simulation': 60,
  'test/web': 52,
  'web/text/desk': 30,
  'wire/thread': 34,
}
/** Folders that the build writes. */
const GENERATED = /(^|\/)generated$/
/** Message files and guides in other languages: each language adds one to a folder. */
const TRANSLATIONS = /\.[a-z]{2}\.(json|md)$/

const NODE_IN_WIRE: ReadonlySet<string> = new Set(['node:zlib'])

const SYNTAX = new Map<string, ts.SourceFile>()

/** The syntax of a file, parsed once for all tests that look at it. */
function syntaxOf({ path, text }: Source): ts.SourceFile {
  const known = SYNTAX.get(path)
  if (known !== undefined) return known
  const parsed = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true, kindOf(path))
  SYNTAX.set(path, parsed)
  return parsed
}

function kindOf(path: string): ts.ScriptKind {
  return path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
}

t.test('folders import only in the direction of the arrows', async (t) => {
  const found = faults((source) =>
    source.imports
      .filter((name) => name.startsWith('.'))
      .map((name) => targetOf(source, name))
      .filter((target) => FOLDERS.includes(target.split('/')[0] as Folder))
      .filter(
        (target) => !MAY_IMPORT[source.folder as Folder].includes(target.split('/')[0] as Folder),
      ),
  )
  t.same(found, [])
})

t.test('a type has one home', async (t) => {
  for (const of of [product, pages]) {
    const homes = new Map<string, string[]>()
    for (const { path, text } of of) {
      for (const [, name = ''] of text.matchAll(
        /^export (?:abstract )?(?:class|interface|type) (\w+)/gm,
      )) {
        homes.set(name, [...(homes.get(name) ?? []), path])
      }
    }
    t.same(
      [...homes].filter(([, paths]) => paths.length > 1),
      [],
    )
  }
})

t.test('each folder has its rooms, and what http takes from actors is on a list', async (t) => {
  for (const [folder, rooms] of Object.entries(ROOMS)) {
    const parts = product.filter((one) => one.folder === folder).map(({ path }) => path.split('/'))
    const found = new Set(parts.filter(({ length }) => length > 2).map(([, room]) => room))
    t.same([...found].sort(), rooms.split(' '), folder)
    t.ok(parts.filter(({ length }) => length === 2).length <= BESIDE_MAX, `${folder} itself`)
  }
  const taken = faults(({ folder, imports, path }) => {
    if (folder !== 'http') return []
    return imports
      .filter((name) => name.startsWith('.'))
      .map((name) => targetOf({ path }, name))
      .filter((target) => target.startsWith('actors/') && !ACTORS_IN_HTTP.has(target))
  })
  t.same(taken, [])
})

t.test('a folder holds no more files than its bound', async (t) => {
  const sizes = new Map<string, number>()
  const count = (folder: string): void => {
    if (GENERATED.test(folder)) return
    const entries = readdirSync(join(ROOT, folder), { withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() && !TRANSLATIONS.test(entry.name))
    sizes.set(folder, files.length)
    for (const entry of entries) if (entry.isDirectory()) count(join(folder, entry.name))
  }
  for (const folder of [...FOLDERS, 'docs', 'operations', 'web']) count(folder)
  const tooLarge = [...sizes].filter(
    ([folder, files]) => files > (LARGE_FOLDERS[folder] ?? FILES_MAX) && !ONE_FILE_EACH.has(folder),
  )
  t.same(tooLarge, [])
  const small = Object.keys(LARGE_FOLDERS).filter((name) => (sizes.get(name) ?? 0) <= FILES_MAX)
  t.same(small, [], 'these folders need no larger bound any more')
})

t.test('functions fit on a screen, those that they hold not counted', async (t) => {
  t.same(faults(longFunctions(80)), [])
  t.same(faults(longFunctions(70), pages), [])
})

/** The functions of a file that have more lines of their own. */
function longFunctions(linesMax: number) {
  return (source: Source): string[] => {
    const file = syntaxOf(source)
    const linesOf = (node: ts.Node): number => {
      const lineOf = (at: number): number => file.getLineAndCharacterOfPosition(at).line
      return lineOf(node.end) - lineOf(node.getStart()) + 1
    }
    const long: string[] = []
    /** Lines of the functions in it that are not inside of another one. */
    const visit = (node: ts.Node): number => {
      let inside = 0
      ts.forEachChild(node, (child) => {
        inside += visit(child)
      })
      if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return inside
      const own = linesOf(node) - inside
      if (own > linesMax) long.push(`${node.name?.getText() ?? 'a function'}: ${own} lines`)
      return linesOf(node)
    }
    visit(file)
    return long
  }
}

t.test('nothing of the product imports a bench or a test', async (t) => {
  const found = faults((source) =>
    source.imports.filter((name) => /^(\.\.\/)+(bench|test)\//.test(name)),
  )
  t.same(found, [])
})

t.test('a package is named in its one home folder', async (t) => {
  const found = faults((source) =>
    source.imports
      .filter((name) => !name.startsWith('.') && !name.startsWith('node:'))
      .filter((name) => HOMES[name] !== source.folder),
  )
  t.same(found, [])
})

t.test(
  'pages import only in the direction of their arrows, and of the server its clock alone',
  async (t) => {
    const found: string[] = []
    const walk = (directory: string): void => {
      for (const entry of readdirSync(directory, { withFileTypes: true })) {
        const path = join(directory, entry.name)
        if (entry.isDirectory()) walk(path)
        else if (/\.tsx?$/.test(entry.name)) found.push(...pageFaults(path))
      }
    }
    walk(join(ROOT, 'web'))
    t.same(found, [])
  },
)

function pageFaults(path: string): string[] {
  const own = relative(join(ROOT, 'web'), path)
  const rank = PAGE_ROOMS.indexOf(own.split('/')[0] ?? '')
  const names = [
    ...readFileSync(path, 'utf8').matchAll(/(?<![\w.'])(?:from|import)\b\(?\s*'([^'\n]+)'/g),
  ]
  return names.flatMap(([, name = '']) => {
    if (!name.startsWith('.')) return PAGE_PACKAGES.has(name) ? [] : [`${own}: ${name}`]
    const target = relative(join(ROOT, 'web'), resolve(dirname(path), name))
    const [room = '', from = ''] = [own, target].map((path) => path.split('/')[0] ?? '')
    const isOther =
      (TRADERS_ROOMS.has(room) && STAFF_ROOMS.has(from)) ||
      (STAFF_ROOMS.has(room) && TRADERS_ROOMS.has(from))
    const isBefore = !isOther && PAGE_ROOMS.indexOf(from) <= rank
    if (rank === 0 && PAGE_SHARED.test(name)) return []
    return rank >= 0 && isBefore && !target.startsWith('..') ? [] : [`${own}: ${name}`]
  })
}

t.test('a thread loads the packages that it works with, and no other', async (t) => {
  const byPath = new Map(product.map((source) => [source.path, source]))
  const loadedBy = (entry: string): string[] => {
    const [seen, packages] = [new Set([entry]), new Set<string>()]
    for (const path of seen) {
      const source = byPath.get(path)
      // The build writes message modules, which load nothing.
      if (/^(engine|wire)\/generated\//.test(path)) continue
      if (source === undefined) throw new Error(`${path} is not there`)
      for (const name of source.loads) {
        if (name.startsWith('.')) seen.add(targetOf(source, name))
        else if (!name.startsWith('node:')) packages.add(name)
      }
    }
    return [...packages].sort()
  }
  const threads = [...byPath.keys()].filter((path) => /\.(worker|task)\.ts$/.test(path))
  for (const entry of new Set([...Object.keys(LOADED), ...threads])) {
    t.same(loadedBy(entry), LOADED[entry], entry)
  }
})

t.test('the engine and the client know no platform, and wire only what is pure', async (t) => {
  const found = faults((source) => {
    const node = source.imports.filter((name) => name.startsWith('node:'))
    if (source.folder === 'engine') return node
    if (source.folder === 'client') return source.path.startsWith('client/node/') ? [] : node
    return source.folder === 'wire' ? node.filter((name) => !NODE_IN_WIRE.has(name)) : []
  })
  t.same(found, [])
})

t.test('time and randomness come from their modules', async (t) => {
  const clocks = /\b(Date\.now|performance\.now|setTimeout|setInterval)\s*\(|new Date\(\)/
  const chance = /\b(Math\.random|randomBytes|randomUUID|randomInt|getRandomValues)\s*\(/
  const chanceHomes = new Set([
    'actors/thread/random.ts',
    'client/platform.ts',
    'web/link/random.ts',
  ])
  const clockHomes = new Set([
    'actors/thread/clock.ts',
    'actors/thread/log-output.ts',
    'actors/thread/logger.ts',
    'client/node/node-socket.ts',
    'client/platform.ts',
    'web/link/clock.ts',
  ])
  const found = faults(
    ({ path, text }) => [
      ...(clocks.test(text) && !clockHomes.has(path) ? ['reads the clock'] : []),
      ...(chance.test(text) && !chanceHomes.has(path) ? ['draws lots'] : []),
    ],
    [...product, ...pages],
  )
  t.same(found, [])
})

t.test('pages draw tables only by the table components', async (t) => {
  // The watchlist moves with every price, the ladder and the week are no lists. Entries may only be removed.
  const homes = new Set([
    'web/form/week.tsx',
    'web/look/table/short-table.tsx',
    'web/look/table/table.tsx',
    'web/terminal/ladder/ladder-book.tsx',
    'web/terminal/watchlist.tsx',
  ])
  const drawn = pages.filter(({ text }) => /<table\b/.test(text)).map(({ path }) => path)
  t.same(new Set(drawn), homes)
})

t.test('every file of the product is used', async (t) => {
  const used = new Set(sources.flatMap((s) => s.imports.map((name) => targetOf(s, name))))
  const entries =
    /^(bin\/(check-node|openfloor|release|write-types)\.ts|.*\.worker\.ts|.*\.task\.ts)$/
  const found = product.filter(({ path }) => !used.has(path) && !entries.test(path))
  t.same(
    found.map(({ path }) => path),
    [],
  )
})

/** Files that a page begins with; the build names them. */
const PAGE_ENTRIES: ReadonlySet<string> = new Set([
  'web/desk/main.tsx',
  'web/docs/main.ts',
  'web/look/first-theme.ts',
  'web/terminal/main.tsx',
])
const EXPORTS =
  /^export (?:async |abstract )?(?:function\*?|const|let|class|interface|type) (\w+)/gm

t.test('every file of the pages is used, and every export of one', async (t) => {
  const users = new Map<string, Source[]>()
  const use = (path: string, by: Source) => users.set(path, [...(users.get(path) ?? []), by])
  for (const source of pages) {
    for (const name of source.names) use(targetOf(source, name), source)
  }
  const unused = pages.filter(({ path }) => !users.has(path) && !PAGE_ENTRIES.has(path))
  t.same(
    unused.map(({ path }) => path),
    [],
  )
  for (const source of sources) {
    for (const [, path = ''] of source.text.matchAll(/'(web\/[\w./-]+\.tsx?)'/g)) use(path, source)
  }
  const found = faults(({ path, text }) => {
    const texts = (users.get(path) ?? []).map((user) => user.text)
    const names = [...text.matchAll(EXPORTS)].map(([, name = '']) => name)
    return names.filter((name) => !texts.some((one) => new RegExp(`\\b${name}\\b`).test(one)))
  }, pages)
  t.same(found, [])
})

/** A file as prose names it, and a file or folder of the repository between backticks. */
const NAMED_FILE = /(?<![\w/.@*<>-])(?:\.\.\/)*[\w-]+(?:\/[\w.-]+)*\.(?:tsx?|md)\b/g
const TOPS = [...FOLDERS, 'docs', 'operations', 'web', ...readdirSync(join(ROOT, 'test'))].filter(
  (name) => !/\./.test(name),
)
const NAMED_PLACE = new RegExp(`\`((?:${TOPS.join('|')})/[\\w./-]*)\``, 'g')
const COMMENTS = /\/\*[\s\S]*?\*\/|(?:^|\s)\/\/[^\n]*/g

/** Named from the root or from beside the file; documents also name a test by its path below test/. */
function missingIn(path: string, prose: string): string[] {
  const named = [
    ...[...prose.matchAll(NAMED_FILE)].map(([name]) => name),
    ...[...prose.matchAll(NAMED_PLACE)].map(([, name = '']) => name),
  ]
  return [...new Set(named)].filter((name) => {
    const beside = join(dirname(path), name)
    const places = [name, `${name}.ts`, beside, `test/${name}`, `test/${name}.test.ts`]
    return !places.some((place) => existsSync(join(ROOT, place)))
  })
}

/** Commands name files of their reader; `test/docs/` runs or checks those of the project. */
function withoutCommands(document: string): string {
  return document.replaceAll(/```sh\n[\s\S]*?```/g, '')
}

function documentsIn(directory: string): string[] {
  return readdirSync(join(ROOT, directory), { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return documentsIn(path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}

t.test('files that documents and comments name are there', async (t) => {
  const documents = ['README.md', ...documentsIn('docs')]
  const inDocuments = documents.flatMap((path) =>
    missingIn(path, withoutCommands(readFileSync(join(ROOT, path), 'utf8'))).map(
      (name) => `${path}: ${name}`,
    ),
  )
  t.same(inDocuments, [])
  const inComments = faults(
    ({ path, text }) => missingIn(path, (text.match(COMMENTS) ?? []).join('\n')),
    [...sources, ...pages],
  )
  t.same(inComments, [])
})

t.test('comments cite no paper that is not here', async (t) => {
  const cites = /\b(?:[Dd]omain|Spec|Configuration)\s+(?:decisions?\s+)?\d|\bopen-parts\b|\bR3b\b/
  const found = faults(
    ({ text }) => (text.match(COMMENTS) ?? []).filter((comment) => cites.test(comment)),
    [...sources, ...pages],
  )
  t.same(found, [])
})

t.test('nothing is left unfinished or unchecked', async (t) => {
  const marks = new RegExp(
    ['TO' + 'DO', 'FIX' + 'ME', '@ts-' + 'ignore', '\\bas ' + 'any\\b(?! \\w)'].join('|'),
  )
  const found = faults(
    ({ text }) => (marks.test(text) ? ['holds a mark of unfinished work'] : []),
    [...sources, ...pages],
  )
  t.same(found, [])
})

t.test('changes of accounts tell themselves: no route tells anybody', async (t) => {
  const routes = product.filter(({ path }) => path.startsWith('http/routes/'))
  const tells = /\baccounts\.forget\(|\.profile\(|\bsessions\.take\(/
  const told = faults(({ text }) => (tells.test(text) ? [tells.exec(text)?.[0] ?? ''] : []), routes)
  t.same(told, [])
})

t.test(
  'text of JSON is made and joined in one file: nowhere else is a brace left open',
  async (t) => {
    const home = 'wire/format/json-parts.ts'
    const brands = /\bas (?:unknown as )?(?:JsonValue|JsonFields|JsonLines|CodedJson)\b/
    /** The files that vouch for text which they did not write: changes and preferences are kept as JSON. */
    const stored = ['wire/stored/journal-line.ts', 'wire/stored/stored-preferences.ts']
    const vouching = new Set([home, ...stored])
    const isOpen = (text: string): boolean =>
      ['{}', '[]'].some(
        ([open = '', close = '']) => text.split(open).length !== text.split(close).length,
      )
    const found = faults((source) => {
      const { path, text } = source
      if (path === home) return []
      const said: string[] = []
      if (brands.test(text)) said.push('says itself that a text is JSON')
      if (!vouching.has(path) && /\bjsonWritten\(/.test(text)) said.push('vouches for a text')
      const visit = (node: ts.Node): void => {
        if (ts.isTemplateExpression(node)) {
          const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
          if (isOpen(parts.join(''))) said.push(`leaves a brace open: ${node.getText()}`)
        } else if (ts.isStringLiteralLike(node) && /":/.test(node.text) && isOpen(node.text)) {
          said.push(`leaves a brace open: ${node.text}`)
        }
        ts.forEachChild(node, visit)
      }
      visit(syntaxOf(source))
      return said
    })
    t.same(found, [])
  },
)

t.test('literals stand as they are, and are not packed to save lines', async (t) => {
  const packed = (source: Source) => {
    if (!/\.\.\.\(*[[{]/.test(source.text)) return []
    const said: string[] = []
    const visit = (node: ts.Node): void => {
      if (
        ts.isSpreadAssignment(node) ||
        ts.isSpreadElement(node) ||
        ts.isJsxSpreadAttribute(node)
      ) {
        let of = node.expression
        while (ts.isParenthesizedExpression(of) || ts.isAsExpression(of)) of = of.expression
        if (ts.isObjectLiteralExpression(of) || ts.isArrayLiteralExpression(of)) {
          said.push(`spreads a literal: ${node.getText().slice(0, 60)}`)
        }
      }
      ts.forEachChild(node, visit)
    }
    visit(syntaxOf(source))
    return said
  }
  t.same(faults(packed, [...sources, ...pages]), [])
})

t.test('files stay one concept long: a long one is told', async (t) => {
  const linesMax = 500
  const long = faults(
    ({ text }) => {
      const lines = text.split('\n').length
      return lines > linesMax ? [`${lines} lines: is it one concept?`] : []
    },
    [...product, ...pages],
  )
  for (const one of long) t.comment(one)
  t.pass(`${long.length} files of more than ${linesMax} lines`)
})
