import t from 'tap'
import { BAD_PAGE, isPage, LIST_LIMIT_MAX } from '../../../actors/queries/page.js'

t.test('pages are counted from 1 and have 1 to 1,000 rows, whole numbers all of them', (t) => {
  const rows: [page: number, limit: number, isOne: boolean][] = [
    [1, 1, true],
    [2, 1_000, true],
    [Number.MAX_SAFE_INTEGER, 1, true],
    [0, 1, false],
    [-1, 1, false],
    [1.5, 1, false],
    [Number.MAX_SAFE_INTEGER + 1, 1, false],
    [1, 0, false],
    [1, -1, false],
    [1, 1.5, false],
    [1, 1_001, false],
    [1, Number.NaN, false],
    [Number.NaN, 1, false],
  ]
  for (const [page, limit, isOne] of rows) {
    t.equal(isPage(page, limit), isOne, `page ${page} of ${limit}`)
  }
  t.equal(LIST_LIMIT_MAX, 1_000)
  t.equal(BAD_PAGE.message, 'page must be 1 or more, and limit must be 1 to 1000.')
  t.end()
})
