import t from 'tap'
import { checkAccount } from '../../../engine/account/check.js'
import { ROW, SYMBOL } from '../../../engine/account/holdings/exposures.js'
import { givenAccount, givenPosition } from '../../given/account.js'
import { givenBook } from '../../given/book.js'

t.test('an exposure that differs in any one figure from its positions is found', (t) => {
  const book = givenBook()
  const account = givenAccount(book, { balance: '10000' })
  for (const side of ['buy', 'sell'] as const) {
    givenPosition(book, account, { symbol: 'EURUSD', side, volume: '1', open: '1.17000' })
  }
  t.doesNotThrow(() => checkAccount(account))
  const rows = account.exposures.rows as number[]
  const { swapSize } = account.exposures
  const unseen: number[] = []
  for (let at = SYMBOL + 1; at < ROW; at++) {
    rows[at] = (rows[at] as number) + 1
    const isSwapSize = account.exposures.swapSize !== swapSize
    if (!isSwapSize) t.throws(() => checkAccount(account), /fold of its positions/, `figure ${at}`)
    else unseen.push(at)
    rows[at] = (rows[at] as number) - 1
  }
  t.equal(unseen.length, 1, 'the size of the swap is not one of them')
  t.doesNotThrow(() => checkAccount(account))
  t.end()
})
