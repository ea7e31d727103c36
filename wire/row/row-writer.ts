import { type FrameWriter, type Key, key } from '../frame/frame-writer.js'
import type { RowHolder } from './row-facts.js'
import type { RowField } from './row-fields.js'

/** The fields of a row by name, in the order in which they are written. */
export type RowDescription<Row> = Readonly<Record<string, RowField<Row>>>

/** Writes a row as a map. `beside` is data that the row itself does not contain. */
export type WriteRow<Row, Holder, Symbol, Beside> = (
  w: FrameWriter,
  row: Row,
  holder: Holder,
  symbol: Symbol,
  beside: Beside,
  under?: Key,
) => void

/**
 * The writers of a row, compiled from one description, because interpreting it for every row would
 * cost as much as writing the row (like wire/record/record-layout.ts).
 */
export interface RowWriters<Row, Holder, Symbol, Beside, Live> {
  /** Writes the row and leaves out fields that are null. */
  readonly event: WriteRow<Row, Holder, Symbol, Beside>
  /** Writes all stored fields, without the live ones. */
  readonly stored: WriteRow<Row, Holder, Symbol, Beside>
  readonly listed: WriteRow<Row, Holder, Symbol, Live>
  /** Writes only the figures that change with the market. */
  readonly figures: WriteRow<undefined, Pick<RowHolder, 'moneyDigits'>, Symbol, Live>
}

/** The type parameters are what the fields read from. */
export function compileRow<Row, Holder, Symbol, Beside = undefined, Live = Beside>(
  fields: RowDescription<Row>,
): RowWriters<Row, Holder, Symbol, Beside, Live> {
  const all = Object.entries(fields)
  const kept = all.filter(([, { isLive }]) => !isLive)
  const live = all.filter(([, { isLive }]) => isLive)
  return {
    event: compile(kept, true),
    stored: compile(kept, false),
    listed: compile([...kept, ...live], false),
    figures: compile(live, false),
  }
}

function compile<Writer>(
  fields: readonly (readonly [string, RowField<never>])[],
  leavesOut: boolean,
): Writer {
  const constants: unknown[] = []
  const of = (constant: unknown): string => {
    const known = constants.indexOf(constant)
    return `c${known < 0 ? constants.push(constant) - 1 : known}`
  }
  let always = 0
  const sometimes: string[] = []
  const writes = fields.map(([name, { has, write }]) => {
    if (has === null || !leavesOut) always++
    else sometimes.push(` + (${has} ? 1 : 0)`)
    if (has === null) return write(name, of)
    const absent = leavesOut ? '' : ` else w.none(${of(key(name))})`
    return `if (${has}) { ${write(name, of)} }${absent}`
  })
  const body = [`w.map(${always}${sometimes.join('')}, under)`, ...writes, 'w.endMap()']
  const code = `return (w, row, holder, symbol, beside, under) => { ${body.join('\n')} }`
  const names = constants.map((_, index) => `c${index}`)
  return new Function(...names, code)(...constants) as Writer
}
