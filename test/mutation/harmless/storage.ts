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
  {
    file: 'storage/sqlite/appended-rows.ts',
    change: 'either === undefined || !isGuessed → !isGuessed',
    why: 'a column without a usual value or a pair is never guessed',
  },
  {
    file: 'storage/sqlite/key-pack.ts',
    change: 'at > this.newestAt → at >= this.newestAt',
    why: 'the same time is set again',
  },
  {
    file: 'storage/sqlite/in-use.ts',
    change:
      "error instanceof Database.SqliteError && error.code.startsWith('SQLIT… → error.code.startsWith('SQLITE_BUSY')",
    why: 'SQLite alone throws there',
  },
  {
    file: 'storage/sqlite/window/amount-counts.ts',
    change:
      'rowsOf(own) <= rowsOf(others) + all / READ_FOR_ONE_LOOKED_UP → rowsOf(own) < rowsOf(others) + all / READ_FOR_ONE_LOOKED_UP',
    why: 'either way of counting is exact',
  },
  {
    file: 'storage/sqlite/window/amount-counts.ts',
    change: 'if (groups.length === 0) return 0; → nothing',
    why: 'the statement counts 0 rows in no groups, which is slower',
  },
  {
    file: 'storage/sqlite/window/amount-counts.ts',
    change: 'value < 0n → value <= 0n',
    why: 'of 0 there is no rest',
  },
  {
    file: 'storage/sqlite/window/amount-counts.ts',
    change: 'units > WHOLE_MAX → units >= WHOLE_MAX',
    why: 'the bound itself is answered either way',
  },
  {
    file: 'storage/sqlite/window/group-rows.ts',
    change: 'column.isOfGroup ?? false → column.isOfGroup',
    why: 'nothing is as good as false there',
  },
  {
    file: 'storage/sqlite/window/group-rows.ts',
    change: "if (this.#isOfGroup) { const own = this.#facts['f_key']; if (own !== … → nothing",
    why: 'the statements compare the name of the group themselves, which are two in the place of one',
  },
  {
    file: 'storage/sqlite/window/group-rows.ts',
    change: 'rows.length > 0 || skipped === 0 → rows.length > 0',
    why: 'where nothing was found and nothing is skipped, none of them is counted either',
  },
  {
    file: 'storage/sqlite/window/group-rows.ts',
    change: 'this.#query.compare([own], [key]) > 0 → this.#query.compare([own], [key]) >= 0',
    why: 'the two differ there',
  },
  {
    file: 'storage/sqlite/window/merged-rows.ts',
    change: 'this.#compare(head, row) > 0 → this.#compare(head, row) >= 0',
    why: 'no two rows stand at one place, since a login is in one group',
  },
  {
    file: 'storage/sqlite/window/merged-rows.ts',
    change: 'left > oneByOne && left > 2 * streams.length → left > 2 * streams.length',
    why: 'how many of the last are passed one by one is no matter to where it comes',
  },
  {
    file: 'storage/sqlite/window/merged-rows.ts',
    change: 'left > oneByOne → left >= oneByOne',
    why: 'how many of the last are passed one by one is no matter to where it comes',
  },
  {
    file: 'storage/sqlite/window/merged-rows.ts',
    change: 'left > 2 * streams.length → left >= 2 * streams.length',
    why: 'how many of the last are passed one by one is no matter to where it comes',
  },
  {
    file: 'storage/sqlite/window/merged-rows.ts',
    change: 'left >= streams.length * step → left > streams.length * step',
    why: 'the next steps are half as long, and come to the same row',
  },
  {
    file: 'storage/sqlite/window/merged-rows.ts',
    change: 'stream.at === stream.held.length && !stream.isDone → stream.at === stream.held.length',
    why: 'beyond the last row nothing is read once more',
  },
  {
    file: 'storage/sqlite/window/query.ts',
    change: "typeof a === 'number' && typeof b === 'number' → typeof a === 'number'",
    why: 'the keys of one field are of one type',
  },
  {
    file: 'storage/sqlite/window/query.ts',
    change: "typeof a === 'number' && typeof b === 'number' → typeof b === 'number'",
    why: 'the keys of one field are of one type',
  },
  {
    file: 'storage/sqlite/window/window.ts',
    change: 'if (all <= scanMax) return; → nothing',
    why: 'the rows of the groups are counted as well, which are no more than all',
  },
  {
    file: 'storage/sqlite/window/window.ts',
    change: 'all <= scanMax → all < scanMax',
    why: 'the rows of the groups are counted as well, which are no more than all',
  },
  {
    file: 'storage/sqlite/window/window.ts',
    change: 'looked < lookedMax → looked <= lookedMax',
    why: 'a row more is looked at before a scan',
  },
  {
    file: 'storage/log/copy-log.ts',
    change: 'missing > 0 → missing >= 0',
    why: 'nothing is written',
  },
  {
    file: 'storage/log/log-room.ts',
    change: 'await file.close() → file.close()',
    why: 'nobody needs what it wrote to be closed by then',
  },
  {
    file: 'storage/log/lmdb-log.ts',
    change: 'if (gone.length === 0) return 0; → nothing',
    why: 'a transaction without a change is committed',
  },
  {
    file: 'storage/log/lmdb-log.ts',
    change: 'kept === undefined || kept.length === 0 → kept.length === 0',
    why: 'what has to be cut is there',
  },
  {
    file: 'storage/log/lmdb-pages.ts',
    change: 'next.key > (start ?? 0) → next.key >= (start ?? 0)',
    why: 'a node more is looked into, whose entries are left out below',
  },
  {
    file: 'storage/log/log-file.ts',
    change: 'looks < LOOKS_MAX → looks <= LOOKS_MAX',
    why: 'it tries once more',
  },
  {
    file: 'storage/log/log-file.ts',
    change: 'this.#newest().txn > snapshot.txn + 1 → this.#newest().txn >= snapshot.txn + 1',
    why: 'what is whole is read again',
  },
  {
    file: 'storage/log/log-file.ts',
    change: 'one.txn > other.txn → one.txn >= other.txn',
    why: 'the two roots are of one transaction in an empty log alone',
  },
  {
    file: 'storage/archive/archiving.ts',
    change: 'there !== undefined && head !== undefined → there !== undefined',
    why: 'the head is there where the file is',
  },
  {
    file: 'storage/archive/archiving.ts',
    change: 'there !== undefined && head !== undefined → head !== undefined',
    why: 'the file is there where its head is',
  },
  {
    file: 'storage/archive/archiving.ts',
    change: 'reach >= bound - 1 || headOf(file).after_seq > reach → headOf(file).after_seq > reach',
    why: 'more of the archive is read than is asked for',
  },
  {
    file: 'storage/archive/archiving.ts',
    change: 'reach >= bound - 1 → reach > bound - 1',
    why: 'more of the archive is read than is asked for',
  },
  {
    file: 'storage/archive/archiving.ts',
    change: 'later.length > 0 → later.length >= 0',
    why: 'reading begins with the turn that holds a later record',
  },
  {
    file: 'storage/archive/archiving.ts',
    change: 'firstSeq > throughSeq || size >= segmentBytes → size >= segmentBytes',
    why: 'of turns beyond the stretch nothing is taken',
  },
  {
    file: 'storage/archive/segment.ts',
    change:
      'scan.problem === undefined && scan.records === head.records → scan.records === head.records',
    why: 'a record that cannot be read ends the scan before the last seq of the head',
  },
  {
    file: 'storage/archive/segment.ts',
    change: "head['bytes'] <= RECORDS_BYTES_MAX → head['bytes'] < RECORDS_BYTES_MAX",
    why: 'the bound is far beyond any segment',
  },
  {
    file: 'storage/archive/log-archive.ts',
    change: 'first === undefined || last === undefined → first === undefined',
    why: 'a name has both or none',
  },
  {
    file: 'storage/archive/log-archive.ts',
    change: 'first === undefined || last === undefined → last === undefined',
    why: 'a name has both or none',
  },
  {
    file: 'storage/repos/accounts.ts',
    change: "text === undefined || text === '' → text === undefined",
    why: 'an empty part stands in every text',
  },
  {
    file: 'storage/repos/deals.ts',
    change: 'if (volumeClosed === 0 && commissionDue === 0 && dealer === 0 && exte… → nothing',
    why: 'each deal is written by a statement of its own, which is slower',
  },
  {
    file: 'storage/repos/files.ts',
    change: "rows.at(-1)?.id ?? '' → rows.at(-1)?.id",
    why: 'it ends before it asks for more',
  },
  {
    file: 'storage/repos/closed-by-time.ts',
    change: 'deals.length < most || positions.length >= needed → deals.length < most',
    why: 'more deals are looked at, which is slower',
  },
  {
    file: 'storage/repos/closed-by-time.ts',
    change: 'positions.length >= needed → positions.length > needed',
    why: 'more deals are looked at, which is slower',
  },
  {
    file: 'storage/repos/closed-by-time.ts',
    change: 'if (filter.from === undefined && filter.to === undefined) return unde… → nothing',
    why: 'the condition holds for every position that was closed',
  },
  {
    file: 'storage/repos/closed-by-time.ts',
    change: 'filter.from === undefined && filter.to === undefined → filter.from === undefined',
    why: 'the times are a condition of their own: this one only makes it faster',
  },
  {
    file: 'storage/repos/closed-by-time.ts',
    change: 'filter.from === undefined && filter.to === undefined → filter.to === undefined',
    why: 'the times are a condition of their own: this one only makes it faster',
  },
  {
    file: 'storage/repos/numbered-rows.ts',
    change: 'last.at >= from && first.at <= to → last.at >= from',
    why: 'of a range that begins later no number lies between',
  },
  {
    file: 'storage/repos/numbered-rows.ts',
    change: 'first.at >= from → first.at > from',
    why: 'halving finds the first number as well',
  },
  {
    file: 'storage/repos/numbered-rows.ts',
    change: 'if (oldest !== undefined && oldest.at > span.newest) break; → nothing',
    why: 'ranges without newer rows are read as well, which is slower',
  },
  {
    file: 'storage/repos/open-orders.ts',
    change: "name !== 'id' && name !== 'login' → name !== 'id'",
    why: 'the key is set to what it is',
  },
  {
    file: 'storage/repos/open-orders.ts',
    change: "name !== 'id' && name !== 'login' → name !== 'login'",
    why: 'the key is set to what it is',
  },
  {
    file: 'storage/retention.ts',
    change: 'taken[shard] ?? 0 → taken[shard]',
    why: 'there is a cursor for each shard',
  },
  {
    file: 'storage/retention.ts',
    change: 'cursors[shard] ?? 0 → cursors[shard]',
    why: 'there is a cursor for each shard',
  },
  {
    file: 'storage/journal-anchors.ts',
    change: 'anchor.seq > (newest?.seq ?? 0) → anchor.seq >= (newest?.seq ?? 0)',
    why: 'no two records have one seq',
  },
  {
    file: 'storage/fix/session-store.ts',
    change:
      'this.#fileBytes + more > 2 * this.#sentBytes + FILE_BYTES_SPARE → this.#fileBytes + more >= 2 * this.#sentBytes + FILE_BYTES_SPARE',
    why: 'to the byte it is no matter when the file is written anew',
  },
  {
    file: 'storage/fix/session-store.ts',
    change: 'if (at === bytes.length) return; → nothing',
    why: 'a file that is whole is cut at its end',
  },
  {
    file: 'storage/fix/session-store.ts',
    change: 'at + HEAD_BYTES > bytes.length → at + HEAD_BYTES >= bytes.length',
    why: 'a record has more than its head',
  },
  {
    file: 'storage/fix/session-store.ts',
    change: 'end === at + HEAD_BYTES || end > bytes.length → end === at + HEAD_BYTES',
    why: 'what was cut off has another check sum',
  },
  {
    file: 'storage/fix/session-store.ts',
    change: 'at + HEAD_BYTES < bytes.length → at + HEAD_BYTES <= bytes.length',
    why: 'a record has more than its head',
  },
  {
    file: 'storage/fix/session-store.ts',
    change:
      'type === undefined || sentAt === undefined || body === undefined → type === undefined || sentAt === undefined',
    why: 'a step has all three or none',
  },
  {
    file: 'storage/fix/session-store.ts',
    change: 'type === undefined || sentAt === undefined || body === undefined → body === undefined',
    why: 'a step has all three or none',
  },
  {
    file: 'storage/fix/session-store.ts',
    change: 'type === undefined || sentAt === undefined → type === undefined',
    why: 'a step has all three or none',
  },
  {
    file: 'storage/files/backup-hold.ts',
    change: 'if (holds.length === 0) return false; → nothing',
    why: 'the time of the file system is looked at for nothing',
  },
  {
    file: 'storage/files/backup-hold.ts',
    change: 'now - hold.mtimeMs > HOLD_MS_MAX → now - hold.mtimeMs >= HOLD_MS_MAX',
    why: 'a mark holds for a millisecond less',
  },
  {
    file: 'storage/price-history/candle-reader.ts',
    change: 'if (clock.utc_offset_min % HOUR_MINUTES === 0) { yield* this.#hours.w… → nothing',
    why: 'an hour lies in one period there, and is found whole',
  },
  {
    file: 'storage/price-history/last-prices.ts',
    change: 'if (day === undefined) return undefined; → nothing',
    why: 'where there is a candle its day has one',
  },
  {
    file: 'storage/projection/account-history.ts',
    change: 'correction.seq > seq → correction.seq >= seq',
    why: 'a correction and a deal have no seq in common',
  },
  {
    file: 'storage/projection/account-history.ts',
    change: 'ended.seq > seq → ended.seq >= seq',
    why: 'a day end and a deal have no seq in common',
  },
  {
    file: 'storage/projection/merged-records.ts',
    change: 'cursors[shard] ?? 0 → cursors[shard]',
    why: 'there is a cursor for each shard',
  },
  {
    file: 'storage/projection/merged-records.ts',
    change: 'if (cursor >= through) return; → nothing',
    why: 'a turn is read for nothing',
  },
  {
    file: 'storage/projection/merged-records.ts',
    change: 'cursor >= through → cursor > through',
    why: 'a turn is read for nothing',
  },
  {
    file: 'storage/projection/merged-records.ts',
    change: 'if (entry.firstSeq > through) return; → nothing',
    why: 'a turn is read for nothing',
  },
  {
    file: 'storage/projection/recovery.ts',
    change: 'if (known === undefined) this.#paths.set(path, path); → nothing',
    why: 'each account has a text of its own for the same group',
  },
  {
    file: 'storage/projection/recovery.ts',
    change: 'false → true',
    why: 'it is set anew for each account',
  },
  {
    file: 'storage/projection/recovery.ts',
    change: 'if (known.size < REMEMBERED_MAX) known.set(text, value); → nothing',
    why: 'equal texts are made again, which takes more memory',
  },
  {
    file: 'storage/projection/recovery.ts',
    change: 'known.size < REMEMBERED_MAX → known.size <= REMEMBERED_MAX',
    why: 'one text more is remembered',
  },
  {
    file: 'storage/projection/projector.ts',
    change: 'lines.length > 0 → lines.length >= 0',
    why: 'that there are no lines is told, which says nothing',
  },
  {
    file: 'storage/projection/projector.ts',
    change:
      'monotonic() + this.#batch.folded * this.#flushMsPerRow >= until → monotonic() + this.#batch.folded * this.#flushMsPerRow > until',
    why: 'the rows that wait always add to the time',
  },
  {
    file: 'storage/projection/projection-batch.ts',
    change: 'if (this.#known.size + this.#accounts.size > KNOWN_MAX) this.#known.c… → nothing',
    why: 'accounts stay in memory',
  },
  {
    file: 'storage/projection/projection-batch.ts',
    change:
      'this.#known.size + this.#accounts.size > KNOWN_MAX → this.#known.size + this.#accounts.size >= KNOWN_MAX',
    why: 'accounts are forgotten one sooner, and read again',
  },
  {
    file: 'storage/projection/projection-batch.ts',
    change: 'if (row.version === 1) fold.isNew = true; → nothing',
    why: 'a position that was opened just before is looked for in the tables, which do not have it',
  },
  {
    file: 'storage/projection/projection-batch.ts',
    change: 'if (repair === undefined) return []; → nothing',
    why: 'each repair restates the account',
  },
  {
    file: 'storage/projection/projection-batch.ts',
    change: 'this.#resting.get(order.id)?.isNew ?? false → this.#resting.get(order.id)?.isNew',
    why: 'nothing is as good as false there',
  },
  {
    file: 'storage/verify/verify.ts',
    change:
      'this.#replay.accounts.get(deal.login)?.day ?? 0 → this.#replay.accounts.get(deal.login)?.day',
    why: 'an archive has the account of each of its deals',
  },
  {
    file: 'storage/verify/verify.ts',
    change: 'states.get(login)?.seq ?? 0 → states.get(login)?.seq',
    why: 'of an account that is not in the archive no deal is',
  },
  {
    file: 'storage/backup/backup.ts',
    change: 'noted[shard] ?? 0 → noted[shard]',
    why: 'there is one for each log',
  },
  {
    file: 'storage/backup/backup.ts',
    change: 'cursors[shard] ?? 0 → cursors[shard]',
    why: 'there is one for each log',
  },
  {
    file: 'storage/backup/backup.ts',
    change: 'if (existsSync(dataDir)) rmdirSync(dataDir); → nothing',
    why: 'a directory takes the place of an empty one',
  },
  {
    file: 'storage/backup/dated-backups.ts',
    change: 'await log.close() → log.close()',
    why: 'the file is closed when it is asked to be',
  },
  {
    file: 'storage/backup/dated-backups.ts',
    change: 'if (statSync(file).size > MANIFEST_BYTES_MAX) return undefined; → nothing',
    why: 'what is no manifest is none, however long',
  },
  {
    file: 'storage/backup/dated-backups.ts',
    change: 'statSync(file).size > MANIFEST_BYTES_MAX → statSync(file).size >= MANIFEST_BYTES_MAX',
    why: 'the bound is far beyond any manifest',
  },
  {
    file: 'storage/backup/dated-backups.ts',
    change: "typeof found === 'object' && found !== null → typeof found === 'object'",
    why: 'nothing has no fields either',
  },
  {
    file: 'storage/backup/dated-backups.ts',
    change: "typeof found === 'object' && found !== null → found !== null",
    why: 'what is no object has no such fields',
  },
  {
    file: 'storage/repos/positions.ts',
    change: 'after?.[0] ?? 0 → after?.[0]',
    why: 'the first block begins behind login 0, which nobody has',
  },
  {
    file: 'storage/repos/news.ts',
    change: "selectText.get(id) ?? '' → selectText.get(id)",
    why: 'news have a text as long as they are there',
  },
  {
    file: 'storage/repos/gateway-transactions.ts',
    change: 'gatewayAfter.get(id) ?? null → gatewayAfter.get(id)',
    why: 'the smallest of no rows is null already',
  },
  {
    file: 'storage/log/lmdb-log.ts',
    change: 'await super.close() → super.close()',
    why: 'an environment without asynchronous writes is closed when `close` returns',
  },
  {
    file: 'storage/log/commit.worker.ts',
    change: 'await db.close() → db.close()',
    why: 'an environment without asynchronous writes is closed when `close` returns',
  },
  {
    file: 'storage/migrations/account-windows.ts',
    change: 'true → false',
    why: 'no index and no generated column calls it',
  },
  {
    file: 'storage/files/incoming-file.ts',
    change: 'this.#isSettled = true; → nothing',
    why: 'a file that is closed is closed again, and that it fails is nothing',
  },
  {
    file: 'storage/files/incoming-file.ts',
    change:
      'if (!this.#isSettled) await this.#file.close().catch(() => undefined); → await this.#file.close().catch(() => undefined);',
    why: 'a file that is closed is closed again, and that it fails is nothing',
  },
  {
    file: 'storage/sqlite/in-use.ts',
    change: "db.exec('ROLLBACK'); → nothing",
    why: 'to close the database ends its transaction',
  },
  {
    file: 'storage/repos/news.ts',
    change: 'if (last !== undefined) removeUpTo.run(last); → removeUpTo.run(last);',
    why: 'up to nothing nothing is removed',
  },
]
