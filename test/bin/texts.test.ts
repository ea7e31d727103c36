import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import ts from 'typescript'
import { textFaults } from '../../bin/texts/faults.js'
import { ENGLISH, readTexts, type Texts } from '../../bin/texts/files.js'
import { readMessage } from '../../bin/texts/message.js'
import { pageModules, serverModules } from '../../bin/texts/modules.js'
import { leavesOf, treeOf } from '../../bin/texts/tree.js'
import { inEveryLanguage, TEXT_HOMES, writeTexts } from '../../bin/texts/write.js'
import { pseudoText } from '../given/pseudo-language.js'

// Message files of the pages and the server: their faults, scripts and types.

const texts = readTexts(TEXT_HOMES.pages)

/** Languages that the project keeps whole; others may lack messages. */
const WHOLE: ReadonlySet<string> = new Set(['de'])

t.test('every language has the keys and parameters of English', (t) => {
  for (const home of Object.values(TEXT_HOMES)) {
    // A refusal may leave out a noun that its English text names.
    const mayOmit = home === TEXT_HOMES.engine
    for (const [language, { missing, unused, wrong }] of textFaults(readTexts(home), mayOmit)) {
      const named = `${home}, ${language}:`
      t.same(unused, [], `${named} keys that English lacks`)
      t.same(wrong, [], `${named} parameters or messages that are wrong`)
      if (WHOLE.has(language)) t.same(missing, [], `${named} missing keys`)
      else t.comment(`${named} lacks ${missing.length} messages: ${missing.join(', ')}`)
    }
  }
  t.end()
})

function given(languages: Readonly<Record<string, object>>): Map<string, Texts> {
  const of = (json: object): Texts => new Map([['page', new Map([['area', treeOf(json)]])]])
  return new Map(Object.entries(languages).map(([language, json]) => [language, of(json)]))
}

t.test('a check names what a language lacks, has too much or says with other parameters', (t) => {
  const found = textFaults(
    given({
      en: { plain: 'a', of: 'Chart of {symbol}', deep: { one: 'b' }, count: '{n} charts' },
      fr: { of: 'Graphique de {name}', deep: { two: 'c' }, count: '{n, plural, few {x}}' },
    }),
  ).get('fr')
  t.same(found?.missing, ['page/area.plain', 'page/area.deep.one'])
  t.same(found?.unused, ['page/area.deep.two'])
  t.match(found?.wrong, [
    'page/area.of: has parameters (name), English has (symbol)',
    /^page\/area\.count: /,
  ])
  t.end()
})

type Page = Readonly<Record<string, (values: object) => string>>

async function scriptOf(languages: Readonly<Record<string, object>>, language: string) {
  const script = pageModules(given(languages)).get(`page.${language}.js`) ?? ''
  const made = await import(`data:text/javascript,${encodeURIComponent(script)}`)
  return made.default.area as Page
}

t.test('messages count by the rules of their language, and missing ones are English', async (t) => {
  const en = {
    count: '{n, plural, =0 {none} one {one chart} other {{n} charts}}',
    side: '{isBuy, select, true {bought} other {sold}} at {price}',
    quoted: "It's '{'{what}'}'",
    list: ['one', 'two'],
    only: 'English {n}',
  }
  const pl = { count: '{n, plural, one {# wykres} few {{n} wykresy} other {{n} wykresów}}' }
  t.throws(() => pageModules(given({ en, pl })), /# is not supported/)
  const count = '{n, plural, one {{n} wykres} few {{n} wykresy} other {{n} wykresów}}'
  const english = await scriptOf({ en }, 'en')
  const polish = await scriptOf({ en, pl: { count } }, 'pl')
  t.same(
    [0, 1, 2, 5n].map((n) => english['count']?.({ n })),
    ['none', 'one chart', '2 charts', '5 charts'],
  )
  t.same(
    [1, 2, 5].map((n) => polish['count']?.({ n })),
    ['1 wykres', '2 wykresy', '5 wykresów'],
  )
  t.equal(english['side']?.({ isBuy: true, price: '1.1' }), 'bought at 1.1')
  t.equal(english['quoted']?.({ what: 'x' }), "It's {x}")
  t.same(english['list'], ['one', 'two'])
  t.equal(polish['only']?.({ n: 1 }), 'English 1')
})

t.test(
  'the server has each language of the pages, and reads messages in English that it lacks',
  async (t) => {
    const en = {
      count: '{n, plural, one {one deal} other {{n} deals}}',
      plain: "Put in for '{'lang'}'",
    }
    const de = { count: '{n, plural, one {ein Deal} other {{n} Deals}}' }
    const [, server = new Map()] = inEveryLanguage([given({ en: {}, pl: {} }), given({ en, de })])
    const script = serverModules(server).get('page.js') ?? ''
    const { page } = await import(`data:text/javascript,${encodeURIComponent(script)}`)
    t.same(Object.keys(page), ['en', 'pl', 'de'])
    t.same(
      Object.values<() => { area: Page }>(page).map((made) => made().area['count']?.({ n: 1 })),
      ['one deal', 'one deal', 'ein Deal'],
    )
    t.equal(page.pl().area.plain, 'Put in for {lang}')
    t.equal(page.de(), page.de(), 'made once')
  },
)

t.test('a language is added by one message file, for the pages and the server', async (t) => {
  const root = t.testdir()
  const files = {
    'web/text/page/area.en.json': { title: 'Orders', more: 'More' },
    'web/text/page/area.fr.json': { title: 'Ordres' },
    'wire/text/letters/emails.en.json': { title: 'Welcome' },
    'engine/text/reasons/trade.en.json': { title: 'Refused' },
  }
  for (const [path, json] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), JSON.stringify(json))
  }
  writeTexts(root, join(root, 'dist'))
  const generated = (path: string) => import(pathToFileURL(join(root, path)).href)
  for (const home of ['web', 'dist/wire', 'dist/engine']) {
    const { LANGUAGES } = await generated(`${home}/generated/languages.js`)
    t.same(LANGUAGES, { en: 'English', fr: 'français' }, home)
  }
  const french = (await generated('web/generated/page.fr.js')).default.area
  t.same(french, { title: 'Ordres', more: 'More' })
  const { letters } = await generated('dist/wire/generated/letters.js')
  t.equal(letters.fr().emails.title, 'Welcome')
})

const SOURCES = ['actors', 'bin', 'client', 'engine', 'http', 'storage', 'web', 'wire']

t.test('no source names a language but English, so that files alone add one', (t) => {
  const codes = Object.values(TEXT_HOMES).flatMap((home) => [...readTexts(home).keys()])
  const others = [...new Set(codes)].filter((code) => code !== ENGLISH)
  const named = new RegExp(`['"](${others.join('|')})['"]`)
  const found = SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('generated/'))
      .map((name) => join(folder, name))
      .filter((file) => named.test(readFileSync(file, 'utf8'))),
  )
  t.ok(others.length > 0)
  t.same(found, [])
  t.end()
})

t.test('a wrong key and a missing parameter are errors of types', (t) => {
  const files = pageModules(given({ en: { of: 'Chart of {symbol}', plain: 'x' } }))
  files.set(
    'use.ts',
    `import { page } from './page.js'
const { area } = (await page.en()).default
export const shown: string[] = [
  area.of({ symbol: 'EURUSD' }),
  area.off,
  area.of({}),
]
`,
  )
  t.match(typeErrors(files), [
    /^line 5: Property 'off' does not exist/,
    /^line 6: .*'symbol' is missing/,
  ])
  t.end()
})

/** The errors of the use, among files that are nowhere on the disk. */
function typeErrors(files: ReadonlyMap<string, string>): string[] {
  const options = {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    strict: true,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  const named = (path: string) => files.get(path.split('/').at(-1) ?? '')
  host.getSourceFile = (path, version) => {
    const text = named(path)
    return text === undefined
      ? getSourceFile(path, version)
      : ts.createSourceFile(path, text, version)
  }
  host.fileExists = (path) => named(path) !== undefined || fileExists(path)
  const program = ts.createProgram(['use.ts'], options, host)
  const source = program.getSourceFile('use.ts')
  return program.getSemanticDiagnostics(source).map(({ messageText, start = 0 }) => {
    const line = source?.getLineAndCharacterOfPosition(start).line ?? 0
    return `line ${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
}

t.test('the pseudo-language keeps parameters, and is 40 % longer', (t) => {
  t.equal(pseudoText('Chart of {symbol}'), 'Çĥåŕţ öf {symbol}····')
  const leaves = [...(texts.get(ENGLISH) ?? [])].flatMap(([, areas]) =>
    [...areas.values()].flatMap((tree) => [...leavesOf(tree).values()]),
  )
  const changed = leaves.filter((text) => {
    const [english, pseudo] = [text, pseudoText(text)].map((one) =>
      [...readMessage(one, ENGLISH).params].join(' '),
    )
    return pseudo !== english
  })
  t.same(changed, [])
  t.end()
})
