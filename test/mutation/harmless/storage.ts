import type { Harmless } from './entry.js'

export const IN_STORAGE: readonly Harmless[] = [
  {
    file: 'storage/repos/candles.ts',
    change: 'last === undefined || rows.length < size → last === undefined',
    why: 'behind the last part another one is read, which is empty',
  },
  {
    file: 'storage/sqlite/open.ts',
    change: `if (this.#level !== level) { this.#db.pragma(\`synchronous = \${level}\`… → { this.#db.pragma(\`synchronous = \${level}\`); this.#level = level; }`,
    why: 'the same level is set again, which is slower',
  },
  {
    file: 'storage/log/copy-log.ts',
    change: 'waiting >= COMMIT_BYTES → waiting > COMMIT_BYTES',
    why: 'where one of its commits ends is no matter',
  },
  {
    file: 'storage/files/incoming-file.ts',
    change: 'this.#bytes + ROOM_BYTES → this.#bytes - ROOM_BYTES',
    why: 'the free space is looked at with each part, which is slower',
  },
  {
    file: 'storage/sqlite/window/window.ts',
    change: 'this.#query.groups.length > 0 → this.#query.groups.length >= 0',
    why: 'without groups nothing is merged, and the answer is the same refusal',
  },
  {
    file: 'storage/backup/dated-backups.ts',
    change: "metaRepo(db).get('server_id') ?? '' → metaRepo(db).get('server_id')",
    why: 'a directory has its server’s id from its seed on',
  },
  {
    file: 'storage/projection/projection-batch.ts',
    change: 'if (this.#newlyTraded.has(symbolId)) return; → nothing',
    why: 'the table takes a symbol that it has as it is, which is slower',
  },
  {
    file: 'storage/verify/prices.ts',
    change: 'ticks.oldestMinute() ?? EVER → ticks.oldestMinute()',
    why: 'without any ticks no minute has some to be compared with',
  },
  {
    file: 'storage/projection/projector.ts',
    change: 'rows < FLUSH_LEARN_ROWS → rows <= FLUSH_LEARN_ROWS',
    why: 'what a row costs is learnt from one batch less, that of fifty rows: only how long batches are goes by it',
  },
  {
    file: 'storage/sqlite/window/group-rows.ts',
    change: 'rows.length > 0 || skipped === 0 → skipped === 0',
    why: 'rows are skipped only where one is read, and where that one is found nothing further is read',
  },
  {
    file: 'storage/repos/gateway-transactions.ts',
    change: 'gatewayAfter.get(0) ?? null → gatewayAfter.get(0)',
    why: 'a minimum over no rows is a row with null: the statement always answers one',
  },
  {
    file: 'storage/backup/dated-backups.ts',
    change: 'surplus.length > 0 → surplus.length >= 0',
    why: 'the directory is synced once more where nothing went',
  },
  {
    file: 'storage/sqlite/window/group-rows.ts',
    change: 'if (rows.length === limit) return rows; → nothing',
    why: 'a full page reads no rows beyond, with a limit of 0: one statement more, which is slower',
  },
  {
    file: 'storage/repos/candles.ts',
    change: 'last === undefined || rows.length < size → rows.length < size',
    why: 'without a last row there are none, which are fewer than any page takes',
  },
  {
    file: 'storage/verify/verify.ts',
    change: 'deal.seq > days.seqOf(day, deal.login) → deal.seq >= days.seqOf(day, deal.login)',
    why: 'each event of an account has a seq of its own, so no deal has that of a day end',
  },
  {
    file: 'storage/projection/merged-records.ts',
    change: 'head.record.seq < lowest.record.seq → head.record.seq <= lowest.record.seq',
    why: 'a seq is given to one record of one shard: no two of them are the same',
  },
  {
    file: 'storage/sqlite/window/compile.ts',
    change: 'values[0]?.length ?? 1 → values[0]?.length',
    why: 'no length is as little more than 1 as 1 is',
  },
  {
    file: 'storage/sqlite/open.ts',
    change: `db.pragma(\`cache_size = -\${READER_CACHE_KIB}\`); → nothing`,
    why: 'the cache of a reader is of another size, which is slower or faster',
  },
  {
    file: 'storage/sqlite/window/amount-counts.ts',
    change: 'units < -WHOLE_MAX → units <= -WHOLE_MAX',
    why: 'the bound itself is answered either way',
  },
  {
    file: 'storage/fix/session-store.ts',
    change: 'type === undefined || sentAt === undefined → sentAt === undefined',
    why: 'a step has all of type, time and text of its message, or none of them',
  },
  {
    file: 'storage/sqlite/window/merged-rows.ts',
    change: 'this.#compare(end, ends[nearest]) > 0 → this.#compare(end, ends[nearest]) >= 0',
    why: 'an account is in one group: no two positions are the same',
  },
  {
    file: 'storage/sqlite/appended-rows.ts',
    change: 'if (value === first || value === second) mask |= 1 << (guessed.length… → nothing',
    why: 'a value of a pair is handed over as any other, which is slower',
  },
]
