import t from 'tap'
import { linkChains } from '../../../engine/pricing/quote-chains.js'
import { QuotedSymbol } from '../../../engine/pricing/quoted-symbol.js'
import { givenBook, symbolIn } from '../../given/book.js'

const CALENDAR = {
  holidays: [],
  clock: { utc_offset_min: 0, daylight_saving: 'none' },
} as const

/** Symbols by name, with the name of the source of each; the linker, and what it links in names. */
function given(sources: Readonly<Record<string, string>>) {
  const symbols = new Map<string, QuotedSymbol>()
  const name = (symbol: QuotedSymbol): string => symbol.spec.name
  const made = (of: Readonly<Record<string, string>>) => {
    const changes = Object.entries(of).map(
      ([one, quote_source]) => [one, { quote_source }] as const,
    )
    const book = givenBook({ symbols: Object.fromEntries(changes) })
    return Object.keys(of).map((one) => symbolIn(book, one))
  }
  for (const spec of made(sources)) symbols.set(spec.name, new QuotedSymbol(spec, CALENDAR))
  const link = () => {
    const derived = [...symbols.values()].filter(({ isDerived }) => isDerived)
    const { roots, relinked } = linkChains(derived, (path) => symbols.get(path))
    return {
      roots: Object.fromEntries(roots.map((root) => [name(root), root.followers.map(name)])),
      relinked: [...relinked].map(name),
      sources: derived.map(
        (one) => `${name(one)} ${one.source === undefined ? '-' : name(one.source)}`,
      ),
    }
  }
  const change = (of: Readonly<Record<string, string>>): void => {
    for (const spec of made({ ...sources, ...of })) symbols.get(spec.name)?.configure(spec)
  }
  return { link, change, symbols }
}

t.test('a chain begins at a symbol that feeds quote, and each follows after its source', (t) => {
  const { link } = given({ A: '', B: 'A', C: 'B', D: 'A', E: '', F: 'E', G: '' })
  t.same(link(), {
    roots: { A: ['B', 'D', 'C'], E: ['F'] },
    relinked: ['B', 'C', 'D', 'F'],
    sources: ['B A', 'C B', 'D A', 'F E'],
  })
  t.end()
})

t.test('a loop, a source that is not there and who goes by either follow nobody', (t) => {
  const { link, symbols } = given({ A: 'B', B: 'A', C: 'A', D: 'nowhere', E: '', F: 'F' })
  for (const symbol of symbols.values()) symbol.followers = [...symbols.values()]
  t.same(link(), {
    roots: {},
    relinked: ['A', 'B', 'C', 'F'],
    sources: ['A B', 'B A', 'C A', 'D -', 'F F'],
  })
  for (const one of ['A', 'B', 'C', 'D', 'F']) t.same(symbols.get(one)?.followers, [], one)
  t.end()
})

t.test('relinked are those whose source is another one than before', (t) => {
  const { link, change } = given({ A: '', B: 'A', C: 'B', D: 'A' })
  link()
  t.same(link().relinked, [], 'nothing has changed')
  change({ C: 'A', D: 'nowhere' })
  t.same(link(), {
    roots: { A: ['B', 'C'] },
    relinked: ['C', 'D'],
    sources: ['B A', 'C A', 'D -'],
  })
  t.same(link().relinked, [])
  t.end()
})
