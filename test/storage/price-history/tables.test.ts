import { join } from 'node:path'
import t from 'tap'
import { openPriceReader, openPriceWriter } from '../../../storage/price-history/tables.js'
import { openWriter } from '../../../storage/sqlite/open.js'

t.test('prices are read from tables that the writer has made, and from no others', (t) => {
  const directory = t.testdir()
  const path = join(directory, 'prices.sqlite')
  const writer = openPriceWriter(path)
  t.equal(writer.pragma('cache_size', { simple: true }), -16 * 1024, '16 MiB')
  const reader = openPriceReader(path)
  for (const table of ['minute_candles', 'hour_candles', 'ticks', 'recorded']) {
    t.same(reader.prepare(`SELECT * FROM ${table}`).all(), [], table)
  }
  t.throws(() => reader.exec('DELETE FROM ticks'), /readonly/)
  openPriceWriter(path).close()
  writer.exec(`INSERT INTO applied_migrations (name, place) VALUES ('of tomorrow', 9)`)
  t.throws(() => openPriceReader(path), /of tomorrow/)
  const bare = join(directory, 'bare.sqlite')
  openWriter(bare).close()
  t.throws(() => openPriceReader(bare), /lacks the migration/)
  for (const db of [reader, writer]) db.close()
  t.end()
})
