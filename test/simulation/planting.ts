import type { DecisionContext } from '../../engine/account/decision.js'
import { isWaiting } from '../../engine/account/decision.js'
import type {
  AccountEvent,
  DealEvent,
  OrderEvent,
  PositionEvent,
} from '../../engine/account/event.js'
import type { Account } from '../../engine/account/state.js'
import { compileBook } from '../../engine/book/book.js'
import type { BookRecords } from '../../engine/config/book-records.js'
import type { GroupRecord } from '../../engine/config/records/group.js'
import type { SymbolRecord } from '../../engine/config/records/symbol.js'
import { TriggerBook } from '../../engine/triggers/trigger-book.js'
import type { Sabotage } from './sabotage.js'

/** Ways to plant a mistake: in levels, in what is decided, in what is written, in the settings gone by. */

type SetLevel = Parameters<TriggerBook['set']>

export interface GivenLevel {
  readonly side: SetLevel[0]
  readonly at: number
  readonly kind: SetLevel[3]
}

/** Every level is set as `change` has it. */
export function levels(name: string, change: (level: GivenLevel) => GivenLevel): Sabotage {
  return {
    name,
    plant: () =>
      patched(TriggerBook.prototype, 'set', (set) => {
        return function (this: TriggerBook, side, at, login, kind, id) {
          const changed = change({ side, at, kind })
          return set.call(this, changed.side, changed.at, login, kind, id)
        }
      }),
  }
}

/** Replaces a method until what it answers is called. */
export function patched<Kind extends object, Name extends keyof Kind>(
  prototype: Kind,
  name: Name,
  change: (own: Kind[Name]) => Kind[Name],
): () => void {
  const own = prototype[name]
  prototype[name] = change(own)
  return () => {
    prototype[name] = own
  }
}

/** A mistake in what the server does by itself: it is as `change` has it; undefined is nothing. */
export function acting(
  name: string,
  change: (
    events: readonly AccountEvent[],
    account: Account,
    context: DecisionContext,
  ) => readonly AccountEvent[] | undefined,
): Sabotage {
  return {
    name,
    built: ({ core }) => {
      const act = core.ledger.act.bind(core)
      core.ledger.act = (account, decide, noteOf) => {
        const other: typeof decide = (context) => {
          const events = decide(context)
          return events === undefined || isWaiting(events)
            ? events
            : change(events, account, context)
        }
        return act(account, other, noteOf)
      }
    },
  }
}

/** Every record's events are changed before anyone sees them; the account is as it was before them. */
export function writing(
  name: string,
  change: (events: readonly AccountEvent[], account: Account) => void,
): Sabotage {
  return {
    name,
    built: ({ core: { records, accounts } }) => {
      const append = records.append.bind(records)
      records.append = (fields, take) => {
        change(fields.events, accounts.get(fields.login) as Account)
        return append(fields, take)
      }
    },
  }
}

export function dealIn(events: readonly AccountEvent[]): DealEvent | undefined {
  return events.find((event): event is DealEvent => event.type === 'deal')
}

export function alter<Row extends OrderEvent | DealEvent | PositionEvent>(
  row: Row,
  change: Partial<Row>,
): void {
  Object.assign(row, change)
}

/** The shard goes by other settings than the given ones; everybody else by these. */
export function goingBy(
  name: string,
  change: (records: BookRecords) => Partial<BookRecords>,
): Sabotage {
  return {
    name,
    built: ({ core, margin }) => {
      for (const one of [core, margin]) {
        const setBook = one.setBook.bind(one)
        one.setBook = ({ records }) => setBook(compileBook({ ...records, ...change(records) }))
      }
      const { book } = core
      core.setBook(book)
      margin.setBook(book)
    },
  }
}

export function symbolsBy(
  name: string,
  change: (symbol: SymbolRecord) => Partial<SymbolRecord>,
): Sabotage {
  return goingBy(name, ({ symbols }) => {
    return { symbols: symbols.map((symbol) => ({ ...symbol, ...change(symbol) })) }
  })
}

export function groupsBy(
  name: string,
  change: (group: GroupRecord) => Partial<GroupRecord>,
): Sabotage {
  return goingBy(name, ({ groups }) => {
    return { groups: groups.map((group) => ({ ...group, ...change(group) })) }
  })
}

type Tier = GroupRecord['commissions'][number]['tiers'][number]

export function commissionsBy(name: string, change: (tier: Tier) => Partial<Tier>): Sabotage {
  return groupsBy(name, ({ commissions }) => ({
    commissions: commissions.map((row) => {
      return { ...row, tiers: row.tiers.map((tier) => ({ ...tier, ...change(tier) })) }
    }),
  }))
}

type LeverageTier = BookRecords['leverage_profiles'][number]['rules'][number]['tiers'][number]

export function tiersBy(
  name: string,
  change: (tier: LeverageTier) => Partial<LeverageTier>,
): Sabotage {
  return goingBy(name, ({ leverage_profiles }) => ({
    leverage_profiles: leverage_profiles.map((profile) => ({
      ...profile,
      rules: profile.rules.map((rule) => {
        return { ...rule, tiers: rule.tiers.map((tier) => ({ ...tier, ...change(tier) })) }
      }),
    })),
  }))
}
