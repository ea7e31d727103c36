import type { Harmless } from './entry.js'

export const IN_HTTP: readonly Harmless[] = [
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
    file: 'http/routes/trades/bulk-close.ts',
    change: 'outcomeOnce === undefined || !results.every(isSettled) → !results.every(isSettled)',
    why: 'without a key the desk keeps nothing, and answers what it was asked',
  },
  {
    file: 'http/socket/quotes.ts',
    change: 'connection.unsent > SOCKET_BEHIND_BYTES → connection.unsent >= SOCKET_BEHIND_BYTES',
    why: 'a byte more or less of what is unsent, of which the kernel takes as it likes',
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
    file: 'http/settings.ts',
    change: 'certFile !== undefined && keyFile !== undefined → keyFile !== undefined',
    why: 'one of the two files without the other was refused before',
  },
  {
    file: 'http/routes/connections/import-symbols.ts',
    change: "did === 'created' && id !== null → did === 'created'",
    why: 'what was created has its number',
  },
  {
    file: 'http/routes/accounts/daily.ts',
    change: 'group?.currencyDigits ?? 2 → group?.currencyDigits',
    why: 'the group of an account is in the settings: one that has accounts cannot be deleted',
  },
  {
    file: 'http/socket/staff/account-watch.ts',
    change: 'groupScope !== this.#scope → groupScope === this.#scope',
    why: 'a session that changes has a new set of rights, which is seen; else groups are only looked up again',
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
    file: 'http/socket/fan-out.ts',
    change: 'this.#awaited.size > 0 → this.#awaited.size >= 0',
    why: 'a reader that awaits nothing is left alone; one that missed values and has read on is asked for some ms before the scan',
  },
  {
    file: 'http/socket/staff/market-ops.ts',
    change: 'before !== undefined && before !== path → before !== path',
    why: 'a symbol that had no group is not heard of yet: what is heard is looked through and none has moved',
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
    file: 'http/pipeline/input.ts',
    change:
      'if (inPath === undefined) { inPath = pathParameters(route.path); name… → { inPath = pathParameters(route.path); names.set(route, inPath); }',
    why: 'slower only: the names in a path are read again',
  },
  {
    file: 'http/socket/quotes.ts',
    change: 'if (!before.hasSpreads && !book.hasSpreads) return; → nothing',
    why: 'each reader is looked at, and has no difference as before',
  },
  {
    file: 'http/socket/quotes.ts',
    change: 'if (before.groups === book.groups && before.symbolsById === book.symb… → nothing',
    why: 'each reader is looked at, and has the difference of before',
  },
  {
    file: 'http/socket/quotes.ts',
    change: 'connection.symbols?.values() ?? [] → connection.symbols?.values()',
    why: 'who is behind has subscribed, which makes the map',
  },
  {
    file: 'http/socket/quotes.ts',
    change: 'connection.symbols ?? [] → connection.symbols',
    why: 'who is behind has subscribed, which makes the map',
  },
  {
    file: 'http/socket/quotes.ts',
    change: 'symbols?.size ?? 0 → symbols?.size',
    why: 'who has no map has never subscribed, and is on no list',
  },
  {
    file: 'http/socket/quotes.ts',
    change: 'if (symbols === null || ws === null) return; → nothing',
    why: 'only an open socket that has subscribed falls behind',
  },
  {
    file: 'http/socket/quotes.ts',
    change: 'symbols === null || ws === null → symbols === null',
    why: 'only an open socket that has subscribed falls behind',
  },
  {
    file: 'http/socket/quotes.ts',
    change: 'symbols === null || ws === null → ws === null',
    why: 'only an open socket that has subscribed falls behind',
  },
  {
    file: 'http/socket/quotes.ts',
    change: 'if (ws === null) return; → nothing',
    why: 'it runs within a cork of that socket',
  },
  {
    file: 'http/socket/staff/account-watchers.ts',
    change: 'watch.masks.size > 0 → watch.masks.size >= 0',
    why: 'shards are told nothing where the masks are those of before',
  },
  {
    file: 'http/socket/staff/account-watchers.ts',
    change: 'watch === undefined || !watch.masks.has(mask) → watch === undefined',
    why: 'shards are told nothing where the masks are those of before',
  },
  {
    file: 'http/socket/staff/account-watchers.ts',
    change: 'watch === undefined || watch.owed.size === 0 → watch === undefined',
    why: 'for no login no shard is asked',
  },
  {
    file: 'http/socket/staff/account-watchers.ts',
    change: "watch === undefined || state.kind !== 'live' → state.kind !== 'live'",
    why: 'who is listed by a login or with groups has a watch',
  },
  {
    file: 'http/socket/staff/account-watchers.ts',
    change: 'this.#watches.get(connection)?.frames ?? [] → this.#watches.get(connection)?.frames',
    why: 'who was touched in the batch has a watch',
  },
  {
    file: 'http/socket/fan-out.ts',
    change: 'if (!this.#awaited.has(connection) && !this.#missing.has(connection))… → nothing',
    why: 'the two sets are asked once more, by what is taken out of them',
  },
  {
    file: 'http/socket/fan-out.ts',
    change: 'word !== NO_ENTRY && ws !== null → word !== NO_ENTRY',
    why: 'a socket that is gone was passed over before',
  },
  {
    file: 'http/socket/live-sockets.ts',
    change: "state.kind === 'closing' && ws !== null → ws !== null",
    why: 'each caller has looked whether it is closing',
  },
  {
    file: 'http/socket/upkeep.ts',
    change: "state.kind === 'unsigned' && now >= state.until → now >= state.until",
    why: 'besides closing sockets only unsigned ones are watched',
  },
  {
    file: 'http/socket/paced-quotes.ts',
    change: 'if (pacedOwed.has(paced)) return; → nothing',
    why: 'a set has it once, and its time is due no earlier',
  },
  {
    file: 'http/socket/paced-quotes.ts',
    change: 'dueAt < reader.pacedDueAt → dueAt <= reader.pacedDueAt',
    why: 'the same time is set again',
  },
  {
    file: 'http/socket/paced-quotes.ts',
    change: 'heard < 0 || topic.dayPublished > heard → topic.dayPublished > heard',
    why: 'the first number of a day is 0, which is above what was never heard',
  },
  {
    file: 'http/socket/paced-quotes.ts',
    change: 'ws === null || isBehind || now < pacedDueAt → ws === null || isBehind',
    why: 'each symbol is asked whether it is due, which is slower',
  },
  {
    file: 'http/socket/staff/market-ops.ts',
    change: 'before !== undefined && before !== path → before !== undefined',
    why: 'who stays with its group is moved nowhere',
  },
  {
    file: 'http/sessions/session-store.ts',
    change:
      '!session.isAddressBound || session.allowsAddress(from.address) → session.allowsAddress(from.address)',
    why: 'an empty list allows each address, which is only slower to find',
  },
  {
    file: 'http/sessions/session-store.ts',
    change: 'one.id < other.id → one.id <= other.id',
    why: 'no two sessions have one id',
  },
  {
    file: 'http/sessions/session-store.ts',
    change: 'one.id > other.id → one.id >= other.id',
    why: 'no two sessions have one id',
  },
  {
    file: 'http/server/client-address.ts',
    change: 'this.#proxies === null || forwarded === undefined → forwarded === undefined',
    why: 'without proxies no address of the chain is looked at',
  },
  {
    file: 'http/server/client-address.ts',
    change:
      'this.#proxies !== null && this.isProxy(this.#canonical(socketAddress)) → this.isProxy(this.#canonical(socketAddress))',
    why: 'without proxies none is one',
  },
  {
    file: 'http/server/client-address.ts',
    change: 'if (known !== undefined) return known; → nothing',
    why: 'the spelling is found anew each time, which is slower',
  },
  {
    file: 'http/server/client-address.ts',
    change: 'this.#known.size >= 4096 → this.#known.size > 4096',
    why: 'one address more is remembered',
  },
  {
    file: 'http/server/client-address.ts',
    change: 'address !== null && isIPv4(address) → isIPv4(address)',
    why: 'nothing is no address of either kind',
  },
  {
    file: 'http/pipeline/confirmations.ts',
    change: "own[0]?.[0] ?? '' → own[0]?.[0]",
    why: 'the first of as many as there may be is there',
  },
  {
    file: 'http/pipeline/input.ts',
    change: "if (!text.includes('%')) return text; → nothing",
    why: 'a text without escapes decodes to itself, which is slower',
  },
  {
    file: 'http/socket/drain.ts',
    change: 'first < connections.length → first <= connections.length',
    why: 'one step more that closes none',
  },
  {
    file: 'http/server/server.ts',
    change:
      'if (request instanceof ReceivedRequest) request.keepAddress(); → request.keepAddress();',
    why: 'every request that comes to the server is one that was received: the question is for its type',
  },
  {
    file: 'http/routes/accounts/daily.ts',
    change: 'from !== undefined && to !== undefined → from !== undefined',
    why: 'no day is after one that is left out: such a comparison is false',
  },
  {
    file: 'http/socket/staff/journal-ops.ts',
    change: 'frames.set(hidden.join(), frame); → nothing',
    why: 'a frame like it is made for the next watcher, which is slower',
  },
  {
    file: 'http/socket/staff/online-ops.ts',
    change: 'made.set(key, frames); → nothing',
    why: 'frames like them are made for the next watcher, which is slower',
  },
  {
    file: 'http/socket/staff/online-ops.ts',
    change: 'this.#timers = []; → nothing',
    why: 'those that are there are cancelled, and others take their place before they are looked at again',
  },
  {
    file: 'http/socket/staff/config-ops.ts',
    change:
      'if (old !== undefined) before = groupsOfRecords(book()); → before = groupsOfRecords(book());',
    why: 'the groups of records are the same after a change of something else',
  },
  {
    file: 'http/socket/staff/config-ops.ts',
    change:
      'if (before.size === 0) before = groupsOfRecords(book()); → before = groupsOfRecords(book());',
    why: 'they are those of the book after every change',
  },
  {
    file: 'http/socket/staff/staff-sockets.ts',
    change:
      'if (id !== null) connection.send(plainReply(connection.codec, id, ans… → connection.send(plainReply(connection.codec, id, answer.data));',
    why: 'only refusals go to a frame without an id: the question is for its type',
  },
  {
    file: 'http/socket/trader-sockets.ts',
    change:
      'session.login * 2 + (session.readOnly ? 1 : 0) → session.login * 2 - (session.readOnly ? 1 : 0)',
    why: 'each login has two keys of its own, whichever they are',
  },
  {
    file: 'http/socket/trader-sockets.ts',
    change: 'shard === null || toldReadOnly === null → toldReadOnly === null',
    why: 'a socket without a shard has told none: the question is for its type',
  },
  {
    file: 'http/socket/trader-settings.ts',
    change: 'frames.set(seen, frame); → nothing',
    why: 'a frame like it is made for the next group, which is slower',
  },
  {
    file: 'http/routes/trades/position-payments.ts',
    change: "side ?? 'buy' → side",
    why: 'a net item without its side was refused before: the default is for the type',
  },
  {
    file: 'http/routes/trades/position-payments.ts',
    change: 'sum === undefined || isZero(sum) → isZero(sum)',
    why: 'a sum that is left out reads as a text without a digit, so it is none either way',
  },
  {
    file: 'http/routes/accounts/account-edits.ts',
    change: 'false → true',
    why: 'a value in the example of the documents, and as good an example the other way round',
  },
  {
    file: 'http/routes/symbols/staff-symbols.ts',
    change: 'namesOf.set(symbol, names); → nothing',
    why: 'the names are made again for each mask, which is slower',
  },
  {
    file: 'http/sessions/live-session.ts',
    change: 'this.#allowedAddress = address; → nothing',
    why: 'the address is held against the rules again each time, which is slower',
  },
  {
    file: 'http/sessions/session-store.ts',
    change: 'if (siblings?.size === 0) this.#byLogin.delete(live.login); → nothing',
    why: 'a login without sessions then has an empty set, which reads as none',
  },
  {
    file: 'http/sessions/session-store.ts',
    change: 'this.#byLogin.delete(live.login); → nothing',
    why: 'a login without sessions then has an empty set, which reads as none',
  },
  {
    file: 'http/sessions/session-store.ts',
    change: 'this.#byToken.set(live.accessToken, live); → nothing',
    why: 'the token is found by its digest again each time, which is slower',
  },
  {
    file: 'http/sessions/session-store.ts',
    change: 'token === undefined || family === null → family === null',
    why: 'without a token the family is null',
  },
  {
    file: 'http/sessions/session-store.ts',
    change:
      'if (live.accessToken !== null) this.#byToken.delete(live.accessToken); → this.#byToken.delete(live.accessToken);',
    why: 'nothing is kept under null',
  },
  {
    file: 'http/server/packed-answers.ts',
    change: 'source.bytes ?? 0 → source.bytes',
    why: 'null is no more than the bound, as 0 is',
  },
  {
    file: 'http/server/packed-answers.ts',
    change: "if (typeof body !== 'string') return body.length; → nothing",
    why: 'the length of bytes is found the same way',
  },
  {
    file: 'http/sessions/presence.ts',
    change: 'known.set(group, sees); → nothing',
    why: 'the reach is asked again each time, which is slower',
  },
  {
    file: 'http/settings.ts',
    change: "env[name] ?? '' → env[name]",
    why: 'a setting that is undefined reads as one that is left out',
  },
  {
    file: 'http/settings.ts',
    change: "given['CLOCK_START'] ?? '' → given['CLOCK_START']",
    why: 'undefined reads as a word that is no time, either',
  },
  {
    file: 'http/server/packed-answers.ts',
    change: "typeof body === 'string' → typeof body !== 'string'",
    why: 'gzip takes a text as its bytes, too, and a copy of bytes is the same',
  },
  {
    file: 'http/socket/fan-out.ts',
    change: 'if (this.#awaited.size > 0) this.drained(connection); → this.drained(connection);',
    why: 'a reader that nobody waits for is looked up, and nothing is done',
  },
  {
    file: 'http/routes/routing/routing-question.ts',
    change: "body.volume ?? '' → body.volume",
    why: 'what is no volume was given',
  },
  {
    file: 'http/pipeline/idempotency-key.ts',
    change: 'a < b ? -1 : 1 → (a < b) ? 1 : -1',
    why: 'the other way round it is one order as well',
  },
  {
    file: 'http/pipeline/prepared-checks.ts',
    change: 'if (!thorough && schema !== body) continue; → nothing',
    why: 'checks that nobody needs are made, too',
  },
]
