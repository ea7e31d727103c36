import { REASONS, type Reason } from '../../engine/account/event.js'
import { FIXED8_DIGITS, type Side, VOLUME_DIGITS } from '../../engine/units.js'
import { type FrameWriter, key } from '../frame/frame-writer.js'
import { Pair, zeroPairs } from '../frame/pair.js'
import { AnyText, Choice, Nullable, Time, type TSchema, View } from '../types/scalars.js'
import { Type } from '../types/type.js'

/**
 * The types of fields that rows consist of. A field defines once where its value comes from, its
 * schema, when it is missing, and how it is written; `wire/row/row-writer.ts` compiles writers from
 * it.
 *
 * - A missing value is null, never 0 or an empty text.
 * - A field refers to members of the row that exist and have its type; the compiler checks this.
 */
export interface RowField<Row> {
  readonly schema: TSchema
  /** The code that is true if there is a value; null if there always is one. */
  readonly has: string | null
  /** The code that writes the value. `of` returns the name of a constant for it. */
  readonly write: (name: string, of: (constant: unknown) => string) => string
  /** Whether the figure changes with prices. Lists contain it, events do not. */
  readonly isLive: boolean
  /** The type of rows that have this field. Only the compiler uses it. */
  readonly from?: (row: Row) => void
}

/** The members of a row with a value of type `Value`. */
type Members<Row, Value> = {
  readonly [Name in keyof Row]-?: Row[Name] extends Value ? Name : never
}[keyof Row] &
  string

const Whole = Type.Integer()
export const TradeOriginView = View({
  kind: Choice(['terminal', 'dealer', 'api', 'gateway', 'system']),
  by: Nullable(Whole),
})

const ORIGIN_KINDS: Readonly<Record<Reason, string>> = {
  client: 'terminal',
  api: 'api',
  dealer: 'dealer',
  system: 'system',
  sl: 'system',
  tp: 'system',
  stop_out: 'system',
  activation: 'system',
  expiration: 'system',
  rollover: 'system',
  gateway: 'gateway',
  correction: 'dealer',
}
const ORIGINS = Object.fromEntries(
  REASONS.map((reason) => [reason, new Pair('kind', ORIGIN_KINDS[reason])]),
)

const NO_CODE = { has: null, isLive: false } as const

type Write = RowField<unknown>['write']

/** Builders for the fields of one type of row. */
export function fieldsOf<Row>() {
  const always = (schema: TSchema, write: Write): RowField<Row> => ({ schema, write, ...NO_CODE })
  const where = (has: string, schema: TSchema, write: Write): RowField<Row> => ({
    schema: Nullable(schema),
    write,
    has,
    isLive: false,
  })
  const int = (value: string): Write => {
    return (name, of) => `w.int(${of(key(name))}, ${value})`
  }
  const price = (value: string): Write => {
    return (name, of) => `w.scaled(${of(key(name))}, ${value}, symbol.digits)`
  }
  const time = (value: string): Write => {
    return (name, of) => `w.time(${of(key(name))}, ${value})`
  }
  const money = (value: string): Write => {
    return (name, of) => `w.scaled(${of(key(name))}, ${value}, holder.moneyDigits)`
  }
  const fixed8 = (value: string): Write => {
    return (name, of) => `w.trimmed(${of(key(name))}, ${value}, ${FIXED8_DIGITS})`
  }
  const live = (has: string, write: Write): RowField<Row> => ({
    schema: Nullable(AnyText),
    has,
    write,
    isLive: true,
  })
  return {
    int: (from: Members<Row, number>) => always(Whole, int(`row.${from}`)),
    /** An id or a number of points, for which 0 means none. */
    intOrNone: (from: Members<Row, number>) =>
      where(`row.${from} !== 0`, Whole, int(`row.${from}`)),
    seq: (from: Members<Row, number>) =>
      always(AnyText, (name, of) => `w.intText(${of(key(name))}, row.${from})`),
    textOrNone: (from: Members<Row, string>) =>
      where(`row.${from} !== ''`, AnyText, (name, of) => `w.text(${of(key(name))}, row.${from})`),
    /** A field with one of a few words; an empty word means none. */
    word: <Word extends string>(from: Members<Row, string>, words: readonly Word[]) => {
      const named = words.filter((word) => word !== '')
      const write: Write = (name, of) => `w.pair(${of(pairsOf(name, named))}[row.${from}])`
      if (named.length === words.length) return always(Choice(named), write)
      return where(`row.${from} !== ''`, Choice(named), write)
    },
    side: (from: Members<Row, Side>) => always(Choice(SIDE_WORDS), sideOf(from)),
    sideOrNone: (from: Members<Row, Side | 0>) =>
      where(`row.${from} !== 0`, Choice(SIDE_WORDS), sideOf(from)),
    volume: (from: Members<Row, number>) => always(AnyText, volumeOf(from)),
    volumeOrNone: (from: Members<Row, number | null>) =>
      where(`row.${from} !== null`, AnyText, volumeOf(from)),
    price: (from: Members<Row, number>) => always(AnyText, price(`row.${from}`)),
    /** A price, for which 0 means none. */
    priceOrNone: (from: Members<Row, number>) =>
      where(`row.${from} !== 0`, AnyText, price(`row.${from}`)),
    /** Most amounts are zero, so zeros are encoded once. */
    money: (from: Members<Row, number>) =>
      always(AnyText, (name, of) => {
        const zeros = `${of(zeroPairs(name))}[holder.moneyDigits]`
        return `if (row.${from} === 0) w.pair(${zeros}); else ${money(`row.${from}`)(name, of)}`
      }),
    moneyOrNone: (from: Members<Row, number | null>) =>
      where(`row.${from} !== null`, AnyText, money(`row.${from}`)),
    /** An amount in units of 1e-8, without trailing zeros. */
    fixed8OrNone: (from: Members<Row, number | null>) =>
      where(`row.${from} !== null`, AnyText, fixed8(`row.${from}`)),
    time: (from: Members<Row, number>) => always(Time, time(`row.${from}`)),
    /** A time, for which 0 means not yet. */
    timeOrNone: (from: Members<Row, number>) =>
      where(`row.${from} !== 0`, Time, time(`row.${from}`)),
    /** Price and time of the end, for a row that may not have ended or whose end may be unknown. */
    endPrice: (from: keyof Row & string, at: keyof Row & string) =>
      where(`row.${at} > 0`, AnyText, price(`row.${from}`)),
    endTime: (at: keyof Row & string) => where(`row.${at} > 0`, Time, time(`row.${at}`)),
    login: () => always(Whole, int('holder.login')),
    group: () => always(AnyText, () => 'w.pair(holder.groupPair)'),
    symbol: () => always(AnyText, () => 'w.pair(symbol.symbolPair)'),
    digits: () => always(Whole, () => 'w.pair(symbol.digitsPair)'),
    contractSize: () => always(AnyText, () => 'w.pair(symbol.sizePair)'),
    /** A field of the symbol, for rows that may have no symbol. */
    ofSymbol: ({ schema, write }: RowField<Row>) => where('symbol !== undefined', schema, write),
    /**
     * The origin of the trade: a client (the account's login), a dealer (the staff login), or the
     * system (no login).
     */
    origin: (reason: Members<Row, string>, dealer: Members<Row, number>) =>
      always(TradeOriginView, (name, of) => {
        const by = of(key('by'))
        const isOwn = `row.${reason} === 'client' || row.${reason} === 'api'`
        return (
          `w.map(2, ${of(key(name))}); w.pair(${of(ORIGINS)}[row.${reason}]); ` +
          `if (${isOwn}) w.int(${by}, holder.login); ` +
          `else if (row.${dealer} !== 0) w.int(${by}, row.${dealer}); else w.none(${by}); w.endMap()`
        )
      }),
    /** A field that other rows have and these never do. */
    never: (schema: TSchema) => where('false', schema, () => ''),
    /** The account's `seq` of the event with this row. The caller passes it along with the row. */
    toldSeq: () => always(AnyText, (name, of) => `w.intText(${of(key(name))}, beside)`),
    /**
     * A second row of another type with its own symbol. The caller passes it along with the row.
     */
    rowBeside: (name: string, schema: TSchema, row: (w: FrameWriter, ...of: never[]) => void) =>
      where(`beside.${name} !== undefined`, schema, (under, of) => {
        return `${of(row)}(w, beside.${name}, holder, beside.symbol, undefined, ${of(key(under))})`
      }),
    livePrice: () => live('beside.price !== null', price('beside.price')),
    liveMoney: (from: 'profit' | 'margin') =>
      live(`beside.${from} !== null`, money(`beside.${from}`)),
    /** An amount in units of 1e-8, without trailing zeros. */
    liveFixed8: (from: 'pointValue') => live(`beside.${from} !== null`, fixed8(`beside.${from}`)),
  }
}

const SIDE_WORDS = ['buy', 'sell'] as const

function sideOf(from: string): Write {
  return (name, of) => {
    const [buy, sell] = SIDE_WORDS.map((word) => of(new Pair(name, word)))
    return `w.pair(row.${from} === 1 ? ${buy} : ${sell})`
  }
}

function volumeOf(from: string): Write {
  return (name, of) => {
    const some = `w.trimmed(${of(key(name))}, row.${from}, ${VOLUME_DIGITS})`
    return `if (row.${from} === 0) w.pair(${of(new Pair(name, '0'))}); else ${some}`
  }
}

function pairsOf(name: string, words: readonly string[]): Readonly<Record<string, Pair>> {
  return Object.fromEntries(words.map((word) => [word, new Pair(name, word)]))
}
