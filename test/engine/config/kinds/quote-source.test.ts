import t from 'tap'
import {
  quotesFromItself,
  quotingFrom,
  symbolAtPath,
} from '../../../../engine/config/kinds/quote-source.js'
import type { SymbolRecord } from '../../../../engine/config/records/symbol.js'
import type { ConfigWorld } from '../../../../engine/config/world.js'
import { symbolRecord } from '../../../actors/links/feeds/given-feed.js'

// Goal: who takes whose quotes is found by paths in any case, also where they go in a circle.

function given(sources: Readonly<Record<string, string>>) {
  const symbols = Object.entries(sources).map(
    ([path, quote_source], i): SymbolRecord => ({ ...symbolRecord(i + 1, path, 5), quote_source }),
  )
  const nameIn = (path: string): string => path.slice(path.lastIndexOf('\\') + 1).toLowerCase()
  const world = {
    list: () => symbols,
    named: (_: string, name: string) =>
      symbols.find(({ path }) => nameIn(path) === name.toLowerCase()),
  } as unknown as ConfigWorld
  const at = (path: string): SymbolRecord => {
    const found = symbolAtPath(world, path)
    if (found === undefined) throw new Error('the symbol is there')
    return found
  }
  return { world, at }
}

t.test('a symbol is at its whole path, in any case', async (t) => {
  const { world } = given({ 'Forex\\EURUSD': '', 'Metals\\XAUUSD': '' })
  t.equal(symbolAtPath(world, 'forex\\eurusd')?.id, 1)
  t.equal(symbolAtPath(world, 'Metals\\EURUSD'), undefined)
  t.equal(symbolAtPath(world, 'Forex\\GBPUSD'), undefined)
})

t.test('the symbols that take quotes of one are those that name it', async (t) => {
  const { world } = given({ 'A\\x': '', 'A\\y': 'a\\X', 'A\\z': 'A\\y', 'A\\w': 'A\\x' })
  const takers = (path: string) => quotingFrom(world, path).map(({ id }) => id)
  t.same([takers('A\\x'), takers('a\\Y'), takers('A\\z')], [[2, 4], [3], []])
  t.same(takers(''), [], 'who names none takes of none')
})

t.test(
  'a symbol is found in its own chain, however long, and a circle of others ends',
  async (t) => {
    const { world, at } = given({
      'A\\x': 'A\\y',
      'A\\y': 'A\\z',
      'A\\z': '',
      'A\\c': 'A\\d',
      'A\\d': 'A\\c',
    })
    t.same(
      [1, 2, 3, 4].map((id) => quotesFromItself(world, id, at('A\\x'))),
      [true, true, true, false],
    )
    t.equal(quotesFromItself(world, 1, at('A\\c')), false)
    t.equal(quotesFromItself(world, 5, at('A\\c')), true)
  },
)
