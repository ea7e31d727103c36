import type { Account } from '../../../engine/account/state.js'

import { TRADE_LIST_BYTES_MAX } from '../../../engine/limits/long-answers.js'
import { because } from '../../../engine/reasons/reasons.js'
import { type JsonValue, jsonList } from '../../../wire/format/json-parts.js'
import type { ShardCore } from '../core.js'
import type { Slice } from '../live/slice.js'
import type { ShardAnswer } from '../questions/answer.js'
import { positionText, restingText } from '../questions/trades.js'
import type { BulkEnd, LongAnswerAsk } from './long-answers.js'

const TOO_LONG = because('too_large.list')

/** The open rows of an account as JSON, with rows and prices of the moment of the request. */
export function answerList(
  core: ShardCore,
  what: 'positions' | 'orders',
  account: Account,
  tell: (answer: ShardAnswer) => void,
): LongAnswerAsk {
  return {
    what,
    login: account.login,
    rows: account[what].size,
    work: (slice) => work(core, what, account, slice, tell),
    refuse: tell,
  }
}

function* work(
  core: ShardCore,
  what: 'positions' | 'orders',
  account: Account,
  slice: Slice,
  tell: (answer: ShardAnswer) => void,
): Generator<void, BulkEnd> {
  const rows: JsonValue[] = []
  let length = 2
  for (const row of rowsOf(core, what, account)) {
    rows.push(row)
    length += row.length + 1
    if (length > TRADE_LIST_BYTES_MAX) return TOO_LONG
    slice.left -= row.length
    if (slice.left <= 0) yield
  }
  tell({ ok: true, text: jsonList(rows) })
  return undefined
}

function* rowsOf(
  core: ShardCore,
  what: 'positions' | 'orders',
  account: Account,
): Generator<JsonValue> {
  if (what === 'orders') {
    for (const order of [...account.orders.values()]) yield restingText(core, account, order)
    return
  }
  const positions = account.positions.asNow()
  for (let place = 0; place < positions.size; place++) {
    yield positionText(core, account, positions.nth(place))
  }
}
