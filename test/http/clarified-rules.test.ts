import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

/**
 * Each sentence of the clarified rules on the live socket and what belongs to it, with the test that would fail if it
 * did not hold: the file, and words of its title or of what it looks at. A test that goes or is renamed takes its row
 * along.
 */
const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')

const OUTCOMES = 'http/socket/outcomes.test.ts'
const NUMBERS = 'engine/account/rules/refused-numbers.test.ts'
const VALUATIONS = 'actors/shard/live/valuations.test.ts'
const WHAT_IF = 'actors/shard/what-if.test.ts'
const MARKET = 'http/socket/staff-market.test.ts'
const EXPOSURE = 'http/socket/watch-exposure.test.ts'
const SUMS = 'actors/shard/group-exposures.test.ts'
const WINDOW = 'http/routes/accounts/account-window.test.ts'
const PREFERENCES = 'http/routes/preferences/preferences.test.ts'
const RATES = 'http/socket/quote-rates.test.ts'
const PACKED = 'http/server/packed-answers.test.ts'

type Row = readonly [sentence: string, file: string, words: string]

const RULES: Readonly<Record<string, readonly Row[]>> = {
  '61 what staff keep': [
    [
      'no field of it is in the account, the snapshot, events or the statement',
      'e2e/rows.test.ts',
      'no trader is told what staff keep about the account',
    ],
    [
      "the trader's own statement holds none of it",
      'http/routes/accounts/account-statement.test.ts',
      'difficult person',
    ],
  ],
  '62 terms': [
    [
      'the terms of the group are in the snapshot',
      'actors/shard/live/snapshot-terms.test.ts',
      'of the group is in the snapshot, from its change on',
    ],
    [
      'what the account has of its own comes first',
      'actors/shard/live/snapshot-terms.test.ts',
      "of the account comes before its group's",
    ],
    [
      'a change of each term of the group is told',
      'http/socket/terms-told.test.ts',
      'of the group`',
    ],
    ['a change of each term of its own is told', 'e2e/account-changes.test.ts', 'ownTermsAreTold'],
    [
      'a symbol has its oldest price and the next opening and closing',
      'http/socket/trader-settings.test.ts',
      'when trading opens and closes next',
    ],
    [
      'holidays are counted, and null is there when there is none',
      'engine/book/trading-times.test.ts',
      'over nights, weekends and holidays',
    ],
  ],
  '63 outcomes': [
    [
      'the first result is answered, with its order',
      OUTCOMES,
      'what was done is told again with its order, and nothing changes',
    ],
    ['over REST, too', 'crash/lost-answers.test.ts', 'GET /trader/v1/orders/by-client-id/'],
    ['busy while it is decided', OUTCOMES, 'what waits is busy, over a restart too'],
    ['unknown when the account has not seen it', OUTCOMES, 'trade.order_unknown'],
    [
      'orders and deals carry client_order_id',
      'http/routes/trades/trade-histories.test.ts',
      'client_order_id',
    ],
    [
      'not_after: later it is expired and nothing happens',
      OUTCOMES,
      'what is decided after its time is expired and does nothing',
    ],
  ],
  '64 numbers': [
    ['no money', NUMBERS, 'no money: what is needed and what is free, in the currency'],
    ['volumes', NUMBERS, 'volumes: the nearest that is traded is'],
    ['a limit of volume', NUMBERS, 'a limit of volume: as much as there is room for'],
    [
      'stops and prices',
      NUMBERS,
      'stops and prices: the field, its distance, and the nearest that would do',
    ],
    ['frozen', NUMBERS, 'frozen: which level the market is near to'],
    ['limits of orders and positions, and hours', NUMBERS, 'limits of an account, and hours'],
    ['too many requests', 'http/socket/frame-rates.test.ts', 'retry_after_ms'],
    [
      'they are the same when told again',
      OUTCOMES,
      'numbers of a refusal are those of the first time',
    ],
  ],
  '65 valuation': [
    [
      'it is asked for by subscribe',
      VALUATIONS,
      'it is asked for by true or false, alone or beside symbols',
    ],
    [
      'once a second at most, where something moved',
      VALUATIONS,
      'it is told when a figure moves, once a second',
    ],
    ['all positions, in pieces of 500', VALUATIONS, 'pieces of 500, each saying how many they are'],
    [
      'conflated: a slow reader is queued none of it',
      'http/socket/slow-readers.test.ts',
      'a reader that stalls is queued no valuation',
    ],
    [
      'the snapshot has the same figures',
      VALUATIONS,
      'each figure is that of exact arithmetic, and the snapshot has the same',
    ],
  ],
  '66 checks': [
    [
      'margin, fee, night, point, loss and profit, for what fills and what rests',
      WHAT_IF,
      'a check says what exact arithmetic says, for what fills and for what rests',
    ],
    ['for stops, too', WHAT_IF, 'of stops, a part that is closed and a deletion'],
    ['risk as an amount', WHAT_IF, 'a risk is answered with the largest volume that keeps it'],
    ['risk as a percent', WHAT_IF, 'a percent is of the equity'],
  ],
  '67 staff': [
    ['symbols and candles as the group', MARKET, 'symbols and candles are asked for as the group'],
    [
      'quotes and depth as the group',
      MARKET,
      'quotes and depth are in the prices of the named group',
    ],
    ['in scope alone', MARKET, 'what is not in scope is not there, and goes when the scope does'],
    [
      'exposure by symbol',
      EXPOSURE,
      'by symbol: lots, the gain of all of them, and how many accounts',
    ],
    ['exposure by currency', EXPOSURE, 'by currency: a pair counts in both'],
    ['each second while it changes', EXPOSURE, 'it is told while it changes, all rows each time'],
    [
      "from the shards' own sums",
      SUMS,
      'after any trades, corrections, moves, day ends and restarts they are those sums',
    ],
    [
      'covered: by providers, and not what was filled here',
      SUMS,
      'cover that is read from the tables at a start is what it was before',
    ],
  ],
  '68 window': [
    ['offset in place of a cursor', WINDOW, 'around takes a cursor, an anchor or an offset'],
    ['fields, with the login always', WINDOW, "fields: 'name"],
  ],
  '69 preferences': [
    ["as the staff's", PREFERENCES, 'each login and side has its own, on every device'],
    ['64 KiB', PREFERENCES, '64 KiB of traders, to the byte'],
  ],
  '70 quotes': [
    [
      'the day in the first quote, and again when it changed',
      RATES,
      'the first quote has the day, and later ones when it changed, once a second',
    ],
    ['max_per_sec', RATES, 'a socket at a rate hears no more of a symbol, and always the last one'],
    ['1 to 50', 'actors/shard/live/operations.test.ts', 'depth and a rate of quotes are checked'],
    ['depth as a subscription', RATES, 'depth answers what there is, and is told while it moves'],
    [
      'five levels with volumes',
      'actors/links/simulator/provider-simulator.test.ts',
      'five levels a side',
    ],
  ],
  '71 packed': [
    [
      'JSON, CSV and HTML',
      PACKED,
      'JSON, CSV and HTML are packed for who takes it, and are the same',
    ],
    ['over 16 KiB', PACKED, 'what is short, of another kind or secret goes as it is'],
    ['never secrets', PACKED, 'no route that answers a secret packs it'],
  ],
}

for (const [rule, rows] of Object.entries(RULES)) {
  t.test(`rule ${rule}`, async (t) => {
    for (const [sentence, file, words] of rows) {
      const isThere = readFileSync(join(ROOT, 'test', file), 'utf8').includes(words)
      t.ok(isThere, `${sentence}: ${file} has no "${words}"`)
    }
  })
}
