import t from 'tap'
import { newsQueries } from '../../../actors/queries/news-query.js'
import { newsRepo } from '../../../storage/repos/records/news.js'
import { openTables } from '../../given/records/projection.js'

t.test('a page of news says that there are older ones only where there are', async (t) => {
  const db = openTables(t.testdir())
  t.teardown(() => db.close())
  for (let n = 1; n <= 3; n++) {
    const times = { at: n, receivedAt: n }
    newsRepo(db).add({
      feed: 1,
      key: `k${n}`,
      ...times,
      headline: `n${n}`,
      text: '',
      isCut: false,
    })
  }
  const page = newsQueries(db)['news.page']
  const heads = async (limit: number): Promise<unknown> => {
    const answer = await page({ filter: {}, limit })
    if (!answer.ok) throw new Error(answer.message)
    const { rows, hasMore } = answer.value
    return [rows.map(({ headline }) => headline), hasMore]
  }
  t.same(await heads(2), [['n3', 'n2'], true])
  t.same(await heads(3), [['n3', 'n2', 'n1'], false])
  t.same(await heads(4), [['n3', 'n2', 'n1'], false])
})
