import t from 'tap'
import { accountWithDefaults } from '../../../actors/desk/accounts/accounts.js'
import { applyRecord } from '../../../engine/account/apply.js'
import type { Account } from '../../../engine/account/state.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { dealsRepo } from '../../../storage/repos/trades/deals.js'
import { ordersRepo } from '../../../storage/repos/trades/orders.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import { decodeRecords } from '../../../wire/record/record.js'
import { LOGIN } from '../../given/account.js'
import { HEDGING } from '../../given/book.js'
import { scratch } from '../../given/desk.js'
import { Floor } from '../../given/floors/floor.js'
import { accountDigest } from '../../given/records/account-digest.js'
import { commitTurn } from '../../given/records/histories.js'
import {
  openLogs,
  openTables,
  projectAll,
  projector,
  recovered,
} from '../../given/records/projection.js'

// Goal: a log that the server wrote before orders and deals had the names of their requests goes on with records
// that have them: what is in the tables, and what a start reads of tables and log, is what both say.

/**
 * Bytes of a server of record versions 5 and 6: a deposit with a note, a position opened, two orders placed, one
 * of them moved, a part of the position closed.
 */
const OLDER = Buffer.from(
  'fQAAANPFqA8GAAEAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAGB04Lh5QgAAAAAASI9AAAAAAAAAAAAGYjoxBG9rAAAAAAAA' +
    'APA/DmJhbGFuY2UOZGVwb3NpdAACeAH0AwAAAAQCAgAAAACAiXoAAAAAAAACAICMnfC4MwAAAADJAAAAfpWW5QUAAwAA' +
    'AAAAAgAAAAAAAAABAAAAAAAAAAAAYHTguHlCAAAAAABIj0ABAAAAAAAAAA5vOm9sZC0xBG9rAAD1AwEAAACAreIEAJKk' +
    'DvUDAAJhgIyd8LgzgIyd8LgzAAAAAAAAAAAAAAAAAAABAAAAAAAB9gP1A/UDAQAAAICt4gSSpA6IpA6SpA4AAAAAAAAA' +
    'AAJhgIyd8LgzAAAAAAL1AwEAgK3iBJKkDgAAgNSo9o1EAICMnfC4MwAAAmEBAAAAAAB6AAAA41AE0gUAAQAAAAAAAwAA' +
    'AAAAAAACAAAAAAAAAAAAYHTguHlCAAAAAABIj0AEAAAAAAAAAA5vOm9sZC0yBG9rAAD3AwEAAQKA2sQJgNrECbC2DQAA' +
    'AmKAjJ3wuDMAAAAAAAAAAAAAAAAAgNSo9o1EAAEAAAAAAHkAAACHR6yQBQABAAAAAAAEAAAAAAAAAAMAAAAAAAAAAABg' +
    'dOC4eUIAAAAAAEiPQAUAAAAAAAAADm86b2xkLTMEb2sAAPgDAQABAoCHpw6Ah6cOiKcNAAAAgIyd8LgzAAAAAAAAAAAA' +
    'AAAAAIDUqPaNRAABAAAAAAB5AAAAgHvHtAUAAQAAAAAABQAAAAAAAAAEAAAAAAAAAAAAYHTguHlCAAAAAABIj0AGAAAA' +
    'AAAAAA5vOm9sZC00BG9rAAD4AwEAAQKAh6cOgIenDqyoDQAAAICMnfC4MwAAAAAAAAAAAAAAAACA1Kj2jUQAAgAAAAAA' +
    'zgAAAIWMtL0FAAMAAAAAAAYAAAAAAAAABQAAAAAAAAAAAGB04Lh5QgAAAAAASI9ABwAAAAAAAAAObzpvbGQtNQRvawAA' +
    '+QMBAQAAgJL0AQCIpA71AwAAgIyd8LgzgIyd8LgzAAAAAAAAAAAAAAAAAAABAAAAAAAB+gP5A/UDAQEBAYCS9AGIpA6I' +
    'pA6SpA5oAAAAAACAwKjKmjoAAICMnfC4MwAAAAAC9QMBAICb7gKSpA6IpA4AgNSo9o1EAICMnfC4MwAAAmECAAAAAAA=',
  'base64',
)
const OLDER_RECORDS = 6

/**
 * What a server of record versions 7 and 8 wrote after them, of a client that names its requests: another position
 * opened, an order moved, the first position closed, the last with a note.
 */
const NAMED = Buffer.from(
  '3wAAANcbKjUHAAMAAAAAAAcAAAAAAAAABgAAAAAAAAAAAGB04Lh5QgAAAAAASI9ACgAAAAAAAAAObzpuZXctMQRvawAAAPsD' +
    'AQEAAICt4gQAiKQO+wMAAICMnfC4M4CMnfC4MwAAAAAAAAAAAAAAAAAAAQAAAAAACm5ldy0xFmRlc2t0b3A6cy0xAfwD+wP7' +
    'AwEAAQGAreIEiKQOiKQOkqQOAAAAAAAAAAAAgIyd8LgzAAAAAApuZXctMQL7AwEBgK3iBIikDgAAgND5lo1EAICMnfC4MwAA' +
    'AAEAAAAAAIIAAAABHwOzBwABAAAAAAAIAAAAAAAAAAcAAAAAAAAAAABgdOC4eUIAAAAAAEiPQA0AAAAAAAAADm86bmV3LTIE' +
    'b2sAAAD3AwEAAQKA2sQJgNrECZS4DQAAAmKAjJ3wuDMAAAAAAAAAAAAAAAAAgNSo9o1EAAIAAAAAAApuZXctMgAGAQAAqh88' +
    'vAgAAwAAAAAACQAAAAAAAAAIAAAAAAAAAAAAYHTguHlCAAAAAABIj0AOAAAAAAAAAA5vOm5ldy0zBG9rAAAAAAAAAADwPwp0' +
    'cmFkZQxjbG9zZWQGOjoxBnItMQD9AwEBAACAm+4CAIikDvUDAACAjJ3wuDOAjJ3wuDMAAAAAAAAAAAAAAAAAAAEAAAAAAApu' +
    'ZXctMxZkZXNrdG9wOnMtMQH+A/0D9QMBAQEBgJvuAoikDoikDpKkDnwAAAAAAIDAqMqaOgAAgIyd8LgzAAAAAApuZXctMwL1' +
    'AwEAAJKkDoikDgCA1Kj2jUQAgIyd8LgzgIyd8LgzAAJhAwAAAAAA',
  'base64',
)
const NAMED_RECORDS = 3
const BEFORE = OLDER_RECORDS + NAMED_RECORDS

/** The account as those records left it, and then a trade of the same client. */
function continued(): Floor {
  const floor = new Floor()
  for (const record of [...decodeRecords(OLDER), ...decodeRecords(NAMED)]) {
    floor.records.push(record)
    applyRecord(floor.account, record)
  }
  const ids = floor.records.flatMap(({ events }) => events.map((e) => ('id' in e ? e.id : 0)))
  const { nextOrderId } = floor.context()
  while (nextOrderId() < Math.max(...ids));
  const source = { clientOrderId: 'newest', session: 'desktop:s-2' }
  floor.open('EURUSD', 'buy', '0.20', { source })
  return floor
}

function followed(db: Sqlite, records: ReturnType<typeof continued>['records']): Account {
  const { account, cursor } = recovered(db)
  for (const record of records) if (record.seq > cursor) applyRecord(account, record)
  return account
}

for (const projected of [0, 3, OLDER_RECORDS, OLDER_RECORDS + 1, BEFORE, BEFORE + 1]) {
  t.test(`a start with ${projected} records in the tables has all of every version`, async (t) => {
    const directory = scratch(t)
    const logs = openLogs(directory, 1)
    const db = openTables(directory)
    accountsRepo(db).insert(accountWithDefaults({ login: LOGIN, group: HEDGING }), 1)
    const floor = continued()
    const { records } = floor
    t.equal(records.length, BEFORE + 1)
    const [log] = logs
    if (log === undefined) throw new Error('one shard has one log')
    log.commit(1, OLDER)
    log.commit(OLDER_RECORDS + 1, NAMED)
    commitTurn(log, records.slice(BEFORE))
    const one = projector(db, logs, 1)
    for (let seq = 1; seq <= projected; seq++) projectAll(one, seq)
    t.equal(accountDigest(followed(db, records)), accountDigest(floor.account))
    projectAll(one, records.length)
    t.equal(accountDigest(followed(db, records)), accountDigest(floor.account))
    const orders = [...ordersRepo(db).ofShard(0, 1)].map(([, order]) => order)
    const deals = [...dealsRepo(db).ofShard(0, 1)]
    t.same(
      orders.map(({ clientOrderId, session }) => [clientOrderId, session]),
      [
        ['', ''],
        ['', ''],
        ['new-1', 'desktop:s-1'],
        ['new-3', 'desktop:s-1'],
        ['newest', 'desktop:s-2'],
      ],
    )
    t.same(
      deals.map(({ clientOrderId }) => clientOrderId),
      ['', '', '', 'new-1', 'new-3', 'newest'],
    )
    const resting = [...followed(db, records).orders.values()]
    t.same(
      resting.map(({ clientOrderId, session }) => [clientOrderId, session]),
      [
        ['new-2', ''],
        ['', ''],
      ],
      'the name of the change that moved it, and no session that placed it',
    )
    floor.settle()
    db.close()
    await Promise.all(logs.map((each) => each.close()))
  })
}
