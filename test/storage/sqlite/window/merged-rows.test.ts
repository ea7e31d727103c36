import t from 'tap'
import { MergedRows } from '../../../../storage/sqlite/window/merged-rows.js'
import type { Candidate, RowStream, Start } from '../../../../storage/sqlite/window/row-source.js'
import type { WindowPosition } from '../../../../wire/window/window.js'

type Read = [group: number, after: number | undefined, limit: number, skipped: number]

const byLogin = (a: WindowPosition, b: WindowPosition): number => a.number - b.number

/** Groups of logins in order that write down how they are read. */
function given(groups: readonly (readonly number[])[]) {
  const reads: Read[] = []
  const rows = groups.map((logins, group) => ({
    read(start: Start | undefined, limit: number, skipped = 0): Candidate[] {
      reads.push([group, start?.at.number, limit, skipped])
      const left = logins.filter((login) => {
        if (start === undefined) return true
        return login > start.at.number || (start.isIncluded && login === start.at.number)
      })
      const taken = left.slice(skipped, skipped + limit)
      return taken.map((login) => ({ key: [login], number: login, fits: true }))
    },
  })) as unknown as RowStream[]
  return { reads, rows }
}

function drained(merged: MergedRows): number[] {
  const logins: number[] = []
  for (let row = merged.next(); row !== undefined; row = merged.next()) logins.push(row.number)
  return logins
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1)

t.test('rows of groups come in one order, whichever group has the next one', (t) => {
  const { rows } = given([[1, 4, 5, 9], [], [2, 3, 10], [6, 7, 8]])
  t.same(drained(new MergedRows(rows, undefined, byLogin, 10)), upTo(10))
  t.same(drained(new MergedRows(given([]).rows, undefined, byLogin, 10)), [])
  t.end()
})

t.test('a place is where every group begins, itself only where it is said', (t) => {
  const { rows } = given([
    [1, 4, 5],
    [2, 3, 6],
  ])
  const at = { key: [3], number: 3 }
  t.same(drained(new MergedRows(rows, { at, isIncluded: false }, byLogin, 4)), [4, 5, 6])
  t.same(drained(new MergedRows(rows, { at, isIncluded: true }, byLogin, 4)), [3, 4, 5, 6])
  t.end()
})

t.test('a group is read in chunks that double, each behind the one before, until it ends', (t) => {
  const { reads, rows } = given([upTo(21)])
  t.same(drained(new MergedRows(rows, undefined, byLogin, 1)), upTo(21))
  t.same(reads, [
    [0, undefined, 4, 0],
    [0, 4, 8, 0],
    [0, 12, 16, 0],
  ])
  t.end()
})

t.test('the first chunk is twice the share of a group in what will be asked for', (t) => {
  for (const [about, first, second] of [
    [4, 4, 8],
    [9, 6, 12],
    [10, 7, 14],
    [300, 200, 400],
    [5000, 512, 512],
  ]) {
    const { reads, rows } = given([upTo(2000), [], []])
    const merged = new MergedRows(rows, undefined, byLogin, about as number)
    for (let i = 0; i <= (first as number); i++) merged.next()
    t.same(reads, [
      [0, undefined, first, 0],
      [1, undefined, first, 0],
      [2, undefined, first, 0],
      [0, first, second, 0],
    ])
  }
  t.end()
})

t.test('passing comes to the same row as taking one by one, in steps of about half', (t) => {
  const groups = [
    upTo(100).filter((login) => login % 3 === 0),
    upTo(100).filter((login) => login % 3 !== 0 && login < 60),
    upTo(100).filter((login) => login % 3 !== 0 && login >= 60),
  ]
  for (let count = 0; count <= 103; count++) {
    const merged = new MergedRows(given(groups).rows, undefined, byLogin, 10)
    t.equal(merged.pass(count, 0), count <= 100, `${count}`)
    t.same(merged.next()?.number, count < 100 ? count + 1 : undefined, `${count}`)
  }
  const { reads, rows } = given([
    upTo(40).filter((n) => n % 2 === 1),
    upTo(40).filter((n) => n % 2 === 0),
  ])
  t.ok(new MergedRows(rows, undefined, byLogin, 1).pass(20, 4))
  t.same(reads, [
    [0, undefined, 1, 4],
    [1, undefined, 1, 4],
    [0, 9, 1, 4],
    [1, 10, 1, 4],
    [0, 19, 1, 4],
    [0, 19, 1, 1],
    [1, 10, 1, 1],
    [1, 14, 1, 1],
    [0, 19, 4, 0],
    [1, 14, 4, 0],
  ])
  t.end()
})
