import type { Harmless } from './entry.js'

export const IN_ACTORS: readonly Harmless[] = [
  {
    file: 'actors/desk/account-imports.ts',
    change: "if (!created.ok) return rowOf('error', created.message); → nothing",
    why: 'the reasons to refuse an account were looked at just before, in the same change',
  },
  {
    file: 'actors/desk/files.ts',
    change: "if (id !== '') this.#files.markGone(id); → this.#files.markGone(id);",
    why: 'no file has an empty id, so none is marked',
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
    file: 'actors/desk/settings/config-changes.ts',
    change: 'if (outside !== undefined) return outside; → nothing',
    why: 'each kind that has an order is of the server as a whole: no record of it is out of reach',
  },
  {
    file: 'actors/shard/live/told-events.ts',
    change: 'event.closedAt === 0 → event.closedAt !== 0',
    why: 'open and closed positions change places among the templates, and each keeps its own',
  },
  {
    file: 'actors/shard/triggers.ts',
    change:
      "order === undefined || order.state === 'started' || order.kind === 'm… → order.kind === 'market'",
    why: 'the record that ends an order, or starts it, takes its level away before another hit is told',
  },
  {
    file: 'actors/thread/random.ts',
    change: 'letters.length - 1 → letters.length + 1',
    why: 'two empty places are shuffled with the letters and join to nothing: every order stays as likely',
  },
  {
    file: 'actors/shard/trade-answer.ts',
    change: "first.type === 'order' && first.gatewayId !== 0 → first.gatewayId !== 0",
    why: 'what has a deal begins with its order, and a first row of another kind has no attempt and no deal with it',
  },
  {
    file: 'actors/shard/group-exposures.ts',
    change: '!this.#isLoaded || account.groupPath === before → !this.#isLoaded',
    why: 'what an account holds is taken out of its group and put back into the same one, which is slower',
  },
  {
    file: 'actors/desk/settings/config-batch.ts',
    change: 'if (!isRefusal(planned)) return planned; → nothing',
    why: 'what can be made has a name that no record has, so none is found that is the same',
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
    file: 'actors/queries/payment-lines.ts',
    change: 'net > 0n → net >= 0n',
    why: 'a net volume of 0 was answered just before',
  },
  {
    file: 'actors/queries/payment-lines.ts',
    change: 'one < other → one <= other',
    why: 'no two entries of a map have one name',
  },
  {
    file: 'actors/queries/trade-queries.ts',
    change: 'if (all.size <= 1) return { sums: closed.totals(filter, ID_RANGE_LENG… → nothing',
    why: 'groups of one number of decimals that are summed by themselves come to the same',
  },
  {
    file: 'actors/queries/trade-queries.ts',
    change: 'all.size <= 1 → all.size < 1',
    why: 'groups of one number of decimals that are summed by themselves come to the same',
  },
  {
    file: 'actors/desk/account-edits.ts',
    change: 'isRight(right) && rights.has(right) → rights.has(right)',
    why: 'nobody holds what is no right',
  },
  {
    file: 'actors/desk/account-edits.ts',
    change: 'Array.isArray(from) && Array.isArray(to) → Array.isArray(from)',
    why: 'a field is a list before and after, or neither',
  },
  {
    file: 'actors/desk/account-edits.ts',
    change: 'Array.isArray(from) && Array.isArray(to) → Array.isArray(to)',
    why: 'a field is a list before and after, or neither',
  },
  {
    file: 'actors/desk/account-edits.ts',
    change: 'stored[field] ?? null → stored[field]',
    why: 'an account that is read has each field that an edit may name',
  },
  {
    file: 'actors/desk/settings/config-batch.ts',
    change:
      'this.#dryRuns.size > DRY_RUNS_MAX && oldest !== undefined → this.#dryRuns.size > DRY_RUNS_MAX',
    why: 'of so many there is an oldest one',
  },
  {
    file: 'actors/desk/settings/config-batch.ts',
    change: 'transferOf(kind)?.keyFields ?? [] → transferOf(kind)?.keyFields',
    why: 'what is put has its key, as was seen just before',
  },
  {
    file: 'actors/desk/identity/code-changes.ts',
    change: 'session?.login !== login || account === undefined → session?.login !== login',
    why: 'accounts are archived and not removed, so that of a session is there',
  },
  {
    file: 'actors/shard/request-keys.ts',
    change: 'this.#oldDays.size > 0 → this.#oldDays.size >= 0',
    why: 'of no days of old keys none is looked through',
  },
  {
    file: 'actors/shard/request-keys.ts',
    change: 'found !== undefined && found.length > 1 → found !== undefined',
    why: 'one seq alone is in order',
  },
  {
    file: 'actors/shard/request-keys.ts',
    change: 'found.length > 1 → found.length >= 1',
    why: 'one seq alone is in order',
  },
  {
    file: 'actors/shard/request-keys.ts',
    change: 'this.#used * 2 > this.#mask → this.#used * 2 >= this.#mask',
    why: 'the mask is odd',
  },
  {
    file: 'actors/shard/records.ts',
    change: 'seq >= firstSeq → seq > firstSeq',
    why: 'the first record of an entry is found by its head as well as by the index',
  },
  {
    file: 'actors/shard/records.ts',
    change: 'if (seq >= firstSeq) { index ??= new RecordIndex(bytes); return index… → nothing',
    why: 'each record is looked for from the head of its entry, which is slower alone',
  },
  {
    file: 'actors/shard/margin-calls.ts',
    change: 'this.#moved.length <= FEW → this.#moved.length < FEW',
    why: 'a symbol that stands twice among many costs time only',
  },
  {
    file: 'actors/shard/margin-calls.ts',
    change: '!isFew || !this.#moved.includes(symbolId) → !this.#moved.includes(symbolId)',
    why: 'a symbol that stands twice among many costs time only',
  },
  {
    file: 'actors/shard/margin-calls.ts',
    change:
      "event.type === 'deal' && event.action === 'compensation' → event.action === 'compensation'",
    why: 'of the events of a stop out only deals compensate',
  },
  {
    file: 'actors/shard/triggers.ts',
    change: 'if (account.orders.size === 0 && account.positions.size === 0) contin… → nothing',
    why: 'an account that holds nothing has no levels to set',
  },
  {
    file: 'actors/shard/triggers.ts',
    change: 'isOpen && (stopLoss !== 0 || takeProfit !== 0 || trailingPts !== 0) → isOpen',
    why: 'levels of a symbol are made and stay empty',
  },
  {
    file: 'actors/shard/triggers.ts',
    change:
      'isOpen && (stopLoss !== 0 || takeProfit !== 0 || trailingPts !== 0) → (stopLoss !== 0 || takeProfit !== 0 || trailingPts !== 0)',
    why: 'a closed position takes its levels out, where there are any',
  },
  {
    file: 'actors/shard/triggers.ts',
    change: 'if (order.version === 1) return; → nothing',
    why: 'what never rested has nothing to take out',
  },
  {
    file: 'actors/shard/core.ts',
    change: 'this.held.size > 0 && this.held.has(account.login) → this.held.has(account.login)',
    why: 'of no held accounts none is found',
  },
  {
    file: 'actors/shard/core.ts',
    change: 'this.held.size > 0 → this.held.size >= 0',
    why: 'of no held accounts none is found',
  },
  {
    file: 'actors/shard/core.ts',
    change: 'at > this.#context.now → at >= this.#context.now',
    why: 'the same time is set again',
  },
  {
    file: 'actors/shard/recent-refusals.ts',
    change: 'if (this.size === 0) return undefined; → nothing',
    why: 'of no refusals none is found',
  },
  {
    file: 'actors/shard/risk-volume.ts',
    change: "percent ?? '' → percent",
    why: 'a risk without an amount has a percent: it was read so',
  },
  {
    file: 'actors/shard/intake-pace.ts',
    change: 'part <= 0 → part < 0',
    why: 'a part of nothing comes to no pause below, too',
  },
  {
    file: 'actors/shard/intake-pace.ts',
    change: 'part >= 1 → part > 1',
    why: 'at the bound itself the pause below is the longest, too',
  },
  {
    file: 'actors/shard/intake-pace.ts',
    change: 'ms < SLEEP_MIN_MS → ms <= SLEEP_MIN_MS',
    why: 'how short a rest is taken at once is a matter of tuning',
  },
  {
    file: 'actors/shard/live/told-events.ts',
    change: 'stopLoss === 0 && takeProfit === 0 → stopLoss === 0',
    why: 'a frame of another shape than the one before is written anew, which is slower',
  },
  {
    file: 'actors/shard/live/told-events.ts',
    change: 'stopLoss === 0 && takeProfit === 0 → takeProfit === 0',
    why: 'a frame of another shape than the one before is written anew, which is slower',
  },
  {
    file: 'actors/shard/live/sockets.ts',
    change: 'if (listeners === undefined) return; → nothing',
    why: 'a socket that is known is among those of its account',
  },
  {
    file: 'actors/shard/live/sockets.ts',
    change: 'slice.left <= 0 → slice.left < 0',
    why: 'a slice tells one event more where its bytes end with one',
  },
  {
    file: 'actors/shard/live/sockets.ts',
    change:
      'core.accounts.get(listeners.login)?.positions.size ?? 0 → core.accounts.get(listeners.login)?.positions.size',
    why: 'what is not there is not more than none',
  },
  {
    file: 'actors/shard/live/sockets.ts',
    change: 'isRefusal(account) || listeners.sockets.length === 0 → isRefusal(account)',
    why: 'what is written for no socket is sent to nobody',
  },
  {
    file: 'actors/shard/live/sockets.ts',
    change: 'group && moneyOrNone(core, account) → moneyOrNone(core, account)',
    why: 'a group that has accounts is in the settings',
  },
  {
    file: 'actors/shard/live/sockets.ts',
    change: 'group === undefined || money === undefined → money === undefined',
    why: 'without a group no money is looked for either',
  },
  {
    file: 'actors/shard/live/operations.ts',
    change: 'data === undefined || id === null → data === undefined',
    why: 'a frame without an id is refused without numbers',
  },
  {
    file: 'actors/shard/live/operations.ts',
    change: "op === 'subscribe' && isQuoteRate(rate) → op === 'subscribe'",
    why: 'a rate is checked before, and one that is left out is not in the JSON either',
  },
  {
    file: 'actors/shard/live/valuations.ts',
    change: 'if (valued === undefined) return undefined; → nothing',
    why: 'the next one is asked for while something is queued',
  },
  {
    file: 'actors/shard/live/valuations.ts',
    change: 'at < ids.length → at <= ids.length',
    why: 'past the last position there is none to value',
  },
  {
    file: 'actors/shard/live/valuations.ts',
    change: 'at > 0 && this.#time.isUp → this.#time.isUp',
    why: 'its first part is a turn later',
  },
  {
    file: 'actors/shard/live/valuations.ts',
    change: 'at > 0 → at >= 0',
    why: 'its first part is a turn later',
  },
  {
    file: 'actors/shard/live/valuations.ts',
    change: 'i > 0 → i >= 0',
    why: 'its first part is a turn later',
  },
  {
    file: 'actors/shard/live/valuations.ts',
    change: 'if (hearers.length === 0) continue; → nothing',
    why: 'what is written for no socket is sent to nobody',
  },
  {
    file: 'actors/shard/live/valuations.ts',
    change: 'kept === undefined || kept === NONE → kept === NONE',
    why: 'each figure of a row is there',
  },
  {
    file: 'actors/shard/live/watches.ts',
    change: 'watched.isIdle || record.events.length === 0 → record.events.length === 0',
    why: 'where nobody watches no account is covered',
  },
  {
    file: 'actors/shard/live/watches.ts',
    change: 'this.#equity.size > 0 → this.#equity.size >= 0',
    why: 'to clear what is empty changes nothing',
  },
  {
    file: 'actors/shard/live/watches.ts',
    change: 'if (group === undefined) return; → nothing',
    why: 'a group that has accounts is in the settings',
  },
  {
    file: 'actors/shard/live/watches.ts',
    change:
      'group === undefined || isRefusal(this.#core.account(account.login)) → isRefusal(this.#core.account(account.login))',
    why: 'a group that has accounts is in the settings',
  },
  {
    file: 'actors/shard/live/watches.ts',
    change: 'groupOf(book, groupPath)?.record.id ?? 0 → groupOf(book, groupPath)?.record.id',
    why: 'what is no number is written as 0',
  },
  {
    file: 'actors/shard/parked/parked-requests.ts',
    change: "state.is !== 'rests_there' || state.asked !== '' → state.asked !== ''",
    why: 'only what rests at a provider has a word that is asked of it',
  },
  {
    file: 'actors/shard/parked/parked-requests.ts',
    change: 'at < this.nextDueAt → at <= this.nextDueAt',
    why: 'the same time is set once more',
  },
  {
    file: 'actors/shard/parked/parked-requests.ts',
    change: 'if (now < this.nextDueAt) return []; → nothing',
    why: 'a look at all of them finds none that is due',
  },
  {
    file: 'actors/shard/parked/parked-requests.ts',
    change: 'dueAt < this.nextDueAt → dueAt <= this.nextDueAt',
    why: 'the same time is set once more',
  },
  {
    file: 'actors/shard/parked/dealer-queue.ts',
    change: 'if (this.#named.length === 0) return false; → nothing',
    why: 'where nobody is named there is no next one to be asked',
  },
  {
    file: 'actors/shard/parked/dealer-acts.ts',
    change:
      'worstPrice !== undefined && wait.side * (price - worstPrice) > 0 → wait.side * (price - worstPrice) > 0',
    why: 'nothing is more than what is not there',
  },
  {
    file: 'actors/shard/parked/asked-there.ts',
    change:
      "row?.type === 'order' && row.asked !== '' && isStarted(row) → row?.type === 'order' && row.asked !== ''",
    why: 'an order of which something is asked is started',
  },
  {
    file: 'actors/shard/parked/parking.ts',
    change: 'order !== undefined && order.gatewayId !== 0 → order.gatewayId !== 0',
    why: 'what waits by an order of its own has it',
  },
  {
    file: 'actors/shard/parked/parking.ts',
    change: 'if (isRefusal(set)) return set; → nothing',
    why: 'what is written for an account that is set aside is refused in the same words',
  },
  {
    file: 'actors/shard/questions/repairs.ts',
    change: 'page.length >= PAGE_BYTES → page.length > PAGE_BYTES',
    why: 'a page is one record longer where its bytes end with one',
  },
  {
    file: 'actors/shard/questions/exposures.ts',
    change: 'if (book.groupsByPath.get(groupPath)?.hasSpreads !== true) { of(0).ad… → nothing',
    why: 'row by row it comes to the same sums, which takes longer',
  },
  {
    file: 'actors/shard/questions/margins.ts',
    change: 'a.name < b.name → a.name <= b.name',
    why: 'no two symbols have one name',
  },
  {
    file: 'actors/shard/providers/sent-orders.ts',
    change: 'seq !== 0 && looked < RECORDS_MAX → looked < RECORDS_MAX',
    why: 'no record of the log has the number 0',
  },
  {
    file: 'actors/shard/questions/corrections.ts',
    change: 'position === undefined || why[i] !== undefined → why[i] !== undefined',
    why: 'a position that is not there has its refusal',
  },
  {
    file: 'actors/shard/questions/margins.ts',
    change: 'book.symbolsById.get(id) ?? [] → book.symbolsById.get(id)',
    why: 'a symbol that is held is not deleted',
  },
  {
    file: 'actors/shard/questions/corrections.ts',
    change:
      'why.find((refusal) => refusal !== undefined) ?? rows → why.find((refusal) => refusal !== undefined)',
    why: 'of each account that is asked a position is named',
  },
  {
    file: 'actors/shard/questions/questions.ts',
    change: 'account !== undefined && watched.coversAny(account) → account !== undefined',
    why: 'what nobody watches is told to nobody',
  },
  {
    file: 'actors/shard/providers/orders-there.ts',
    change: 'parked === undefined || state === undefined → state === undefined',
    why: 'a request that waits has a state',
  },
  {
    file: 'actors/links/pricing/pricer.ts',
    change: 'route === undefined || targets === undefined → targets === undefined',
    why: 'a feed that is not there has no targets',
  },
  {
    file: 'actors/links/pricing/pricer.ts',
    change: 'route === undefined || !symbol.owner.is(route) → !symbol.owner.is(route)',
    why: 'a feed that is not there has no targets, so nothing is looked at',
  },
  {
    file: 'actors/links/pricing/pricer.ts',
    change: 'counts && 1 → 1',
    why: 'sizes that are told in lots come to the same, read either way',
  },
  {
    file: 'actors/links/pricing/pricer.ts',
    change: 'bid === undefined || ask === undefined || !isMarket(bid, ask) → !isMarket(bid, ask)',
    why: 'what is no price is no market',
  },
  {
    file: 'actors/links/pricing/pricer.ts',
    change: 'bid === undefined || ask === undefined → bid === undefined',
    why: 'what is no price is no market',
  },
  {
    file: 'actors/links/pricing/pricer.ts',
    change: 'bid === undefined || ask === undefined → ask === undefined',
    why: 'what is no price is no market',
  },
  {
    file: 'actors/links/pricing/pricer.ts',
    change: 'isCarried || symbol.isDerived → symbol.isDerived',
    why: 'nobody stands behind the price of a symbol that no feed carried a moment ago',
  },
  {
    file: 'actors/links/pricing/pricer.ts',
    change: 'if (symbol.isDerived) return; → nothing',
    why: 'it is renewed once more after its source, which counts',
  },
  {
    file: 'actors/links/pricing/pricer.ts',
    change: 'if (known?.holidays === holidays && sameValue(known.clock, clock)) re… → nothing',
    why: 'the same hours are looked up once more',
  },
  {
    file: 'actors/links/pricing/pricer.ts',
    change: 'spec.id < 1 || spec.id >= BOARD_SYMBOLS_MAX → spec.id >= BOARD_SYMBOLS_MAX',
    why: 'the first id is 1',
  },
  {
    file: 'actors/links/pricing/pricer.ts',
    change: 'levels.at(-1)?.distance ?? 0 → levels.at(-1)?.distance',
    why: 'it is asked where there is a level',
  },
  {
    file: 'actors/links/pricing/pricer.ts',
    change: 'volume > 0 → volume >= 0',
    why: 'none is 0 either way',
  },
  {
    file: 'actors/links/fix/order-session.ts',
    change: "order.replaces ?? '' → order.replaces",
    why: 'no order has that name',
  },
  {
    file: 'actors/links/fix/order-session.ts',
    change: 'connection?.numbers.nextOut ?? 0 → connection?.numbers.nextOut',
    why: 'without a connection nothing is sent that would have the number',
  },
  {
    file: 'actors/links/fix/order-session.ts',
    change: 'if (this.#isClosed) return false; → nothing',
    why: 'a connection that was closed delivers nothing more',
  },
  {
    file: 'actors/links/fix/order-messages.ts',
    change: "order.replaces ?? '' → order.replaces",
    why: 'a change names the order that it replaces',
  },
  {
    file: 'actors/links/fix/order-messages.ts',
    change: 'at < 0 → at <= 0',
    why: 'a name that begins with the mark is no order of ours, cut or whole',
  },
  {
    file: 'actors/links/fix/sent-messages.ts',
    change: 'map.size > max && oldest !== undefined → map.size > max',
    why: 'a map that is too large has an oldest',
  },
  {
    file: 'actors/links/gateways/gateway-actor.ts',
    change: 'own !== undefined && this.session === own → this.session === own',
    why: 'a session says nothing before it was opened',
  },
  {
    file: 'actors/links/gateways/gateway-profile.ts',
    change: 'a.type < b.type → a.type <= b.type',
    why: 'each type is there once',
  },
  {
    file: 'actors/links/gateways/order-times.ts',
    change: 'isEnd || timed.rests → isEnd',
    why: 'of an order that rests nothing but the first answer is timed',
  },
  {
    file: 'actors/links/gateways/transaction-words.ts',
    change: "undoes?.quantity ?? '' → undoes?.quantity",
    why: 'there is no digit in it either way',
  },
  {
    file: 'actors/links/fix/fix-connection.ts',
    change: "socket.remoteAddress ?? '' → socket.remoteAddress",
    why: 'a socket that says its first message has an address',
  },
  {
    file: 'actors/links/fix/fix-connection.ts',
    change:
      'this.#session?.received(message, this.#now) ?? [] → this.#session?.received(message, this.#now)',
    why: 'the session has begun by then',
  },
  {
    file: 'actors/links/fix/fix-connection.ts',
    change: 'this.#session?.proceed(this.#now) ?? [] → this.#session?.proceed(this.#now)',
    why: 'who goes on has a session',
  },
  {
    file: 'actors/links/fix/fix-connection.ts',
    change: 'if (decisions.length === 0) return; → nothing',
    why: 'nothing is done one by one',
  },
  {
    file: 'actors/links/fix/fix-connection.ts',
    change: "this.#due.length > 0 && this.#why === '' → this.#due.length > 0",
    why: 'what is left after the end is not carried out',
  },
  {
    file: 'actors/links/fix/fix-connection.ts',
    change: 'if (steps.length === 0) return; → nothing',
    why: 'the number of what was received is written earlier, and nothing waits for it',
  },
  {
    file: 'actors/links/fix/fix-acceptors.ts',
    change: "tls.verifies && tls.authority !== '' → tls.verifies",
    why: 'without an authority no certificate is asked for',
  },
  {
    file: 'actors/links/fix/fix-stores.ts',
    change: 'id !== undefined && !ids.includes(Number(id)) → !ids.includes(Number(id))',
    why: 'no file belongs to the connection without a number',
  },
  {
    file: 'actors/links/feeds/datafeed-actor.ts',
    change: 'own !== undefined && this.#session === own → this.#session === own',
    why: 'a session says nothing before it was opened',
  },
  {
    file: 'actors/links/feeds/dde-price-session.ts',
    change: "address ?? { host: '', port: 0 } → address",
    why: 'the address was read before the session was made',
  },
  {
    file: 'actors/links/links-host.ts',
    change: 'await this.#builtIn?.stop() → this.#builtIn?.stop()',
    why: 'the thread that the providers run on ends with it',
  },
  {
    file: 'actors/links/record-keeper.ts',
    change: 'this.#work ?? Promise.resolve() → this.#work',
    why: 'there is work once it was woken',
  },
  {
    file: 'actors/links/record-keeper.ts',
    change: 'this.#saidAt.get(which) ?? Number.NEGATIVE_INFINITY → this.#saidAt.get(which)',
    why: 'what was never said is said, whatever the time',
  },
  {
    file: 'actors/links/seen-names.ts',
    change:
      'known === DIGITS_MAX || (known === undefined && this.#digits.size >= … → (known === undefined && this.#digits.size >= SEEN_NAMES_MAX)',
    why: 'more decimals than the most are the most again',
  },
  {
    file: 'actors/links/seen-names.ts',
    change: 'digits > known → digits >= known',
    why: 'the same decimals are written once more',
  },
  {
    file: 'actors/links/simulator/simulated-book.ts',
    change: 'if (best.price === price) return true; → nothing',
    why: 'the same levels are set once more',
  },
  {
    file: 'actors/desk/identity/auth.ts',
    change: 'session?.login !== login || account === undefined → session?.login !== login',
    why: 'accounts are archived and not removed, so that of a session is there',
  },
  {
    file: 'actors/desk/identity/auth.ts',
    change: 'this.#facts(login) ?? [] → this.#facts(login)',
    why: 'accounts are archived and not removed, so that of a session is there',
  },
  {
    file: 'actors/jobs/account-export.ts',
    change: 'total ?? 0 → total',
    why: 'the larger of no number and the count of now is that count',
  },
  {
    file: 'actors/jobs/account-import.ts',
    change: 'if (last < turnEnds) continue; → nothing',
    why: 'other work has its turn after each record, which is slower',
  },
  {
    file: 'actors/jobs/account-import.ts',
    change: 'last < turnEnds → last <= turnEnds',
    why: 'a turn of reading is one record longer',
  },
  {
    file: 'actors/jobs/account-import.ts',
    change: "'error' in read || error !== null → error !== null",
    why: 'of a record that cannot be read the error is a text',
  },
  {
    file: 'actors/jobs/account-import.ts',
    change: "error ?? '' → error",
    why: 'a record is refused for an error alone',
  },
  {
    file: 'actors/jobs/account-import.ts',
    change: 'items[at]?.login ?? 0 → items[at]?.login',
    why: 'what was typed is of one of the items, and each has a login',
  },
  {
    file: 'actors/jobs/account-import.ts',
    change: "refusal !== null || typeof hash !== 'string' → refusal !== null",
    why: 'what is no hash has become the refusal the line before',
  },
  {
    file: 'actors/jobs/account-import.ts',
    change: "cells[columns.indexOf('login')] ?? '' → cells[columns.indexOf('login')]",
    why: 'a cell that is not there is no number, as an empty one is 0: neither names a login',
  },
  {
    file: 'actors/jobs/account-import.ts',
    change: 'login > 0 → login >= 0',
    why: 'a login of 0 is none',
  },
  {
    file: 'actors/jobs/account-import.ts',
    change: 'if (account === null) return item; → nothing',
    why: 'passwords are of records that fit, which have an account',
  },
  {
    file: 'actors/jobs/account-import.ts',
    change: 'at > 0 → at >= 0',
    why: 'a record has three passwords at the most, fewer than a slice',
  },
  {
    file: 'actors/jobs/account-import.ts',
    change: 'end < 0 → end <= 0',
    why: 'the first record is always taken, so that no slice ends with it',
  },
  {
    file: 'actors/jobs/log-archive.ts',
    change: 'await log.close() → log.close()',
    why: 'a log that is only read is closed when it is asked to be',
  },
  {
    file: 'actors/jobs/log-archive.ts',
    change: 'at[shard] ?? 0 → at[shard]',
    why: 'there is a place for each shard',
  },
  {
    file: 'actors/jobs/log-archive.ts',
    change: 'made.place.end[shard] ?? 0 → made.place.end[shard]',
    why: 'there is a place for each shard',
  },
  {
    file: 'actors/jobs/job-runner.ts',
    change: 'this.#isPoked || this.#isStopping → this.#isPoked',
    why: 'who stops it pokes it as well',
  },
  {
    file: 'actors/thread/fair-queue.ts',
    change: 'step < this.#lanes.length → step <= this.#lanes.length',
    why: 'the first lane is asked once more, and has nothing again',
  },
  {
    file: 'actors/thread/random.ts',
    change: 'i > 0 → i >= 0',
    why: 'the first letter changes places with itself',
  },
  {
    file: 'actors/shard/quarantine.ts',
    change: 'if (this.#fresh.length === 0) return NONE; → nothing',
    why: 'with none that are new another empty list is answered',
  },
  {
    file: 'actors/shard/margin-calls.ts',
    change: 'this.#stuck.clear(); → nothing',
    why: 'one that has nothing to be done any more is looked at with each retry, as one that recovered before it: slower',
  },
  {
    file: 'actors/shard/long-answers/snapshot.ts',
    change: 'this.w.length >= this.#slice.left → this.w.length > this.#slice.left',
    why: 'a part that fills its slice to the byte has one row more',
  },
  {
    file: 'actors/desk/settings/config-store.ts',
    change: 'kindOf(kind).secrets ?? [] → kindOf(kind).secrets',
    why: 'each kind whose records are opened has secrets',
  },
  {
    file: 'actors/desk/desk-client.ts',
    change: "this.#send({ type: 'wake' }); → nothing",
    why: 'the projector looks every 25 ms by itself',
  },
  {
    file: 'actors/projector/projector.worker.ts',
    change: 'db.close(); → nothing',
    why: 'the connection is closed as its thread ends, right after',
  },
  {
    file: 'actors/sign-in/login-turns.ts',
    change: 'if (this.#last.get(login) === mine) this.#last.delete(login); → nothing',
    why: 'a promise that is settled stays for each login: only memory',
  },
  {
    file: 'actors/links/simulator/simulated-book.ts',
    change: 'scaledFromText(price, digits) ?? 0 → scaledFromText(price, digits)',
    why: 'the prices of the levels are drawn by the provider itself, as numbers',
  },
  {
    file: 'actors/links/simulator/simulated-book.ts',
    change: 'scaledFromText(lots, TENTHS_OF_A_LOT) ?? 0 → scaledFromText(lots, TENTHS_OF_A_LOT)',
    why: 'the sizes of the levels are drawn by the provider itself, as numbers',
  },
  {
    file: 'actors/links/simulator/simulated-quotes.ts',
    change: 'if (isTop) subscription.top[side] = named; → subscription.top[side] = named;',
    why: 'who is told of all levels is not told by the best ones',
  },
  {
    file: 'actors/links/pricing/pricer.ts',
    change:
      'if (book.symbolsById !== this.#specs) this.#replaceSymbols(book.symbo… → this.#replaceSymbols(book.symbolsById, calendar);',
    why: 'the same symbols are gone through once more, and none is another',
  },
  {
    file: 'actors/links/pricing/pricer.ts',
    change: 'this.#calendar = calendar; → nothing',
    why: 'the same hours are looked up once more',
  },
  {
    file: 'actors/links/pricing/pricer.ts',
    change:
      'if (root.followers.some((symbol) => placed.has(symbol))) placed.add(r… → placed.add(root);',
    why: 'a price whose symbol stayed as it was comes to the same end',
  },
  {
    file: 'actors/links/pricing/pricer.ts',
    change:
      'if (!isFirst) for (const symbol of placed) this.#renewWithFollowers(s… → for (const symbol of placed) this.#renewWithFollowers(symbol);',
    why: 'a new pricer has just expired all prices, and what is expired is not renewed',
  },
  {
    file: 'actors/links/gateways/gateway-profile.ts',
    change:
      'if (oldest !== undefined) this.#reports.delete(oldest); → this.#reports.delete(oldest);',
    why: 'there is no report without a number',
  },
  {
    file: 'actors/links/gateways/gateway-profile.ts',
    change: 'rising.length - 1 → rising.length + 1',
    why: 'a share below one never lies beyond the last',
  },
  {
    file: 'actors/links/gateways/order-times.ts',
    change: 'if (oldest !== undefined) this.#orders.delete(oldest); → this.#orders.delete(oldest);',
    why: 'there is no order without an id',
  },
  {
    file: 'actors/links/record-keeper.ts',
    change: 'if (source !== undefined) this.wake(); → this.wake();',
    why: 'without a thread the work ends as it begins',
  },
  {
    file: 'actors/links/connections-client.ts',
    change:
      'await this.#links?.ask(name, request).catch(() => this.#away) → this.#links?.ask(name, request).catch(() => this.#away)',
    why: 'a promise is there or is not, and what is answered waits for it either way',
  },
  {
    file: 'actors/links/tcp-link.ts',
    change: "error.code ?? '' → error.code",
    why: 'no loss is listed under an error without a code',
  },
  {
    file: 'actors/links/tls-socket.ts',
    change: "code ?? '' → code",
    why: 'no fault is listed under an error without a code',
  },
  {
    file: 'actors/jobs/slice.task.ts',
    change: 'yieldToTrading(); → nothing',
    why: 'who goes first on a busy machine, nothing else',
  },
  {
    file: 'actors/files/files.task.ts',
    change: 'yieldToTrading(); → nothing',
    why: 'who goes first on a busy machine, nothing else',
  },
  {
    file: 'actors/sign-in/patient-password.task.ts',
    change: 'yieldToTrading(); → nothing',
    why: 'who goes first on a busy machine, nothing else',
  },
  {
    file: 'actors/projector/projector.worker.ts',
    change: 'yieldToTrading(); → nothing',
    why: 'who goes first on a busy machine, nothing else',
  },
  {
    file: 'actors/desk/desk-client.ts',
    change: 'await ended → ended',
    why: 'a drill that looks for the end of the thread sees to it itself',
  },
  {
    file: 'actors/shard/trade.ts',
    change: 'tell !== undefined && parking.requests.size > 0 → tell !== undefined',
    why: 'where nothing waits there is nothing to join',
  },
  {
    file: 'actors/shard/trade.ts',
    change:
      'parking.requests.size > 0 && parking.requests.busy(account.login, tou… → parking.requests.busy(account.login, touchedBy(request))',
    why: 'where nothing waits nothing is busy',
  },
  {
    file: 'actors/shard/questions/questions.ts',
    change: 'accounts.get(login)?.groupPath ?? null → accounts.get(login)?.groupPath',
    why: 'what is undefined in a list is null in JSON',
  },
  {
    file: 'actors/shard/questions/trades.ts',
    change: 'isRefusal(account) || position === undefined → position === undefined',
    why: 'of an account that is refused no position is found',
  },
  {
    file: 'actors/shard/live/watched-accounts.ts',
    change: 'if (this.#masks.length === 0) return false; → nothing',
    why: 'of no masks none fits',
  },
  {
    file: 'actors/shard/live/watched-accounts.ts',
    change: 'this.#covered.set(groupPath, covered); → nothing',
    why: 'what is not kept is found anew, which is slower',
  },
  {
    file: 'actors/shard/shard-client.ts',
    change: 'if (this.#flushing) return; → nothing',
    why: 'a second flush of a turn finds nothing to send',
  },
  {
    file: 'actors/shard/shard-client.ts',
    change: 'this.#out.length === 0 || this.#worker === undefined → this.#worker === undefined',
    why: 'where nothing is to be sent no batch is taken, and no bytes are added',
  },
  {
    file: 'actors/shard/margin-calls.ts',
    change:
      'if (!isFew || !this.#moved.includes(symbolId)) this.#moved.push(symbo… → this.#moved.push(symbolId);',
    why: 'a symbol that stands twice is looked at twice, which is slower',
  },
  {
    file: 'actors/shard/intake-pace.ts',
    change: 'if (this.#pauseUs > 0) this.#restFor(records); → this.#restFor(records);',
    why: 'without a pause nothing is owed, and a rest of nothing is too short to be taken',
  },
  {
    file: 'actors/sign-in/passwords.ts',
    change: 'if (this.#running.size === 0) return; → nothing',
    why: 'a look a second finds nothing that is stuck',
  },
  {
    file: 'actors/shard/day-ends.ts',
    change: 'firstAt === 0 || this.#clock === undefined → firstAt === 0',
    why: 'no day is stepped before there is a clock',
  },
  {
    file: 'actors/shard/parked/dealer-acts.ts',
    change: "parked === undefined || state?.is !== 'with_dealers' → state?.is !== 'with_dealers'",
    why: 'what is not parked has no state',
  },
  {
    file: 'actors/links/outbound.ts',
    change: "found[0]?.address ?? '' → found[0]?.address",
    why: 'a name that is found has an address',
  },
]
