/**
 * Mistakes that change nothing which anybody would see, by what they change and not by their line: they are
 * not planted. Each has its reason.
 */
interface Harmless {
  readonly file: string
  /** The change as the table of a run shows it. */
  readonly change: string
  readonly why: string
}

const HARMLESS: readonly Harmless[] = [
  {
    file: 'engine/margin-watch/terms.ts',
    change: 'this.#conversions.set(key, conversion); → nothing',
    why: 'the conversion is made anew for each symbol, which is slower',
  },
  {
    file: 'engine/account/rules/waiting.ts',
    change: "!('deviationPts' in request) || request.price === '' → !('deviationPts' in request)",
    why: 'an empty price is no price further down either',
  },
  {
    file: 'actors/desk/account-imports.ts',
    change: "if (!created.ok) return rowOf('error', created.message); → nothing",
    why: 'the reasons to refuse an account were looked at just before, in the same change',
  },
  {
    file: 'actors/shard/group-exposures.ts',
    change: 'if (symbol === undefined) return NO_CURRENCIES; → nothing',
    why: 'a symbol that was traded is not deleted',
  },
  {
    file: 'actors/shard/risk-volume.ts',
    change: "price ?? '' → price",
    why: 'without a price a pending order was refused above',
  },
  {
    file: 'actors/shared/price-board.ts',
    change: 'look < LOOKS_MAX → look <= LOOKS_MAX',
    why: 'one look more of ten thousand at a slot that nobody finishes',
  },
  {
    file: 'actors/shared/symbol-claims.ts',
    change: 'before[i] ?? 0 → before[i]',
    why: 'each fenced symbol has the fence that it had before',
  },
  {
    file: 'engine/account/money/fast-margin.ts',
    change: 'at + SELL + VOLUME → at + SELL - VOLUME',
    why: 'the volume is the first of its leg: its place there is 0',
  },
  {
    file: 'http/server/packed-answers.ts',
    change:
      "typeof body === 'string' ? Buffer.from(body) : body → (typeof body === 'string') ? body : Buffer.from(body)",
    why: 'zlib reads a text as UTF-8 itself, and a copy of bytes packs to the same',
  },
  {
    file: 'http/sessions/live-session.ts',
    change: 'if (address === this.#allowedAddress) return true; → nothing',
    why: 'the address is compared anew each time, which is slower',
  },
  {
    file: 'http/socket/fan-out.ts',
    change: 'unsent > connection.backlogMax → unsent >= connection.backlogMax',
    why: 'a byte more or less of what is unsent, of which the kernel takes as it likes',
  },
  {
    file: 'engine/margin-watch/price-edges.ts',
    change:
      'this.#owners.byteLength + this.#queueOf.byteLength + this.#next.byteL… → this.#owners.byteLength + this.#queueOf.byteLength - this.#next.byteL…',
    why: 'a figure of a bench alone',
  },
  {
    file: 'engine/names/mask.ts',
    change: 'at < mask.length → at <= mask.length',
    why: 'behind the end of a text there is no star',
  },
  {
    file: 'actors/links/gateways/gateway-actor.ts',
    change: 'own !== undefined && isOwn() → isOwn()',
    why: 'a session that is not there is nobody’s own',
  },
  {
    file: 'actors/links/gateways/gateway-actor.ts',
    change: 'if (this.#isOnline === isOnline && this.#lastError === lastError && t… → nothing',
    why: 'what is told twice is said once: the front hears of differences alone',
  },
  {
    file: 'actors/links/gateways/gateway-tally.ts',
    change: 'sorted.length - 1 → sorted.length + 1',
    why: 'shares are below 1',
  },
  {
    file: 'actors/shard/first-outcomes.ts',
    change: 'order?.symbolId ?? 0 → order?.symbolId',
    why: 'where there is no order its symbol is not looked at',
  },
  {
    file: 'actors/shard/triggers.ts',
    change:
      "order === undefined || order.state === 'started' || order.kind === 'm… → order === undefined || order.state === 'started'",
    why: 'a market order is held only while somebody is asked about it, and is `started` then',
  },
  {
    file: 'engine/margin-watch/margin-watch.ts',
    change: 'this.#head * 2 → this.#head / 2',
    why: 'the served part of the queue is dropped later or sooner',
  },
  {
    file: 'engine/margin-watch/book-change.ts',
    change:
      'if (before.symbolsById !== after.symbolsById) { for (const id of else… → { for (const id of elsewhere(before.records.symbols, after.records.sy…',
    why: 'maps that are the same have no differences, which takes longer to see',
  },
  {
    file: 'engine/numbers/keyed-rows.ts',
    change: 'SPARE * last → SPARE / last',
    why: 'memory is given back later or sooner',
  },
  {
    file: 'http/routes/trades/bulk-close.ts',
    change: 'outcomeOnce === undefined || !results.every(isSettled) → !results.every(isSettled)',
    why: 'without a key the desk keeps nothing, and answers what it was asked',
  },
  {
    file: 'http/socket/market-frames.ts',
    change: 'if (questions.length > 0) await everybodysTurn(); → await everybodysTurn();',
    why: 'one turn more before it waits for the next question',
  },
  {
    file: 'http/socket/quotes.ts',
    change: 'connection.unsent > SOCKET_BEHIND_BYTES → connection.unsent >= SOCKET_BEHIND_BYTES',
    why: 'a byte more or less of what is unsent, of which the kernel takes as it likes',
  },
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
    file: 'actors/shard/providers/provider-reports.ts',
    change: 'sent === undefined || account === undefined → sent === undefined',
    why: 'of an order with a name the account is looked for, or refused',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change: 'sent === undefined || account === undefined → account === undefined',
    why: 'without a name there is no account either',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change:
      "parked !== undefined && state?.is === 'rests_there' && order !== unde… → parked !== undefined && state?.is === 'rests_there'",
    why: 'what is followed at its provider is in its account',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change: "parked !== undefined && state?.is === 'rests_there' → state?.is === 'rests_there'",
    why: 'a state is that of a request',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change:
      'parked !== undefined && isOfIt && order !== undefined && isStarted(or… → parked !== undefined && isOfIt && order !== undefined',
    why: 'an order that is at a provider is started',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change:
      'parked !== undefined && isOfIt && order !== undefined → parked !== undefined && isOfIt',
    why: 'an order that is at a provider is in its account',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change: 'parked !== undefined && isOfIt → isOfIt',
    why: 'it is of a state, and a state is that of a request',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change: 'account.orders.get(id) ?? order → account.orders.get(id)',
    why: 'what is heard of an order does not take it from its account',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change: 'whole !== undefined && missing >= row.volumeCurrent → missing >= row.volumeCurrent',
    why: 'what is heard of an order leaves it among those that rest',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change: 'if (state.isSummed || total === state.filled || total === 0) return; → nothing',
    why: 'the log says the same sums again, which is slower',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change: "row?.type === 'order' && row.doneAt !== 0 → row.doneAt !== 0",
    why: 'the first event of a fill is its order',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change: 'pair !== undefined && pair.account === account → pair !== undefined',
    why: 'an order and its pair are of one account',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change: "event.type === 'order' && event.id === order.id → event.type === 'order'",
    why: 'the first event of a fill is its order',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change: "event.type === 'order' && event.id === order.id → event.id === order.id",
    why: 'the first event of a fill is its order',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change: 'undoes && undoes.volume > 0 → undoes',
    why: 'a price that nothing was traded at counts for nothing',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change: 'undoes.volume > 0 → undoes.volume >= 0',
    why: 'a price that nothing was traded at counts for nothing',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change: "execution?.id ?? '' → execution?.id",
    why: 'a part of a key, which is the same each time',
  },
  {
    file: 'actors/links/simulator/simulated-orders.ts',
    change: 'oldest?.names ?? [] → oldest?.names',
    why: 'of more than none there is an oldest',
  },
  {
    file: 'actors/links/simulator/simulated-orders.ts',
    change: "oldest?.owner ?? '' → oldest?.owner",
    why: 'of more than none there is an oldest',
  },
  {
    file: 'actors/links/simulator/simulated-orders.ts',
    change: 'price !== undefined && price > 0 → price > 0',
    why: 'nothing is not above 0',
  },
  {
    file: 'http/routes/routing/routing-question.ts',
    change: 'volumeOf(position.volume) ?? 0 → volumeOf(position.volume)',
    why: 'the shard writes volumes that can be read',
  },
  {
    file: 'http/routes/routing/routing-question.ts',
    change: 'volumeOf(other.volume) ?? 0 → volumeOf(other.volume)',
    why: 'the shard writes volumes that can be read',
  },
  {
    file: 'http/routes/routing/routing-question.ts',
    change: 'volumeOf(left) ?? 0 → volumeOf(left)',
    why: 'the shard writes volumes that can be read',
  },
  {
    file: 'storage/backup/dated-backups.ts',
    change: "metaRepo(db).get('server_id') ?? '' → metaRepo(db).get('server_id')",
    why: 'a directory has its server’s id from its seed on',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change: 'if (by === undefined) return false; → nothing',
    why: 'what is heard of an order leaves it among those that rest',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change: 'if (diff === 0) return report; → nothing',
    why: 'a difference of nothing leaves each price as it is, which takes longer',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change:
      'state.isSummed || total === state.filled || total === 0 → state.isSummed || total === state.filled',
    why: 'the log says the same sums again, which is slower',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change: 'state.isSummed || total === state.filled || total === 0 → total === 0',
    why: 'the log says the same sums again, which is slower',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change: 'state.isSummed || total === state.filled → state.isSummed',
    why: 'the log says the same sums again, which is slower',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change: 'state.isSummed || total === state.filled → total === state.filled',
    why: 'the log says the same sums again, which is slower',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change: 'state.isSummed = true; → nothing',
    why: 'the log says the same sums again, which is slower',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change: 'if (average === 0) return 0; → nothing',
    why: 'an average of nothing makes no price above nothing',
  },
  {
    file: 'actors/shard/providers/provider-reports.ts',
    change: '!isBookable || part < fill.volume → !isBookable',
    why: 'an order that is traded beyond its volume is done',
  },
  {
    file: 'actors/links/pricing/pricer.ts',
    change: 'if (until === symbol.until) return; → nothing',
    why: 'the board is told the moment that it has already, which is slower',
  },
  {
    file: 'http/settings.ts',
    change: 'certFile !== undefined && keyFile !== undefined → keyFile !== undefined',
    why: 'one of the two files without the other was refused before',
  },
  {
    file: 'storage/projection/projection-batch.ts',
    change: 'if (this.#newlyTraded.has(symbolId)) return; → nothing',
    why: 'the table takes a symbol that it has as it is, which is slower',
  },
  {
    file: 'actors/desk/remembered-answers.ts',
    change: 'removed > 0 → removed >= 0',
    why: 'the sums of a caller are taken from the tables again, which is slower',
  },
  {
    file: 'actors/shard/symbol-sums.ts',
    change: 'place + SELL + VOLUME → place + SELL - VOLUME',
    why: 'the volume is the first of its leg: its place there is 0',
  },
  {
    file: 'actors/desk/provider-records.ts',
    change: 'if (lasts.size > 0) this.#boundTransactions(); → this.#boundTransactions();',
    why: 'without a new transaction nothing is beyond the bound: it is looked at in vain, which is slower',
  },
  {
    file: 'actors/shard/triggers.ts',
    change:
      'if (group !== undefined && changed.has(group)) this.load(account, fal… → this.load(account, false);',
    why: 'levels that are set to what they were keep their turn: it is slower',
  },
  {
    file: 'actors/shard/live/sockets.ts',
    change:
      "if (w === undefined) { w = this.#templates.at(codec, template); write… → { w = this.#templates.at(codec, template); write(w); if (codec === 'j…",
    why: 'the same frame is written again for each socket, which is slower',
  },
  {
    file: 'actors/shard/day-ends.ts',
    change: 'next === undefined || next.done === true → next.done === true',
    why: 'it is called only while there are some to be tried again',
  },
  {
    file: 'storage/verify/prices.ts',
    change: 'ticks.oldestMinute() ?? EVER → ticks.oldestMinute()',
    why: 'without any ticks no minute has some to be compared with',
  },
  {
    file: 'engine/costs/swap.ts',
    change: 'swap < 0n → swap <= 0n',
    why: 'a swap of nothing has no sign before it is asked, and is the same with the other',
  },
  {
    file: 'engine/book/conversion.ts',
    change:
      'if (paths === undefined) { paths = new Paths(book); pathsByBook.set(b… → { paths = new Paths(book); pathsByBook.set(book, paths); }',
    why: 'the ways are looked for anew each time, which is slower',
  },
  {
    file: 'actors/jobs/account-export.ts',
    change: 'found.at(-1)?.[0] ?? after → found.at(-1)?.[0]',
    why: 'where no account is found the job is over, and nobody goes on at its place',
  },
  {
    file: 'actors/desk/remembered-answers.ts',
    change: 'this.#kept.set(login, kept); → nothing',
    why: 'the sums of a caller are taken from the tables each time, which is slower',
  },
  {
    file: 'actors/desk/settings/config-secrets.ts',
    change: 'names.length - opened → names.length + opened',
    why: 'how many do not open counts only where none opens at all',
  },
  {
    file: 'engine/account/holdings/exposures.ts',
    change: 'at + (side === 1 ? BUY : SELL) + VOLUME → at + (side === 1 ? BUY : SELL) - VOLUME',
    why: 'the volume is the first of its leg: its place there is 0',
  },
  {
    file: 'actors/shard/live/valuations.ts',
    change: 'price ?? NONE → price',
    why: 'a figure that is not there is told as null, too',
  },
  {
    file: 'actors/shard/live/valuations.ts',
    change: 'profit ?? NONE → profit',
    why: 'a figure that is not there is told as null, too',
  },
  {
    file: 'actors/shard/live/valuations.ts',
    change: 'margin ?? NONE → margin',
    why: 'a figure that is not there is told as null, too',
  },
  {
    file: 'actors/shard/margin-calls.ts',
    change: 'this.#rested = this.#rested.filter((one) => one.account !== account); → nothing',
    why: 'the next run finds that the account is set aside, and leaves it',
  },
  {
    file: 'http/routes/connections/import-symbols.ts',
    change: "did === 'created' && id !== null → did === 'created'",
    why: 'what was created has its number',
  },
  {
    file: 'actors/shard/day-ends.ts',
    change:
      'if (known === undefined) { known = endedDay(this.#clock, day); this.#… → { known = endedDay(this.#clock, day); this.#days.set(day, known); }',
    why: 'the bounds of a day are found again, which is slower',
  },
  {
    file: 'actors/shard/margin-calls.ts',
    change: 'begun.length > 0 → begun.length >= 0',
    why: 'an empty list takes the place of an empty one',
  },
  {
    file: 'engine/costs/volume-amount.ts',
    change: 'if (certain !== undefined) return certain; → nothing',
    why: 'the exact way that follows comes to the same, and is slower',
  },
  {
    file: 'http/routes/accounts/daily.ts',
    change: 'group?.currencyDigits ?? 2 → group?.currencyDigits',
    why: 'the group of an account is in the settings: one that has accounts cannot be deleted',
  },
  {
    file: 'actors/desk/settings/config-changes.ts',
    change: 'if (outside !== undefined) return outside; → nothing',
    why: 'each kind that has an order is of the server as a whole: no record of it is out of reach',
  },
  {
    file: 'http/socket/staff/account-watch.ts',
    change: 'groupScope !== this.#scope → groupScope === this.#scope',
    why: 'a session that changes has a new set of rights, which is seen; else groups are only looked up again',
  },
  {
    file: 'actors/shard/live/told-events.ts',
    change: 'event.closedAt === 0 → event.closedAt !== 0',
    why: 'open and closed positions change places among the templates, and each keeps its own',
  },
  {
    file: 'http/server/client-address.ts',
    change: 'this.#known.set(socketAddress, canonical); → nothing',
    why: 'the canonical text is made anew each time, which is slower',
  },
  {
    file: 'http/socket/staff/exposure-watchers.ts',
    change: "watch.told === text || state.kind !== 'live' → watch.told === text",
    why: 'a socket leaves what it watches before its state is another than live',
  },
  {
    file: 'storage/projection/projector.ts',
    change: 'rows < FLUSH_LEARN_ROWS → rows <= FLUSH_LEARN_ROWS',
    why: 'what a row costs is learnt from one batch less, that of fifty rows: only how long batches are goes by it',
  },
  {
    file: 'actors/shard/shard.worker.ts',
    change: 'isShutDown = true; → nothing',
    why: 'a message that comes while the log closes has it closed once more, which does nothing, and tells a closed port',
  },
  {
    file: 'actors/shard/triggers.ts',
    change:
      "order === undefined || order.state === 'started' || order.kind === 'm… → order.kind === 'market'",
    why: 'the record that ends an order, or starts it, takes its level away before another hit is told',
  },
  {
    file: 'storage/sqlite/window/group-rows.ts',
    change: 'rows.length > 0 || skipped === 0 → skipped === 0',
    why: 'rows are skipped only where one is read, and where that one is found nothing further is read',
  },
  {
    file: 'http/socket/fan-out.ts',
    change: 'this.#awaited.size > 0 → this.#awaited.size >= 0',
    why: 'a reader that awaits nothing is left alone; one that missed values and has read on is asked for some ms before the scan',
  },
  {
    file: 'engine/margin-watch/margin-watch.ts',
    change: 'this.#views.size > 0 → this.#views.size >= 0',
    why: 'without views the loop over them has nothing to do: the look at their number saves making an iterator',
  },
  {
    file: 'engine/pricing/points.ts',
    change: 'if (from === to) return points; → nothing',
    why: 'points of as many digits are divided by one, with no rest: the same points, slower',
  },
  {
    file: 'actors/thread/random.ts',
    change: 'letters.length - 1 → letters.length + 1',
    why: 'two empty places are shuffled with the letters and join to nothing: every order stays as likely',
  },
  {
    file: 'http/socket/staff/market-ops.ts',
    change: 'before !== undefined && before !== path → before !== path',
    why: 'a symbol that had no group is not heard of yet: what is heard is looked through and none has moved',
  },
  {
    file: 'engine/account/money/fast-margin.ts',
    change: 'added === 0 || order === undefined → added === 0',
    why: 'without an order nothing is added: the second half is there for the type alone',
  },
  {
    file: 'engine/pricing/quoted-symbol.ts',
    change: 'isOpen && acceptedAt > 0 && this.#maxJump > 0 → isOpen && acceptedAt > 0',
    why: 'a filter without a limit compares nothing, and what it takes right after is what is compared later',
  },
  {
    file: 'engine/margin-watch/safe-prices.ts',
    change: 'reach / 2 → reach * 2',
    why: 'a reach is taken when it is proven and else it is 0: the account is looked at more often, which is slower',
  },
  {
    file: 'engine/book/conversion.ts',
    change: 'known !== undefined || row.has(to) → row.has(to)',
    why: 'a way that is known is in the row: it is looked up twice, which is slower',
  },
  {
    file: 'actors/shard/trade-answer.ts',
    change: "first.type === 'order' && first.gatewayId !== 0 → first.gatewayId !== 0",
    why: 'what has a deal begins with its order, and a first row of another kind has no attempt and no deal with it',
  },
  {
    file: 'storage/repos/gateway-transactions.ts',
    change: 'gatewayAfter.get(0) ?? null → gatewayAfter.get(0)',
    why: 'a minimum over no rows is a row with null: the statement always answers one',
  },
  {
    file: 'actors/shard/group-exposures.ts',
    change: '!this.#isLoaded || account.groupPath === before → !this.#isLoaded',
    why: 'what an account holds is taken out of its group and put back into the same one, which is slower',
  },
  {
    file: 'engine/margin-watch/safe-prices.ts',
    change: 'drift.drift.perPart * level → drift.drift.perPart / level',
    why: 'it only shares out the reach and guesses it: each reach is proved before it is used, so looks come more often',
  },
  {
    file: 'actors/desk/settings/config-batch.ts',
    change: 'if (!isRefusal(planned)) return planned; → nothing',
    why: 'what can be made has a name that no record has, so none is found that is the same',
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
    file: 'http/socket/quotes.ts',
    change: 'this.#topics.get(symbolId) ?? [] → this.#topics.get(symbolId)',
    why: 'a topic that closes is in the list of its symbol',
  },
  {
    file: 'http/pipeline/pipeline.ts',
    change:
      'await this.#handle(admitted, place, await this.#largeBodies.read(rout… → this.#handle(admitted, place, await this.#largeBodies.read(route, bod…',
    why: 'what fails in a later turn is answered by the wait itself, which never rejects',
  },
  {
    file: 'http/sessions/live-session.ts',
    change: 'false → true',
    why: 'the facts are taken in before anybody reads them; that a new session is open is told by a test',
  },
  {
    file: 'http/pipeline/uploads.ts',
    change: 'bodyBytes ?? 0 → bodyBytes',
    why: 'null less a number is below zero as well, of which zero is made',
  },
  {
    file: 'http/socket/trader-sockets.ts',
    change: 'session.readOnly ? 1 : 0 → (session.readOnly) ? 0 : 1',
    why: 'each login has two keys of its own, whichever is whose',
  },
  {
    file: 'http/sessions/session-store.ts',
    change: 'if (!isAccessToken(token)) return undefined; → nothing',
    why: 'what is no token has the digest of none: it is only hashed in vain',
  },
  {
    file: 'http/pipeline/time-range.ts',
    change: 'from !== undefined && to !== undefined → to !== undefined',
    why: 'no time is before one that is left out',
  },
  {
    file: 'http/pipeline/time-range.ts',
    change: 'from !== undefined && to !== undefined → from !== undefined',
    why: 'one that is left out is before no time',
  },
  {
    file: 'http/socket/fan-out.ts',
    change: 'this.#current = null; → nothing',
    why: 'the next batch sets it before it is read: one socket more stays in memory until then',
  },
  {
    file: 'http/socket/fan-out.ts',
    change: 'connection.firstEntry = NO_ENTRY; → nothing',
    why: 'the first entry of a batch sets it, as the last entry says that there was none',
  },
  {
    file: 'actors/shard/trade.ts',
    change: 'parking.requests.size > 0 → parking.requests.size >= 0',
    why: 'among none that wait none is found: it only saves the look',
  },
  {
    file: 'actors/shard/live/sockets.ts',
    change:
      'if (w === undefined) { w = this.#templates.at(codec, template); write… → { w = this.#templates.at(codec, template); writeEvent(w, core.book, h…',
    why: 'the same bytes are written anew for each socket, which is slower',
  },
  {
    file: 'actors/shard/shard.worker.ts',
    change: 'hasMore || turns.isOverlapped → hasMore',
    why: 'the turn before is waited for at the end of the turn instead, and nothing is decided meanwhile: slower',
  },
  {
    file: 'actors/shard/shard.worker.ts',
    change: 'EVERY_MS / accounts → EVERY_MS * accounts',
    why: 'steps are longer, and each does what the time that has passed asks for: everybody has their turn once a second either way',
  },
  {
    file: 'actors/shard/trade-check.ts',
    change: 'margin === undefined || held === undefined → held === undefined',
    why: 'what opens is refused without its margin, and what closes needs no rate that it did not need before',
  },
  {
    file: 'actors/shard/trade-check.ts',
    change:
      'event.commission + event.commissionDue + event.fee → event.commission + event.commissionDue - event.fee',
    why: 'no deal of a trade has a fee beside its commission',
  },
  {
    file: 'actors/queries/account-list-query.ts',
    change: 'group?.digits ?? 2 → group?.digits',
    why: 'only accounts of the groups that are asked for are listed: each has its group',
  },
  {
    file: 'actors/files/uploads.ts',
    change: 'dropped.ok && dropped.value → dropped.value',
    why: 'a refusal has no value, so it counts as one that says no',
  },
  {
    file: 'actors/jobs/account-import.ts',
    change: 'at > 0 && typed > IMPORT_SLICE_PASSWORDS → typed > IMPORT_SLICE_PASSWORDS',
    why: 'one record has three passwords at the most, which a slice always holds',
  },
  {
    file: 'http/docs/api-schema.ts',
    change: 'schema.minLength ?? 0 → schema.minLength',
    why: 'a text that is padded to no length stays as it is',
  },
  {
    file: 'http/docs/openapi.ts',
    change: 'shape.properties ?? {} → shape.properties',
    why: 'params and queries are objects, and have their properties',
  },
  {
    file: 'http/settings.ts',
    change: 'certFile !== undefined && keyFile !== undefined → certFile !== undefined',
    why: 'one of both without the other was refused before',
  },
  {
    file: 'http/settings.ts',
    change: 'schedule === undefined || backups === undefined → schedule === undefined',
    why: 'a schedule without its directory was refused before',
  },
  {
    file: 'http/routes/symbols/market-reader.ts',
    change: 'this.#lists.size >= LISTS_MAX && oldest !== undefined → this.#lists.size >= LISTS_MAX',
    why: 'as many lists as there may be have a first one',
  },
  {
    file: 'http/routes/settings/config-batch.ts',
    change: 'context.session?.login ?? 0 → context.session?.login',
    why: 'who sends settings has signed in',
  },
  {
    file: 'http/routes/online/online-window.ts',
    change: "opened === undefined || !('key' in opened) → opened === undefined",
    why: 'a cursor that proves to be of this window was made with a key',
  },
  {
    file: 'engine/account/money/margin.ts',
    change:
      'if (group.tiers !== undefined || pending.size > 0) { const parts = al… → { const parts = allCharges(account, book, group, leverage, order); re…',
    why: 'without tiers and orders the charges of all symbols come to the same, which is slower',
  },
  {
    file: 'engine/account/money/margin.ts',
    change: 'pending.size > 0 → pending.size >= 0',
    why: 'without tiers and orders the charges of all symbols come to the same, which is slower',
  },
  {
    file: 'engine/account/money/profit.ts',
    change: 'Math.abs(net) > size * PRODUCT_ERROR → Math.abs(net) >= size * PRODUCT_ERROR',
    why: 'a net is off by less than an eighth of that: at it the sign is as certain as beyond',
  },
  {
    file: 'engine/account/money/what-if.ts',
    change: 'loses(min + middle * step) ?? 0 → loses(min + middle * step)',
    why: 'the least volume has a rate, so all have one: nothing is null there but for the type',
  },
  {
    file: 'engine/account/money/margin-parts.ts',
    change: 'if (pending.length === 0) return charges; → nothing',
    why: 'no orders add no charges: the list is copied, which is slower',
  },
  {
    file: 'engine/account/money/margin-parts.ts',
    change: 'net > 0 → net >= 0',
    why: 'nothing is taken off where the net is 0, and a leg of 0 has left before',
  },
  {
    file: 'engine/access/attempt-rates.ts',
    change: 'tries.length >= this.#limit → tries.length > this.#limit',
    why: 'the wait goes by the tries from the end: one more is kept than is looked at',
  },
  {
    file: 'engine/access/bounded-table.ts',
    change: 'if (group === null) return; → nothing',
    why: 'no group is counted under null, so nothing is found or taken out there',
  },
  {
    file: 'engine/access/bounded-table.ts',
    change:
      'group !== null && (this.#groups.get(group) ?? 0) >= groupMax → (this.#groups.get(group) ?? 0) >= groupMax',
    why: 'no group is counted under null, so it is never full',
  },
  {
    file: 'engine/access/bounded-table.ts',
    change: 'if (goes !== undefined) this.delete(goes); → this.delete(goes);',
    why: 'nothing has that key, so nothing is taken out',
  },
  {
    file: 'engine/margin-watch/book-change.ts',
    change:
      'if (before.groups !== after.groups) { for (const [path, group] of aft… → { for (const [path, group] of after.groups) { if (before.groups.get(p…',
    why: 'maps that are the same have no differences, which takes longer to see',
  },
  {
    file: 'engine/margin-watch/book-change.ts',
    change:
      'i < Math.max(before.length, after.length) → i <= Math.max(before.length, after.length)',
    why: 'behind the end of both there is nothing, which is the same as nothing',
  },
  {
    file: 'engine/account/decide/close.ts',
    change: 'volume > position.volume → volume >= position.volume',
    why: 'a close of the whole volume is answered before',
  },
  {
    file: 'engine/account/audit/audit.ts',
    change:
      'computed?.symbolId ?? held?.symbolId ?? shown?.symbolId ?? 0 → computed?.symbolId ?? held?.symbolId ?? shown?.symbolId',
    why: 'the id comes from one of the three: the last is there for the type alone',
  },
  {
    file: 'engine/account/rules/waiting.ts',
    change: "if (!('quoteId' in request) || request.quoteId === '') return undefin… → nothing",
    why: 'no offer has an empty id, or none, so none is found',
  },
  {
    file: 'engine/account/rules/waiting.ts',
    change: "!('quoteId' in request) || request.quoteId === '' → !('quoteId' in request)",
    why: 'no offer has an empty id, or none, so none is found',
  },
  {
    file: 'engine/account/rules/waiting.ts',
    change: "!('quoteId' in request) || request.quoteId === '' → request.quoteId === ''",
    why: 'no offer has an empty id, or none, so none is found',
  },
  {
    file: 'engine/account/rules/route.ts',
    change:
      "quoteId !== '' && offers.find(login, quoteId, now)?.dealer !== undefi… → offers.find(login, quoteId, now)?.dealer !== undefined",
    why: 'no offer has an empty id, so none is found',
  },
  {
    file: 'engine/account/rules/provider-order.ts',
    change: "event.type === 'deal' && OPENING.has(event.entry) → OPENING.has(event.entry)",
    why: 'only deals have an entry: the first half is there for the type alone',
  },
  {
    file: 'engine/config/references.ts',
    change: 'if (unknown.length === 0) return kind.check(content, world, self); → nothing',
    why: 'without names that are not there nothing is left out or added: the list is copied',
  },
  {
    file: 'engine/config/references.ts',
    change: 'indexes.set(list, ofList); → nothing',
    why: 'the index is made anew each time, which is slower',
  },
  {
    file: 'engine/config/references.ts',
    change: 'if (known !== undefined) return known; → nothing',
    why: 'the index is made anew each time, which is slower',
  },
  {
    file: 'engine/config/references.ts',
    change: 'ofList.set(reference, index); → nothing',
    why: 'the index is made anew each time, which is slower',
  },
  {
    file: 'engine/config/references.ts',
    change: 'if (ids.at(-1) !== row.id) ids.push(row.id); → ids.push(row.id);',
    why: 'the ids are made a set before they are looked at',
  },
  {
    file: 'engine/config/world.ts',
    change: 'if (known !== undefined) return known; → nothing',
    why: 'an index that is not handed on is made anew from the same records, and one that is copied is the same',
  },
  {
    file: 'engine/config/world.ts',
    change: 'this.known.set(kind, made); → nothing',
    why: 'an index that is not handed on is made anew from the same records, and one that is copied is the same',
  },
  {
    file: 'engine/config/world.ts',
    change: 'if (of !== kind) next.known.set(of, indexes); → nothing',
    why: 'an index that is not handed on is made anew from the same records, and one that is copied is the same',
  },
  {
    file: 'engine/config/world.ts',
    change: 'next.known.set(of, indexes); → nothing',
    why: 'an index that is not handed on is made anew from the same records, and one that is copied is the same',
  },
  {
    file: 'engine/config/world.ts',
    change: 'if (drafted !== undefined) next.known.set(kind, drafted.indexes(kind)… → nothing',
    why: 'an index that is not handed on is made anew from the same records, and one that is copied is the same',
  },
  {
    file: 'engine/config/world.ts',
    change: 'next.known.set(kind, drafted.indexes(kind)); → nothing',
    why: 'an index that is not handed on is made anew from the same records, and one that is copied is the same',
  },
  {
    file: 'engine/config/world.ts',
    change: 'if (change.changed.length * PART > known.byId.size) return next; → nothing',
    why: 'an index that is not handed on is made anew from the same records, and one that is copied is the same',
  },
  {
    file: 'engine/config/world.ts',
    change: 'if (change.changed.length * PART > known.byId.size) return next; → return next;',
    why: 'an index that is not handed on is made anew from the same records, and one that is copied is the same',
  },
  {
    file: 'engine/config/world.ts',
    change:
      'change.changed.length * PART > known.byId.size → change.changed.length * PART >= known.byId.size',
    why: 'an index that is not handed on is made anew from the same records, and one that is copied is the same',
  },
  {
    file: 'engine/config/world.ts',
    change: 'change.changed.length * PART → change.changed.length / PART',
    why: 'an index that is not handed on is made anew from the same records, and one that is copied is the same',
  },
  {
    file: 'engine/config/world.ts',
    change: 'next.known.set(kind, this.changedIndexes(kind, known, change)); → nothing',
    why: 'an index that is not handed on is made anew from the same records, and one that is copied is the same',
  },
  {
    file: 'engine/config/exported.ts',
    change: 'value !== undefined && !left.has(field) → !left.has(field)',
    why: 'no kind describes a field without a value: the first half is belt and braces',
  },
  {
    file: 'engine/config/symbol-terms.ts',
    change: 'max !== undefined && max < min → max < min',
    why: 'undefined is neither less nor more than a number: the first half is there for the type alone',
  },
  {
    file: 'engine/config/symbol-terms.ts',
    change: 'limit !== undefined && limit < min → limit < min',
    why: 'undefined is neither less nor more than a number: the first half is there for the type alone',
  },
  {
    file: 'engine/config/symbol-terms.ts',
    change: 'value !== undefined && value > 0n → value > 0n',
    why: 'undefined is neither less nor more than a number: the first half is there for the type alone',
  },
  {
    file: 'engine/config/leverage-profile.ts',
    change: 'rate !== undefined && rate >= 0 → rate >= 0',
    why: 'undefined is neither less nor more than a number: the first half is there for the type alone',
  },
  {
    file: 'engine/config/server-settings.ts',
    change: 'amount !== undefined && amount >= 0 → amount >= 0',
    why: 'undefined is neither less nor more than a number: the first half is there for the type alone',
  },
  {
    file: 'engine/config/symbol-terms.ts',
    change: 'bigScaledFromText(max, digits) ?? 0n → bigScaledFromText(max, digits)',
    why: 'the bounds are texts of this file, all of them numbers',
  },
  {
    file: 'engine/code.ts',
    change:
      'only === undefined || Number(!!ids) + Number(!!offer) + Number(!!numb… → only === undefined',
    why: 'one alone is copied, field by field',
  },
  {
    file: 'engine/code.ts',
    change:
      "typeof value !== 'object' || value === null || Array.isArray(value) → typeof value !== 'object' || value === null",
    why: 'a list has no ok that is false: it is looked for, which is slower',
  },
  {
    file: 'engine/numbers/exact-sums.ts',
    change:
      'if (one >= BASE || other >= BASE) { addBig(sums, at, BigInt(a) * BigI… → { addBig(sums, at, BigInt(a) * BigInt(b) * BigInt(direction)); return…',
    why: 'big integers come to the same parts, which is slower',
  },
  {
    file: 'engine/numbers/exact-sums.ts',
    change: 'BigInt(a) * BigInt(b) * BigInt(direction) → BigInt(a) * BigInt(b) / BigInt(direction)',
    why: 'the direction is 1 or -1',
  },
  {
    file: 'engine/numbers/exact-sums.ts',
    change: 'BigInt(volume) * rate * BigInt(direction) → BigInt(volume) * rate / BigInt(direction)',
    why: 'the direction is 1 or -1',
  },
  {
    file: 'engine/numbers/exact-sums.ts',
    change: 'a < 0 → a <= 0',
    why: 'a product of nothing is safe and does not come there, or has no sign',
  },
  {
    file: 'engine/numbers/exact-sums.ts',
    change: 'b < 0 → b <= 0',
    why: 'a product of nothing is safe and does not come there, or has no sign',
  },
  {
    file: 'engine/numbers/exact-sums.ts',
    change: 'amount < 0n → amount <= 0n',
    why: 'a product of nothing is safe and does not come there, or has no sign',
  },
  {
    file: 'engine/numbers/exact-sums.ts',
    change: 'rest >= BASE → rest > BASE',
    why: 'a whole part is carried with the sum right after',
  },
  {
    file: 'engine/numbers/exact-sums.ts',
    change: 'rest <= -BASE → rest < -BASE',
    why: 'a whole part is carried with the sum right after',
  },
  {
    file: 'engine/numbers/exact-sums.ts',
    change: 'if (carry !== 0) addMiddle(sums, at, carry); → addMiddle(sums, at, carry);',
    why: 'nothing is added',
  },
  {
    file: 'engine/numbers/exact-sums.ts',
    change:
      'if (middle !== 0) addMiddle(sums, at, direction * middle); → addMiddle(sums, at, direction * middle);',
    why: 'nothing is added',
  },
  {
    file: 'engine/numbers/exact-sums.ts',
    change:
      'if (high !== 0) sums[at + 2] = sums[at + 2] + direction * high; → sums[at + 2] = sums[at + 2] + direction * high;',
    why: 'nothing is added',
  },
  {
    file: 'engine/numbers/exact-sums.ts',
    change:
      'if (carry !== 0) sums[at + 2] = sums[at + 2] + carry; → sums[at + 2] = sums[at + 2] + carry;',
    why: 'nothing is added',
  },
  {
    file: 'engine/numbers/keyed-rows.ts',
    change: 'if (this.#places !== undefined) return this.#places.get(key) ?? -1; → nothing',
    why: 'rows are looked through, or found by their places: the same rows, sooner or later',
  },
  {
    file: 'engine/numbers/keyed-rows.ts',
    change: 'if (this.count > FEW) this.#places ??= this.#listed(); → nothing',
    why: 'rows are looked through, or found by their places: the same rows, sooner or later',
  },
  {
    file: 'engine/numbers/keyed-rows.ts',
    change: 'this.count > FEW → this.count >= FEW',
    why: 'rows are looked through, or found by their places: the same rows, sooner or later',
  },
  {
    file: 'engine/numbers/keyed-rows.ts',
    change: 'this.#places ??= this.#listed(); → nothing',
    why: 'rows are looked through, or found by their places: the same rows, sooner or later',
  },
  {
    file: 'engine/numbers/keyed-rows.ts',
    change: 'if (this.count <= FEW) this.#places = undefined; → nothing',
    why: 'rows are looked through, or found by their places: the same rows, sooner or later',
  },
  {
    file: 'engine/numbers/keyed-rows.ts',
    change: 'if (this.count <= FEW) this.#places = undefined; → this.#places = undefined;',
    why: 'rows are looked through, or found by their places: the same rows, sooner or later',
  },
  {
    file: 'engine/numbers/keyed-rows.ts',
    change: 'this.count <= FEW → this.count < FEW',
    why: 'rows are looked through, or found by their places: the same rows, sooner or later',
  },
  {
    file: 'engine/numbers/keyed-rows.ts',
    change: 'this.#places = undefined; → nothing',
    why: 'rows are looked through, or found by their places: the same rows, sooner or later',
  },
  {
    file: 'engine/margin-watch/price-edges.ts',
    change: 'sum + (queue?.bytes ?? 0) → sum - (queue?.bytes ?? 0)',
    why: 'a figure of a bench alone',
  },
  {
    file: 'engine/margin-watch/price-edges.ts',
    change: 'queue?.bytes ?? 0 → queue?.bytes',
    why: 'a figure of a bench alone',
  },
  {
    file: 'engine/margin-watch/price-edges.ts',
    change: 'queues + own + this.#places.bytes → queues + own - this.#places.bytes',
    why: 'a figure of a bench alone',
  },
  {
    file: 'engine/margin-watch/price-edges.ts',
    change: 'queues + own → queues - own',
    why: 'a figure of a bench alone',
  },
  {
    file: 'engine/margin-watch/price-edges.ts',
    change: 'key < this.#wanted[queue] → key <= this.#wanted[queue]',
    why: 'the same key is written once more',
  },
  {
    file: 'engine/margin-watch/price-edges.ts',
    change: 'if (queue.firstKey <= key) queue.upTo(key, tellOwner); → queue.upTo(key, tellOwner);',
    why: 'the queue itself looks at its first key, too',
  },
  {
    file: 'storage/sqlite/window/compile.ts',
    change: 'values[0]?.length ?? 1 → values[0]?.length',
    why: 'no length is as little more than 1 as 1 is',
  },
  {
    file: 'actors/shard/core.ts',
    change:
      'if (wait !== undefined) this.parking.parkOwn(account, decided, decide… → this.parking.parkOwn(account, decided, decide, noteOf, wait());',
    why: 'who says nothing to wait with, an expiry and a trailing stop, decides nothing that waits',
  },
  {
    file: 'actors/shard/triggers.ts',
    change: 'if (changed.size === 0) return; → nothing',
    why: 'of no group that changed no account is loaded: the accounts are gone through for nothing',
  },
  {
    file: 'actors/projector/projector-loop.ts',
    change: 'clock.monotonic() < until → clock.monotonic() <= until',
    why: 'a step that begins at the very end of four seconds is one step more; the logs keep the rest',
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
    file: 'actors/jobs/job-runner.ts',
    change: 'this.#wake = () => undefined; → nothing',
    why: 'the rest that is over is told so again: its timer is cancelled, its promise kept',
  },
  {
    file: 'actors/desk/identity/one-time-codes.ts',
    change: 'stored.used_step > newest → stored.used_step >= newest',
    why: 'with the newest step used no code is left that may be: the library finds none either',
  },
  {
    file: 'http/pipeline/input.ts',
    change:
      'if (inPath === undefined) { inPath = pathParameters(route.path); name… → { inPath = pathParameters(route.path); names.set(route, inPath); }',
    why: 'slower only: the names in a path are read again',
  },
  {
    file: 'actors/shard/live/operations.ts',
    change: 'if (trade !== undefined) { socket.badFrames = 0; const account = this… → nothing',
    why: 'the general way answers the same, which is slower',
  },
  {
    file: 'actors/shard/providers/gateway-orders.ts',
    change: "refusal === undefined || row?.type !== 'order' → refusal === undefined",
    why: 'a refusal comes with the row of its order and no other',
  },
  {
    file: 'engine/book/book.ts',
    change:
      'if (found === undefined) { found = new Map([...symbols].map(([name, s… → { found = new Map([...symbols].map(([name, symbol]) => [name.toLowerC…',
    why: 'the list is only made anew for each look',
  },
  {
    file: 'engine/margin-watch/safe-prices.ts',
    change:
      'reach / (1 + Math.min(1 / 4, reach * this.#ends.rateRoom)) → reach * (1 + Math.min(1 / 4, reach * this.#ends.rateRoom))',
    why: 'an estimate alone: a reach that is too far is halved until the proof holds',
  },
  {
    file: 'engine/account/money/fast-margin.ts',
    change: 'least < 0 → least <= 0',
    why: 'the integers come to the same margin',
  },
  {
    file: 'engine/triggers/trigger-book.ts',
    change:
      'this.#logins.byteLength + this.#keys.byteLength → this.#logins.byteLength - this.#keys.byteLength',
    why: 'a figure of a bench alone',
  },
  {
    file: 'engine/costs/swap.ts',
    change:
      'if (terms === undefined) { terms = { long: sideSwap(symbol, mode, swa… → { terms = { long: sideSwap(symbol, mode, swap_long), short: sideSwap(…',
    why: 'the terms are only compiled anew for each swap',
  },
]

/** `at` is `file:line`. */
export function whyHarmless(at: string, change: string): string | undefined {
  const file = at.slice(0, at.lastIndexOf(':'))
  return HARMLESS.find((one) => one.file === file && one.change === change)?.why
}
