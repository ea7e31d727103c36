import type { Supervisor } from '../../actors/server/supervisor.js'
import { groupOf } from '../../engine/book/book.js'
import { type Refusal, refuseTooMany } from '../../engine/code.js'
import type { ConfigChange } from '../../engine/config/book-records.js'
import type { ConfigKindName, ConfigRecords } from '../../engine/config/config-records.js'
import { isMarginKind, MARGIN_KINDS, type MarginRecord } from '../../engine/config/margin-kinds.js'
import { EFFECTS_ROWS_MAX } from '../../engine/limits/long-answers.js'
import { groupPath } from '../../engine/names/group-path.js'
import { textFromScaled } from '../../engine/numbers/decimal.js'
import { say } from '../../engine/reasons/reasons.js'
import type { Login } from '../../engine/units.js'
import type { EffectsView } from '../../wire/schema/settings/config.js'
import type { ChangedTerms, EffectsAnswer } from '../../wire/thread/effects.js'
import type { DeepReadonly, Static } from '../../wire/types/scalars.js'
import type { Session } from '../exchange/session.js'
import { groupWatchOf } from '../reach/group-reach.js'

export type Effects = DeepReadonly<Static<typeof EffectsView>>
type Trading = Pick<Supervisor, 'shards' | 'shardOf' | 'book'>

/** The number of decimals of a margin level. */
const LEVEL_DIGITS = 2
const NOTHING: Effects = { accounts: 0, margin_call: 0, stop_out: 0, unpriced: 0, worst: [] }
const UNDER_WAY = refuseTooMany(null, say('trade.too_many_requests.preview'))

/**
 * Previews of the margin effects of changes, calculated by the shards. A caller can run one preview
 * at a time.
 */
export class MarginEffects {
  readonly #trading: Trading
  readonly #asking = new Set<Login>()

  constructor(trading: Trading) {
    this.#trading = trading
  }

  /** The effect of changing a settings record; undefined if the change cannot affect margin. */
  async ofSettings<K extends ConfigKindName>(
    session: Session,
    kind: K,
    before: ConfigRecords[K] | null,
    after: ConfigRecords[K] | null,
  ): Promise<Effects | Refusal | undefined> {
    const changes = this.#changes(kind, before, after)
    if (changes === undefined) return undefined
    if (changes.length === 0 || before?.version === after?.version) return NOTHING
    return this.#asked(session, changes, null)
  }

  /**
   * The effect of changing several records together. If an id appears twice, the last record
   * counts.
   */
  async ofRecords(session: Session, records: readonly MarginRecord[]): Promise<Effects | Refusal> {
    const { version } = this.#trading.book
    const changes = MARGIN_KINDS.flatMap((kind) => {
      const own = records.filter((one) => one.kind === kind)
      const changed = [...new Map(own.map(({ record }) => [record.id, record])).values()]
      return changed.length === 0 ? [] : [{ version, kind, changed, removed: [] } as ConfigChange]
    })
    return changes.length === 0 ? NOTHING : this.#asked(session, changes, null)
  }

  /** The effect of giving these accounts another group or leverage. */
  ofAccounts(session: Session, terms: ChangedTerms): Promise<Effects | Refusal> {
    return this.#asked(session, [], terms)
  }

  #changes<K extends ConfigKindName>(
    kind: K,
    before: ConfigRecords[K] | null,
    after: ConfigRecords[K] | null,
  ): readonly ConfigChange[] | undefined {
    const { book } = this.#trading
    const { version } = book
    if (kind === 'leverage_switches') {
      // A scheduled switch of leverage is treated as if it took place now.
      const made = after as ConfigRecords['leverage_switches'] | null
      const group = made === null ? undefined : groupOf(book, groupPath(made.group))?.record
      if (made === null || group === undefined || made.done_at !== null) return []
      const { leverage_profile_id } = made
      const changed = [{ ...group, leverage_profile_id }]
      return [{ version, kind: 'groups', changed, removed: [] }]
    }
    // Allocations apply only to accounts opened later.
    if (kind === 'allocations') return []
    if (!isMarginKind(kind)) return undefined
    // A new record has no positions yet, and a record in use cannot be deleted.
    if (before === null || after === null) return []
    return [{ version, kind, changed: [after], removed: [] } as unknown as ConfigChange]
  }

  async #asked(
    session: Session,
    settings: readonly ConfigChange[],
    terms: ChangedTerms | null,
  ): Promise<Effects | Refusal> {
    const { login } = session
    if (this.#asking.has(login)) return UNDER_WAY
    this.#asking.add(login)
    try {
      const { shards, shardOf } = this.#trading
      const asked = { settings, reach: groupWatchOf(session, '*'), limit: EFFECTS_ROWS_MAX }
      const answers = await Promise.all(
        shards.map((shard) => {
          if (terms === null) return shard.ask('effects', { ...asked, accounts: null })
          const logins = terms.logins.filter((one) => shardOf.call(this.#trading, one) === shard)
          return shard.ask('effects', { ...asked, accounts: { ...terms, logins } })
        }),
      )
      const found: EffectsAnswer[] = []
      for (const answer of answers) {
        if (!answer.ok) return answer
        found.push(answer.value)
      }
      return together(found)
    } finally {
      this.#asking.delete(login)
    }
  }
}

function together(found: readonly EffectsAnswer[]): Effects {
  const sum = (field: Exclude<keyof EffectsAnswer, 'worst'>): number =>
    found.reduce((total, one) => total + one[field], 0)
  const [accounts, judged] = [sum('accounts'), sum('judged')]
  return {
    accounts,
    margin_call: sum('margin_call'),
    stop_out: sum('stop_out'),
    unpriced: sum('unpriced'),
    ...(judged < accounts ? { judged } : {}),
    worst: found
      .flatMap(({ worst }) => worst)
      .toSorted((a, b) => a.after - b.after || a.login - b.login)
      .slice(0, EFFECTS_ROWS_MAX)
      .map(({ login, before, after }) => ({
        login,
        level_before: before === null ? null : textFromScaled(before, LEVEL_DIGITS),
        level_after: textFromScaled(after, LEVEL_DIGITS),
      })),
  }
}
