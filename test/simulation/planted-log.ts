import { type RecentRefusal, RecentRefusals } from '../../actors/shard/outcomes/recent-refusals.js'
import { apply } from '../../engine/account/apply.js'
import type { AccountRecord, DealEvent } from '../../engine/account/event.js'
import type { Account } from '../../engine/account/state.js'
import type { Log } from '../../storage/log/log.js'
import { decodeRecords, encodeRecord, RecordBuffer } from '../../wire/record/record.js'
import type { GivenShard, Told } from '../given/floors/shard.js'
import { rare, type Sabotage } from './sabotage.js'

/** Mistakes in what is remembered, made durable, told, recovered and projected. */
export function plantedInLog(): Sabotage[] {
  return [
    { name: 'requests are not told from their repeats', built: forgetKeys },
    { name: 'refused requests are not remembered', built: forgetRefusals },
    { name: 'refused requests are remembered for ever', built: keepRefusals },
    { name: 'refused requests are remembered whatever they asked', built: blurRefusals },
    { name: 'refused requests are written to the log', built: writeRefusals },
    { name: 'what was carried out is forgotten after ten minutes', built: forgetSoon },
    { name: 'a key used for another request answers the first', built: ignoreBodies },
    { name: 'told before the commit', tellsBeforeCommit: true },
    rare({ name: 'told although the commit failed', tellsAfterFailure: true }),
    { name: 'the last record of a turn is not logged', wrapLog: dropLastRecord },
    { name: 'one event in some is not told', told: sometimes(30, dropEvent) },
    { name: 'events are told in another order', told: sometimes(30, swapEvents) },
    { name: 'a reply goes out twice', told: sometimes(30, repeatReply) },
    { name: 'a deal is applied twice', built: (rig) => onTrade(rig, applyTwice) },
    { name: 'the account skips a seq', built: (rig) => onTrade(rig, skipSeq) },
    { name: 'an exposure keeps what was closed', built: (rig) => onTrade(rig, fattenExposure) },
    consistently('profit has the wrong sign', wrongSign),
    consistently('closing leaves the swap behind', forgetSwap),
    consistently('credit goes to the balance', creditToBalance),
    consistently('a deposit does not reach the balance', loseDeposit),
    consistently('a closing is charged a cent too much', chargeCent),
    { name: 'the margin check is skipped', built: skipMarginCheck },
    { name: 'buys and sells take the wrong side of the price', built: swapQuoteSides },
    rare({ name: 'ids are given out again after a power cut', forgetsIdRanges: true }),
    { name: 'recovery overlooks a record', forgetsAtRecovery: everyNth(50) },
    { name: 'the projector stores a batch twice', projectsTwice: true },
    { name: 'a failed commit is cut in the middle of a record', wrapLog: tearCommits },
  ]
}

function forgetKeys(rig: GivenShard): void {
  rig.core.keys.find = () => []
}

function forgetRefusals(rig: GivenShard): void {
  rig.core.refusals.find = () => undefined
}

function keepRefusals(rig: GivenShard): void {
  const { refusals } = rig.core
  const held = new Map<string, RecentRefusal>()
  const add = refusals.add.bind(refusals)
  refusals.add = (login, key, digest, refusal, at) => {
    add(login, key, digest, refusal, at)
    const own = refusals.find(login, key, at)
    if (own !== undefined) held.set(`${login} ${key}`, own)
  }
  refusals.find = (login, key, now) =>
    RecentRefusals.prototype.find.call(refusals, login, key, now) ?? held.get(`${login} ${key}`)
}

function blurRefusals(rig: GivenShard): void {
  const { refusals } = rig.core
  const find = refusals.find.bind(refusals)
  let digest = 0
  const trade = rig.core.trade.bind(rig.core)
  rig.core.trade = (account, parsed, ...rest) => {
    digest = parsed.digest
    return trade(account, parsed, ...rest)
  }
  refusals.find = (...asked) => {
    const found = find(...asked)
    return found === undefined ? undefined : { ...found, digest }
  }
}

function writeRefusals(rig: GivenShard): void {
  const { core } = rig
  const add = core.refusals.add.bind(core.refusals)
  core.refusals.add = (login, requestKey, digest, refusal, at) => {
    add(login, requestKey, digest, refusal, at)
    const { code, message } = refusal
    if (requestKey !== '')
      core.ledger.write(rig.account(login), { requestKey, digest, code, message }, [])
  }
}

function forgetSoon(rig: GivenShard): void {
  const { core } = rig
  const find = core.keys.find.bind(core.keys)
  core.keys.find = (login, key) =>
    find(login, key).filter((seq) => (core.records.record(seq)?.at ?? 0) > core.now - 600_000)
}

function ignoreBodies(rig: GivenShard): void {
  const { core } = rig
  const trade = core.trade.bind(core)
  core.trade = (account, parsed) => trade(account, { ...parsed, digest: 7 })
}

function onTrade(rig: GivenShard, then: (account: Account, record: AccountRecord) => void): void {
  const { core } = rig
  const trade = core.trade.bind(core)
  const mayHappen = everyNth(20)
  core.trade = (account, parsed) => {
    const outcome = trade(account, parsed)
    if (outcome !== 'waits' && outcome.ok && mayHappen()) then(account, outcome.record)
    return outcome
  }
}

function applyTwice(account: Account, record: AccountRecord): void {
  const deal = dealOf(record)
  if (deal === undefined) return
  apply(account, deal)
  account.seq--
}

function skipSeq(account: Account): void {
  account.seq++
}

function fattenExposure(account: Account): void {
  for (const position of account.positions.values()) account.exposures.add(position)
}

function skipMarginCheck(rig: GivenShard): void {
  const { core } = rig
  const trade = core.trade.bind(core)
  core.trade = (account, parsed) => {
    account.balance += 1e12
    const outcome = trade(account, parsed)
    account.balance -= 1e12
    return outcome
  }
}

function swapQuoteSides(rig: GivenShard): void {
  const { market: prices } = rig.core
  const quote = prices.quote.bind(prices)
  const { trade } = rig.core
  rig.core.trade = (account, parsed) => {
    prices.quote = (symbolId) => {
      const held = quote(symbolId)
      return held === undefined ? undefined : { ...held, bid: held.ask, ask: held.bid }
    }
    const outcome = trade.call(rig.core, account, parsed)
    prices.quote = quote
    return outcome
  }
}

/** Changes records in memory, in the log and in what is told alike. */
function consistently(
  name: string,
  change: (account: Account, record: AccountRecord) => void,
): Sabotage {
  const changed = new Map<number, AccountRecord>()
  return {
    name,
    record(account, record) {
      change(account, record)
      changed.set(record.seq, record)
    },
    wrapLog: (log) =>
      committing(log, (records) => records.map((record) => changed.get(record.seq) ?? record)),
  }
}

function wrongSign(account: Account, record: AccountRecord): void {
  const deal = dealOf(record)
  if (deal?.entry !== 'out') return
  account.balance -= 2 * deal.profit
  alter(deal, { profit: 0 - deal.profit })
}

function forgetSwap(account: Account, record: AccountRecord): void {
  const deal = dealOf(record)
  if (deal?.entry !== 'out') return
  account.balance -= deal.swap
  alter(deal, { swap: 0 })
}

function creditToBalance(account: Account, record: AccountRecord): void {
  const deal = dealOf(record)
  if (deal?.action !== 'credit_in') return
  account.credit -= deal.credit
  account.balance += deal.credit
}

function loseDeposit(account: Account, record: AccountRecord): void {
  const deal = dealOf(record)
  if (deal?.action === 'deposit') account.balance -= deal.profit
}

function chargeCent(account: Account, record: AccountRecord): void {
  const deal = dealOf(record)
  if (deal?.entry !== 'out') return
  account.balance -= 1
  alter(deal, { profit: deal.profit - 1 })
}

function dealOf(record: AccountRecord): DealEvent | undefined {
  return record.events.find((event): event is DealEvent => event.type === 'deal')
}

function alter(event: DealEvent, change: Partial<DealEvent>): void {
  Object.assign(event, change)
}

function dropLastRecord(log: Log): Log {
  const mayHappen = everyNth(10)
  return committing(log, (records) =>
    records.length > 1 && mayHappen() ? records.slice(0, -1) : records,
  )
}

/** The disk keeps half a record, and the log says that all is well. */
function tearCommits(log: Log): Log {
  const mayHappen = everyNth(40)
  return wrapped(log, (firstSeq, bytes) => {
    log.commit(firstSeq, mayHappen() ? bytes.subarray(0, bytes.length - 9) : bytes)
  })
}

function committing(log: Log, change: (records: AccountRecord[]) => AccountRecord[]): Log {
  return wrapped(log, (firstSeq, bytes) => {
    const into = new RecordBuffer()
    for (const record of change([...decodeRecords(bytes)])) encodeRecord(record, into)
    log.commit(firstSeq, into.bytes())
  })
}

function wrapped(log: Log, commit: Log['commit']): Log {
  return {
    commit,
    begin: () => false,
    settle: () => log.settle(),
    read: (fromSeq) => log.read(fromSeq),
    entryHolding: (seq) => log.entryHolding(seq),
    last: () => log.last(),
    first: () => log.first(),
    trim: (beforeSeq, most) => log.trim(beforeSeq, most),
    prepare: () => log.prepare(),
    close: () => log.close(),
  }
}

function sometimes(count: number, change: (told: Told[]) => Told[]): (told: Told[]) => Told[] {
  const mayHappen = everyNth(count)
  return (told) => (mayHappen() ? change(told) : told)
}

function isAccountEvent(entry: Told): boolean {
  return entry.kind === 'event' && 'seq' in entry.value
}

function dropEvent(told: Told[]): Told[] {
  const place = told.findIndex(isAccountEvent)
  return place < 0 ? told : told.toSpliced(place, 1)
}

function swapEvents(told: Told[]): Told[] {
  const place = told.findIndex(
    (entry, index) =>
      isAccountEvent(entry) && told.slice(index + 1).some((next) => isNextOf(entry, next)),
  )
  const first = told[place]
  if (first === undefined) return told
  const other = told.findIndex((next, index) => index > place && isNextOf(first, next))
  const second = told[other] as Told
  return told.with(place, second).with(other, first)
}

function isNextOf(entry: Told, next: Told): boolean {
  return isAccountEvent(next) && next.target === entry.target
}

function repeatReply(told: Told[]): Told[] {
  const reply = told.find((entry) => entry.kind === 'reply')
  return reply === undefined ? told : [...told, reply]
}

function everyNth(count: number): () => boolean {
  let left = count
  return () => {
    if (--left > 0) return false
    left = count
    return true
  }
}
