import t from 'tap'
import { pageModule } from '../given/page-module.js'

// Rules of the desk's records without a browser: masks of a scope, and lines of the journal as they come.

type Line = { readonly id: number; readonly text: string }

const SCOPES: readonly (readonly [readonly string[], string, boolean])[] = [
  [['*'], 'real\\std', true],
  [['REAL\\*'], 'real\\std', true],
  [['real\\std'], 'real\\std2', false],
  [['*std'], 'real\\std', true],
  [['r*l\\*d'], 'real\\std', true],
  [['ab*ba'], 'aba', false],
  [['!real\\std', 'real\\*'], 'real\\std', false],
  [['!demo\\*', '*'], 'real\\std', true],
  [[], 'real\\std', false],
]

t.test('a scope has what a mask fits and none takes away', async (t) => {
  const { scopeHas, isStaffGroup } = await pageModule<{
    scopeHas: (masks: readonly string[], path: string) => boolean
    isStaffGroup: (path: string) => boolean
  }>('web/staff/groups.ts')
  for (const [masks, path, has] of SCOPES) t.equal(scopeHas(masks, path), has, masks.join())
  t.same(['Managers\\dealers', 'real\\managers2'].map(isStaffGroup), [true, false])
})

t.test('lines join those that are there, each once; behind a gap the older ones go', async (t) => {
  const { joinLines, fits } = await pageModule<{
    joinLines: (fresh: Line[], known: Line[], isWhole: boolean) => readonly Line[]
    fits: (line: object, filter: object) => boolean
  }>('web/staff/office/journal-lines.ts')
  const lines = (...ids: number[]) => ids.map((id) => ({ id, text: '' }))
  const ids = (all: readonly Line[]) => all.map(({ id }) => id)
  t.same(ids(joinLines(lines(5), lines(3, 2), true)), [5, 3, 2])
  t.same(ids(joinLines(lines(5, 4, 3), lines(3, 2), false)), [5, 4, 3, 2])
  t.same(ids(joinLines(lines(9, 8), lines(3, 2), false)), [9, 8])

  const line = {
    id: 1,
    at: '2026-03-02T10:00:00.500Z',
    actor: null,
    login: 7,
    about: { kind: 'groups', id: 5 },
    kind: 'config',
    text: 'Group real was changed',
  }
  const all = { text: '', kind: '', actor: '', login: '', about: '', from: '', to: '' }
  for (const [over, does] of [
    [{}, true],
    [{ actor: '0' }, true],
    [{ actor: '1' }, false],
    [{ text: 'REAL' }, true],
    [{ kind: 'trade,config' }, true],
    [{ about: 'groups:5', login: '7' }, true],
    [{ about: 'groups:51' }, false],
    [{ from: '2026-03-02T10:00:01Z' }, false],
  ] as const) {
    t.equal(fits(line, { ...all, ...over }), does, JSON.stringify(over))
  }
})
