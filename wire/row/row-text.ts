import { fieldsOfObject, type JsonFields, type JsonValue, jsonIn } from '../format/json-parts.js'
import { JsonWriter } from '../frame/writer.js'
import type { WriteRow } from './row-writer.js'

/**
 * Rows as JSON for answers other than frames, written in the shard or query thread that reads them.
 */
export const rowText = rowTextBy(new JsonWriter())

/** A `rowText` with another writer, which may leave out fields. */
export function rowTextBy(writer: JsonWriter) {
  return <Row, Holder, Symbol, Live>(
    write: WriteRow<Row, Holder, Symbol, Live>,
    ...[row, holder, symbol, live]: [row: Row, holder: Holder, symbol: Symbol, live: Live]
  ): JsonValue => {
    writer.clear()
    write(writer, row, holder, symbol, live)
    return jsonIn(writer)
  }
}

/** The fields of a row as JSON without braces, so that more fields can follow. */
export function rowFields<Row, Holder, Symbol, Live>(
  write: WriteRow<Row, Holder, Symbol, Live>,
  ...row: [row: Row, holder: Holder, symbol: Symbol, live: Live]
): JsonFields {
  return fieldsOfObject(rowText(write, ...row))
}
