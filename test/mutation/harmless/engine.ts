import type { Harmless } from './entry.js'

export const IN_ENGINE: readonly Harmless[] = [
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
    file: 'engine/account/money/fast-margin.ts',
    change: 'at + SELL + VOLUME → at + SELL - VOLUME',
    why: 'the volume is the first of its leg: its place there is 0',
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
    file: 'engine/costs/swap.ts',
    change: 'swap < 0n → swap <= 0n',
    why: 'a swap of nothing has no sign before it is asked, and is the same with the other',
  },
  {
    file: 'engine/account/holdings/exposures.ts',
    change: 'at + (side === 1 ? BUY : SELL) + VOLUME → at + (side === 1 ? BUY : SELL) - VOLUME',
    why: 'the volume is the first of its leg: its place there is 0',
  },
  {
    file: 'engine/costs/volume-amount.ts',
    change: 'if (certain !== undefined) return certain; → nothing',
    why: 'the exact way that follows comes to the same, and is slower',
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
    file: 'engine/margin-watch/safe-prices.ts',
    change: 'drift.drift.perPart * level → drift.drift.perPart / level',
    why: 'it only shares out the reach and guesses it: each reach is proved before it is used, so looks come more often',
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
  {
    file: 'engine/names/mask.ts',
    change: 'name.length >= shortest && fits(lowered, name) → fits(lowered, name)',
    why: 'a text that is too short fits nothing anyway, it is only walked',
  },
  {
    file: 'engine/names/mask.ts',
    change: "newest.shortest = newest.lowered.replaceAll('*', '').length; → nothing",
    why: 'with 0 every text is walked, and fits as it did',
  },
  {
    file: 'engine/names/mask.ts',
    change: 'if (rows.length === 0) return undefined; → nothing',
    why: 'of no rows none is found',
  },
  {
    file: 'engine/names/mask.ts',
    change: "parts.at(-1) ?? '' → parts.at(-1)",
    why: 'a split text has a last part',
  },
  {
    file: 'engine/names/mask.ts',
    change: 'end < first.length || !text.startsWith(first) → !text.startsWith(first)',
    why: 'where the first and the last part overlap the end is before `at`',
  },
  {
    file: 'engine/names/mask.ts',
    change: 'at < mask.length && code === text.charCodeAt(i) → code === text.charCodeAt(i)',
    why: 'beyond the mask there is no code, which equals none',
  },
  {
    file: 'engine/names/mask.ts',
    change: 'at < mask.length && mask.charCodeAt(at) === STAR → mask.charCodeAt(at) === STAR',
    why: 'beyond the mask there is no code, which is no star',
  },
  {
    file: 'engine/names/group-path.ts',
    change: 'if (known !== undefined) return known; → nothing',
    why: 'the scope is made anew',
  },
  {
    file: 'engine/names/group-path.ts',
    change: 'scopes.set(masks, scope); → nothing',
    why: 'the scope is made anew',
  },
  {
    file: 'engine/names/plain-text.ts',
    change: 'if (text.length <= max) return text; → nothing',
    why: 'cut at `max` it is the same text: no half of a character is left in it',
  },
  {
    file: 'engine/names/plain-text.ts',
    change: 'text.length <= max → text.length < max',
    why: 'cut at its length it is the same text',
  },
  {
    file: 'engine/names/sort-text.ts',
    change: 'left < right → left <= right',
    why: 'equal ones were passed over',
  },
  {
    file: 'engine/pricing/feed-route.ts',
    change:
      'mine === feed || (mine.enabled === feed.enabled && mine.quotes_enable… → (mine.enabled === feed.enabled && mine.quotes_enabled === feed.quotes…',
    why: 'the same record is equal in each field',
  },
  {
    file: 'engine/pricing/feed-route.ts',
    change: 'this.#byName.get(source) ?? [] → this.#byName.get(source)',
    why: 'a symbol that is known is in the list of its name',
  },
  {
    file: 'engine/pricing/feed-route.ts',
    change: 'newest.set(feed, { specs, names }); → nothing',
    why: 'the names are made anew',
  },
  {
    file: 'engine/pricing/points.ts',
    change: 'to > from → to >= from',
    why: 'equal ones were answered',
  },
  {
    file: 'engine/pricing/merge.ts',
    change: 'feed.rank > owner.rank → feed.rank >= owner.rank',
    why: 'no two feeds have one rank',
  },
  {
    file: 'engine/pricing/quote-chains.ts',
    change: 'direct.get(root) ?? [] → direct.get(root)',
    why: 'roots are keys of it',
  },
  {
    file: 'engine/pricing/provider-terms.ts',
    change: 'scaled <= 0n → scaled < 0n',
    why: 'a quantity of 0 is a volume of 0',
  },
  {
    file: 'engine/pricing/provider-terms.ts',
    change: 'sourceDigits >= digits → sourceDigits > digits',
    why: 'with equal digits a step is a point',
  },
  {
    file: 'engine/pricing/candle.ts',
    change: 'bid > candle.high → bid >= candle.high',
    why: 'an equal one is set to itself',
  },
  {
    file: 'engine/pricing/candle.ts',
    change: 'ask > candle.askHigh → ask >= candle.askHigh',
    why: 'an equal one is set to itself',
  },
  {
    file: 'engine/pricing/candle.ts',
    change: 'later.high > candle.high → later.high >= candle.high',
    why: 'an equal one is set to itself',
  },
  {
    file: 'engine/pricing/candle.ts',
    change: 'later.askHigh > candle.askHigh → later.askHigh >= candle.askHigh',
    why: 'an equal one is set to itself',
  },
  {
    file: 'engine/pricing/candle.ts',
    change: 'bid < candle.low → bid <= candle.low',
    why: 'an equal one is set to itself',
  },
  {
    file: 'engine/pricing/candle.ts',
    change: 'ask < candle.askLow → ask <= candle.askLow',
    why: 'an equal one is set to itself',
  },
  {
    file: 'engine/pricing/candle.ts',
    change: 'later.low < candle.low → later.low <= candle.low',
    why: 'an equal one is set to itself',
  },
  {
    file: 'engine/pricing/candle.ts',
    change: 'later.askLow < candle.askLow → later.askLow <= candle.askLow',
    why: 'an equal one is set to itself',
  },
  {
    file: 'engine/pricing/candle.ts',
    change: 'later.digits > candle.digits → later.digits >= candle.digits',
    why: 'prices of one size stay as they are',
  },
  {
    file: 'engine/pricing/candle.ts',
    change: 'later.digits < candle.digits → later.digits <= candle.digits',
    why: 'prices of one size stay as they are',
  },
  {
    file: 'engine/pricing/candle.ts',
    change: 'if (from === digits) return; → nothing',
    why: 'prices of one size stay as they are',
  },
  {
    file: 'engine/account/decide/standing.ts',
    change:
      'outside !== undefined && (outside.closing.size > 0 || hasLeaving(acco… → outside !== undefined',
    why: 'without anything outside the account is judged as it was a moment before',
  },
  {
    file: 'engine/account/decide/standing.ts',
    change: 'outside.closing.size > 0 → outside.closing.size >= 0',
    why: 'with nothing that is being closed the account is judged as it was a moment before',
  },
  {
    file: 'engine/account/decide/standing.ts',
    change: 'if (margin === undefined) return nothing; → nothing',
    why: 'what is left needs no rate that the whole has not had',
  },
  {
    file: 'engine/account/decide/standing.ts',
    change: 'if (group === undefined) return undefined; → nothing',
    why: 'a group with accounts is in the settings',
  },
  {
    file: 'engine/account/decide/standing.ts',
    change: 'if (account.pending.size === 0) return undefined; → nothing',
    why: 'without a reserve no order is the largest, which a look at each finds as well',
  },
  {
    file: 'engine/account/decide/standing.ts',
    change:
      'reserves.of(resting.symbolId, reserveOf(resting)) ?? 0 → reserves.of(resting.symbolId, reserveOf(resting))',
    why: 'the margin is known, and with it each reserve',
  },
  {
    file: 'engine/account/decide/standing.ts',
    change: "event.type === 'position' && event.volume === 0 → event.volume === 0",
    why: 'nothing else of a close has a volume of 0',
  },
  {
    file: 'engine/account/day-end/day-end.ts',
    change: 'if (listed === undefined) return undefined; → nothing',
    why: 'a symbol with open positions is in the settings',
  },
  {
    file: 'engine/account/day-end/day-end.ts',
    change: 'if (account.orders.size === 0) return account; → nothing',
    why: 'without orders nothing is taken out: the rest only makes a copy',
  },
  {
    file: 'engine/account/day-end/day-end.ts',
    change: 'pending.get(order.symbolId) ?? [] → pending.get(order.symbolId)',
    why: 'an order with a rate has its leg',
  },
  {
    file: 'engine/account/rules/symbol-checks.ts',
    change: 'limit === 0 || account.orders.size < limit → limit === 0',
    why: 'so few orders are no more where those that rest are counted one by one',
  },
  {
    file: 'engine/account/rules/provider-fill.ts',
    change: 'isFirst && !isMarket → isFirst',
    why: 'a market order is in no pair',
  },
  {
    file: 'engine/account/rules/provider-fill.ts',
    change: 'position !== undefined && opens === 0 → opens === 0',
    why: 'without a position all of a fill opens one',
  },
  {
    file: 'engine/account/rules/provider-fill.ts',
    change: "event.type === 'order' && event.id === orderId → event.type === 'order'",
    why: 'a fill has one order, its own',
  },
  {
    file: 'engine/account/money/margin.ts',
    change: 'if (group.tiers === undefined) return undefined; → nothing',
    why: 'without tiers there is no rule that goes by rates',
  },
  {
    file: 'engine/account/money/margin.ts',
    change: 'if (known !== undefined) return known; → nothing',
    why: 'the margin that was remembered is only found anew',
  },
  {
    file: 'engine/account/money/margin.ts',
    change: "order === undefined || group.record.margin_mode === 'hedging' → order === undefined",
    why: 'the charges that follow come to the same, and are slower',
  },
  {
    file: 'engine/account/money/margin.ts',
    change:
      "order === undefined || group.record.margin_mode === 'hedging' → group.record.margin_mode === 'hedging'",
    why: 'the charges that follow come to the same, and are slower',
  },
  {
    file: 'engine/account/money/margin.ts',
    change: 'if (fast !== undefined) return fast; → nothing',
    why: 'the charges that follow come to the same, and are slower',
  },
  {
    file: 'engine/account/money/margin.ts',
    change: 'held === undefined || without === undefined → held === undefined',
    why: 'without an order no rate is needed that the whole has not had',
  },
  {
    file: 'engine/account/money/tiered-margin.ts',
    change:
      'tiers === undefined || !tiers.rules.some((rule) => goesByRates(rule, … → tiers === undefined',
    why: 'that nothing is moved is found further down as well',
  },
  {
    file: 'engine/account/money/tiered-margin.ts',
    change:
      'tiers === undefined || !tiers.rules.some((rule) => goesByRates(rule, … → !tiers.rules.some((rule) => goesByRates(rule, group))',
    why: 'a group without tiers is not asked about (accountDrift)',
  },
  {
    file: 'engine/account/money/tiered-margin.ts',
    change: 'this.#exact.get(countedBy(one)) ?? NO_AMOUNT → this.#exact.get(countedBy(one))',
    why: 'each has been counted',
  },
  {
    file: 'engine/account/money/tiered-margin.ts',
    change: 'price < 0n → price <= 0n',
    why: 'a price of 0 has no sign',
  },
  {
    file: 'engine/account/money/tiered-margin.ts',
    change: 'if (currency === marginCurrency) return AS_IT_IS; → nothing',
    why: 'the rate of a currency to itself is one',
  },
  {
    file: 'engine/account/money/tiered-margin.ts',
    change: 'buy === undefined || sell === undefined → buy === undefined',
    why: 'both sides of a rate need the same prices',
  },
  {
    file: 'engine/account/money/tiered-margin.ts',
    change: 'buy === undefined || sell === undefined → sell === undefined',
    why: 'both sides of a rate need the same prices',
  },
  {
    file: 'engine/account/money/tiered-margin.ts',
    change: "byValue && currency !== '' → currency !== ''",
    why: 'rules by volume have no currency (engine/config/leverage-profile.ts)',
  },
  {
    file: 'engine/account/money/margin-standing.ts',
    change: 'if (Number.isSafeInteger(left) && Number.isSafeInteger(right)) return… → nothing',
    why: 'the integers that follow come to the same',
  },
  {
    file: 'engine/account/money/margin-standing.ts',
    change:
      'Number.isSafeInteger(left) && Number.isSafeInteger(right) → Number.isSafeInteger(left)',
    why: 'what is beyond the safe integers is larger than all of them, however it is rounded',
  },
  {
    file: 'engine/account/money/margin-standing.ts',
    change:
      'Number.isSafeInteger(left) && Number.isSafeInteger(right) → Number.isSafeInteger(right)',
    why: 'what is beyond the safe integers is beyond all of them, however it is rounded',
  },
  {
    file: 'engine/account/money/money-bounds.ts',
    change: 'if (symbol.profitCurrency === currency) return volume * price * scale… → nothing',
    why: 'the rate of a currency to itself is one',
  },
  {
    file: 'engine/account/money/money.ts',
    change: 'margin === null || margin <= 0 → margin <= 0',
    why: 'null is at most 0 as well',
  },
  {
    file: 'engine/account/money/preview.ts',
    change: "if (event.type !== 'position') continue; → nothing",
    why: 'a position more that is copied changes no margin',
  },
  {
    file: 'engine/account/money/profit.ts',
    change:
      'size <= Number.MAX_SAFE_INTEGER || Math.abs(net) > size * PRODUCT_ERR… → size <= Number.MAX_SAFE_INTEGER',
    why: 'the integers come to the same sign',
  },
  {
    file: 'engine/account/money/profit.ts',
    change:
      'size <= Number.MAX_SAFE_INTEGER || Math.abs(net) > size * PRODUCT_ERR… → Math.abs(net) > size * PRODUCT_ERROR',
    why: 'the integers come to the same sign',
  },
  {
    file: 'engine/account/money/profit.ts',
    change: 'size <= Number.MAX_SAFE_INTEGER → size < Number.MAX_SAFE_INTEGER',
    why: 'the integers come to the same sign',
  },
  {
    file: 'engine/account/money/profit.ts',
    change: 'net < 0 → net <= 0',
    why: 'nothing is nothing at either rate',
  },
  {
    file: 'engine/account/money/profit.ts',
    change:
      'netMove(exposures.exposureAt(at), quote) < 0n → netMove(exposures.exposureAt(at), quote) <= 0n',
    why: 'nothing is nothing at either rate',
  },
  {
    file: 'engine/account/money/fast-margin.ts',
    change: 'net > 0 → net >= 0',
    why: 'what is uncovered is not 0 there',
  },
  {
    file: 'engine/account/money/fast-margin.ts',
    change: 'volume > 0 → volume >= 0',
    why: 'no volume is charged nothing, or left to the integers',
  },
  {
    file: 'engine/account/money/fast-margin.ts',
    change: 'added === 0 || order === undefined → order === undefined',
    why: 'an order of no volume adds nothing',
  },
  {
    file: 'engine/account/money/fast-margin.ts',
    change: 'at >= 0 && leg <= SELL → leg <= SELL',
    why: 'without a row nothing is covered',
  },
  {
    file: 'engine/account/money/fast-margin.ts',
    change: 'against > 0 → against >= 0',
    why: 'with nothing against it the whole order opens either way',
  },
  {
    file: 'engine/account/money/fast-margin.ts',
    change: 'open > 0 → open >= 0',
    why: 'no volume is charged nothing',
  },
  {
    file: 'engine/account/money/reserves.ts',
    change: 'isJoint || legs === undefined → isJoint',
    why: 'an order of the account has its leg',
  },
  {
    file: 'engine/account/decide/balance.ts',
    change: 'request.amount < 0 → request.amount <= 0',
    why: 'an amount of 0 is refused before',
  },
  {
    file: 'engine/account/decide/balance.ts',
    change: 'amount < 0 → amount <= 0',
    why: 'no amount is 0 there',
  },
  {
    file: 'engine/account/decide/change.ts',
    change: "kind === 'market' || order.state === 'started' → order.state === 'started'",
    why: 'a market order that is there has been started',
  },
  {
    file: 'engine/account/decide/place.ts',
    change: 'pair !== undefined && isRefusal(pair) → isRefusal(pair)',
    why: 'what is undefined is no refusal',
  },
  {
    file: 'engine/account/decide/open.ts',
    change: "from === 'market' || price === '' → from === 'market'",
    why: 'an empty text is no price further down either',
  },
  {
    file: 'engine/account/decide/open.ts',
    change: 'priceOf(symbol, price) ?? expected → priceOf(symbol, price)',
    why: 'no number is better than the price that is expected: it is taken',
  },
  {
    file: 'engine/account/decide/open.ts',
    change: 'side * (expected - wanted) > 0 → side * (expected - wanted) >= 0',
    why: 'both are the same price',
  },
  {
    file: 'engine/account/decide/delete.ts',
    change:
      'restsThere(order) && !isGatewayOff(context.book, order.gatewayId) → !isGatewayOff(context.book, order.gatewayId)',
    why: 'an order that rests here has no gateway, and none is as one that is off',
  },
  {
    file: 'engine/account/decide/delete.ts',
    change:
      '!restsThere(order) || isGatewayOff(book, order.gatewayId) → isGatewayOff(book, order.gatewayId)',
    why: 'an order that rests here has no gateway, and none is as one that is off',
  },
  {
    file: 'engine/account/audit/recompute.ts',
    change: 'positionId === 0 || this.#takenOut.has(positionId) → this.#takenOut.has(positionId)',
    why: 'deals of no position open none',
  },
  {
    file: 'engine/account/audit/recompute.ts',
    change: 'if (isFirst) this.#end(positionId, story); → nothing',
    why: 'what has not ended before ends with the result: only more is held until then',
  },
  {
    file: 'engine/account/audit/recompute.ts',
    change: 'if (this.#takenOut.has(id)) return; → nothing',
    why: 'no deal comes to what was taken out: of its rows alone nothing becomes',
  },
  {
    file: 'engine/account/rules/refused-numbers.ts',
    change: 'scaled < 0n → scaled <= 0n',
    why: 'no tick lies below 0',
  },
  {
    file: 'engine/account/rules/refused-numbers.ts',
    change: 'scaled !== undefined && scaled > 0n → scaled !== undefined',
    why: 'below 0 and at it no rest is more than half a tick',
  },
  {
    file: 'engine/account/rules/refused-numbers.ts',
    change: 'scaled !== undefined && scaled > 0n → scaled > 0n',
    why: 'what is undefined is not above 0',
  },
  {
    file: 'engine/account/rules/refused-numbers.ts',
    change: 'scaled > 0n → scaled >= 0n',
    why: 'at 0 there is no rest',
  },
  {
    file: 'engine/account/rules/gateway-choice.ts',
    change: 'away !== undefined && keepsPendings(book, away) → keepsPendings(book, away)',
    why: 'no gateway has an id that is undefined',
  },
  {
    file: 'engine/account/rules/netting.ts',
    change: 'if (!account.exposures.has(symbolId)) return undefined; → nothing',
    why: 'the walk over the positions finds none either',
  },
  {
    file: 'engine/account/rules/fill.ts',
    change: 'margin === undefined || held === undefined → margin === undefined',
    why: 'what is held needs no rate that it does not need with an order more',
  },
  {
    file: 'engine/account/rules/fill.ts',
    change: 'if (volume === position.volume || amount === 0) return amount; → nothing',
    why: 'by volume the whole gets all of it, and nothing is nothing',
  },
  {
    file: 'engine/account/rules/fill.ts',
    change: 'volume === position.volume || amount === 0 → volume === position.volume',
    why: 'a share of nothing is nothing',
  },
  {
    file: 'engine/account/rules/fill.ts',
    change: 'volume === position.volume || amount === 0 → amount === 0',
    why: 'by volume the whole gets all of it',
  },
  {
    file: 'engine/account/rules/fill-order.ts',
    change: 'position !== undefined && opens === 0 → opens === 0',
    why: 'without a position all of an order opens one',
  },
  {
    file: 'engine/account/rules/fill-order.ts',
    change: 'position !== undefined && closes > 0 → closes > 0',
    why: 'without a position nothing is closed',
  },
  {
    file: 'engine/account/rules/parked-order.ts',
    change: "event.type === 'deal' && OPENING.has(event.entry) → OPENING.has(event.entry)",
    why: 'deals alone have an entry',
  },
  {
    file: 'engine/account/rules/stop-out-queue.ts',
    change:
      'isPriced && tradedSymbol(moment, group, symbolId) → tradedSymbol(moment, group, symbolId)',
    why: 'what has no usable price is passed over when its turn has come',
  },
  {
    file: 'engine/account/rules/stop-out-queue.ts',
    change: 'if (position === undefined) continue; → nothing',
    why: 'after any other change of the account the queue is made anew',
  },
  {
    file: 'engine/account/holdings/held-positions.ts',
    change: 'this.#comments && new Map(this.#comments) → new Map(this.#comments)',
    why: 'an empty map says as much as none',
  },
  {
    file: 'engine/account/holdings/held-positions.ts',
    change: 'this.#rates && new Map(this.#rates) → new Map(this.#rates)',
    why: 'an empty map says as much as none',
  },
  {
    file: 'engine/account/holdings/exposures.ts',
    change: 'if (openRest !== 0) addSafe(rows, leg + VALUE, direction * openRest); → nothing',
    why: 'a rest of 0 adds nothing',
  },
  {
    file: 'engine/account/holdings/without-closing.ts',
    change: 'left.get(order.symbolId) ?? [] → left.get(order.symbolId)',
    why: 'an order with a rate has its leg',
  },
  {
    file: 'engine/account/audit/correct.ts',
    change: 'asked.comment ?? position.comment → asked.comment',
    why: 'a comment that is not given stays as it is further down as well',
  },
  {
    file: 'engine/account/rules/provider-fill.ts',
    change:
      "closes > 0 && group.record.margin_mode === 'netting' → group.record.margin_mode === 'netting'",
    why: 'where nothing is closed a reversal is charged as what opens',
  },
  {
    file: 'engine/account/decide/close.ts',
    change: 'volume > position.volume → volume >= position.volume',
    why: 'the whole is let through before',
  },
  {
    file: 'engine/account/decide/open.ts',
    change: 'side * (expected - wanted) → side / (expected - wanted)',
    why: 'its sign alone counts, and where nothing is between them both are the same price',
  },
  {
    file: 'engine/margin-watch/terms.ts',
    change: "this.#rate('loss') ?? Number.NaN → this.#rate('loss')",
    why: 'what is not there is no number either',
  },
  {
    file: 'engine/margin-watch/terms.ts',
    change: "this.#rate('gain') ?? Number.NaN → this.#rate('gain')",
    why: 'what is not there is no number either',
  },
  {
    file: 'engine/margin-watch/terms.ts',
    change: 'if (conversion !== undefined) return conversion; → nothing',
    why: 'the conversion is made anew for each symbol, which is slower',
  },
  {
    file: 'engine/margin-watch/terms.ts',
    change: 'terms.length <= symbolId → terms.length < symbolId',
    why: 'the place that is left out is written next',
  },
  {
    file: 'engine/margin-watch/terms.ts',
    change: 'this.#dependents.length <= symbolId → this.#dependents.length < symbolId',
    why: 'the place that is left out is written next',
  },
  {
    file: 'engine/margin-watch/turn-prices.ts',
    change: 'this.#quotes.length <= symbolId → this.#quotes.length < symbolId',
    why: 'the place that is left out is written next',
  },
  {
    file: 'engine/margin-watch/margin-watch.ts',
    change: 'if (watched.isQueued) return; → nothing',
    why: 'the second of its places in the queue is skipped when it is reached',
  },
  {
    file: 'engine/access/known-addresses.ts',
    change: 'blocks.size > KNOWN_PER_LOGIN && oldest !== undefined → blocks.size > KNOWN_PER_LOGIN',
    why: 'a map with more than eight has a first one',
  },
  {
    file: 'engine/access/known-addresses.ts',
    change: 'at !== undefined && now - at < KNOWN_MS → now - at < KNOWN_MS',
    why: 'what is no number is below nothing',
  },
  {
    file: 'engine/book/conversion.ts',
    change: 'if (from === to) return RATE_ONE; → nothing',
    why: 'the rate that is found is the same, which is slower',
  },
  {
    file: 'engine/book/conversion.ts',
    change: 'if (known !== undefined || row.has(to)) return known; → nothing',
    why: 'the way is looked for anew each time, which is slower',
  },
  {
    file: 'engine/book/conversion.ts',
    change: 'known !== undefined || row.has(to) → known !== undefined',
    why: 'that there is no way is found anew each time, which is slower',
  },
  {
    file: 'engine/book/group-prices.ts',
    change: 'if (!book.hasSpreads) return prices; → nothing',
    why: 'no group has differences where the book has none',
  },
  {
    file: 'engine/book/group-prices.ts',
    change: 'if (!context.book.hasSpreads) return context; → nothing',
    why: 'no group has differences where the book has none',
  },
  {
    file: 'engine/book/group-prices.ts',
    change: 'if (!book.hasSpreads) return 0; → nothing',
    why: 'no group has differences where the book has none',
  },
  {
    file: 'engine/book/group-prices.ts',
    change: 'if (diff === 0) return level; → nothing',
    why: 'the steps of no difference are 0',
  },
  {
    file: 'engine/book/group-prices.ts',
    change: 'diff > 0 → diff >= 0',
    why: 'no difference was answered before',
  },
  {
    file: 'engine/book/group-prices.ts',
    change: 'diff < 0 → diff <= 0',
    why: 'no difference was answered before',
  },
  {
    file: 'engine/costs/swap.ts',
    change: 'price < 0 → price <= 0',
    why: 'at a price of 0 there is nothing to convert',
  },
  {
    file: 'engine/costs/swap.ts',
    change: 'sign < 0 → sign <= 0',
    why: 'a swap of nothing was answered before',
  },
  {
    file: 'engine/costs/swap.ts',
    change: 'sign > 0 → sign >= 0',
    why: 'a swap of nothing was answered before',
  },
  {
    file: 'engine/costs/swap.ts',
    change: 'record.swap_days[weekdayOf(day) - 1] ?? 0 → record.swap_days[weekdayOf(day) - 1]',
    why: 'each day of the week has its number',
  },
  {
    file: 'engine/costs/commission-terms.ts',
    change: 'tiers[0]?.amount.currency ?? group.currency → tiers[0]?.amount.currency',
    why: 'a row of commissions has a tier',
  },
  {
    file: 'engine/costs/volume-amount.ts',
    change: 'Math.abs(approximate) * PRODUCT_ERROR → Math.abs(approximate) / PRODUCT_ERROR',
    why: 'no amount but 0 is certain then, and the exact way that follows comes to the same',
  },
  {
    file: 'engine/config/draft.ts',
    change: 'this.known.set(kind, base.indexes(kind)); → nothing',
    why: 'an index that is not taken over is made of the list when it is asked for',
  },
  {
    file: 'engine/account/rules/offers.ts',
    change: 'if (at + OFFER_MS < offer.at) held.delete(id); → nothing',
    why: 'an offer whose time is over is not found either, and is the oldest when room is needed',
  },
  {
    file: 'engine/account/rules/offers.ts',
    change: 'held.delete(id); → nothing',
    why: 'an offer whose time is over is not found either, and is the oldest when room is needed',
  },
  {
    file: 'engine/account/rules/offers.ts',
    change: 'if (oldest !== undefined) held.delete(oldest); → held.delete(oldest);',
    why: 'no offer goes by that id',
  },
  {
    file: 'engine/account/rules/offers.ts',
    change: 'this.#byLogin.delete(login); → nothing',
    why: 'an empty map stays in memory, in which nothing is found',
  },
  {
    file: 'engine/account/rules/protection.ts',
    change: 'price === undefined || price < 0 → price < 0',
    why: 'what is undefined is no multiple of a tick',
  },
  {
    file: 'engine/book/trading-hours.ts',
    change: 'now >= known.from → now > known.from',
    why: 'hours that are not found in memory are looked up anew, the same',
  },
  {
    file: 'engine/config/layered-map.ts',
    change: 'if (isMuch) return LayeredMap.of(new Map(this)); → nothing',
    why: 'a map of many layers finds the same, slower',
  },
  {
    file: 'engine/margin-watch/price-ends.ts',
    change: 'price - way * room → price + way * room',
    why: 'the edge lies behind the price, so each tick has the account looked at: slower',
  },
  {
    file: 'engine/numbers/keyed-rows.ts',
    change: 'this.#places = other.#places && new Map(other.#places); → nothing',
    why: 'rows are looked through one by one, which is slower',
  },
]
