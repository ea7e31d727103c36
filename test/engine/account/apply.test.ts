import t from 'tap'
import { follow } from '../../../engine/account/apply.js'
import { emptyAccount } from '../../../engine/account/state.js'
import { givenProfile } from '../../given/account.js'

t.test('the first record of an account is when it began, the newest is where it stands', (t) => {
  const account = emptyAccount(givenProfile({ login: 7, group: 'real\\a', leverage: 50 }))
  follow(account, { seq: 11, at: 500 })
  t.match(account, { firstAt: 500, lastRecordSeq: 11 })
  follow(account, { seq: 13, at: 900 })
  t.match(account, { firstAt: 500, lastRecordSeq: 13 })
  t.end()
})
