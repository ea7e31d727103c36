import { assert } from '../../../engine/assert.js'
import { type Refusal, refuse } from '../../../engine/code.js'
import { contentOf } from '../../../engine/config/content.js'
import { licenceKind } from '../../../engine/config/kinds/licence.js'
import type { LicenceRecord } from '../../../engine/config/records/licence.js'
import {
  type LicencePayload,
  refusedBinding,
  refusedPayload,
} from '../../../engine/licence/payload.js'
import { isValid, licenceWarnings } from '../../../engine/licence/status.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { ADMINISTRATOR_LOGIN } from '../start/seed.js'
import { ConfigDesk } from './config-changes.js'
import { ConfigPlanner } from './config-plan.js'
import { openedRecord, type SealedSecrets, sealedContent } from './config-secrets.js'
import { bindingOf, refusedSignature } from './licence-key.js'
import { LicencePlanner, type PlannedLine } from './licence-plan.js'

/**
 * The licence of this server.
 *
 *   - A key is applied as a whole in one transaction: the licence, its brands, and the groups of a
 *     renamed company. A key that fails a check changes nothing and leaves a journal line.
 *   - The status checks the key again each time; limits use what was applied.
 *   - Applying the same content again writes nothing.
 *   - A dry run makes all checks and reports the changes; it writes nothing, not even the line
 *     about a refused key.
 */

export interface ApplyLicence {
  readonly actor: Actor
  readonly key: string
  /** The content of the key, or a text with the reason why it has none. */
  readonly payload: LicencePayload | string
  readonly isDryRun: boolean
}

export interface AppliedLicence extends LicenceStatus {
  /** The changes of a dry run; null if it was applied. */
  readonly planned: readonly PlannedLine[] | null
}

/** The status of a licence without its brands, which everyone may read. */
export interface LicenceStatus {
  readonly licence: LicenceRecord
  readonly serverId: string
  readonly usedAccounts: number
  readonly usedGroups: number
  readonly valid: boolean
  readonly warnings: readonly string[]
}

export function licenceDesk(desk: Desk) {
  const licences = new Licences(desk)
  return {
    'licence.status': (): Outcome<LicenceStatus> => accept(licences.status()),
    'licence.apply': (request: ApplyLicence) => licences.apply(request),
  }
}

class Licences {
  readonly #desk: Desk
  readonly #config: ConfigDesk

  constructor(desk: Desk) {
    this.#desk = desk
    this.#config = new ConfigDesk(desk, new ConfigPlanner(desk))
  }

  status(): LicenceStatus {
    const { clock, config, licencePublicKey } = this.#desk
    const licence = this.#licence()
    const groups = config.world.list('groups')
    const state = {
      licence,
      hasPublicKey: licencePublicKey !== undefined,
      refused: licence.has_key ? this.#refusedNow(licence) : null,
      groups,
      now: clock.now(),
    }
    return {
      licence,
      serverId: this.#serverId(),
      usedAccounts: this.#desk.tables.accounts.countOpen(),
      usedGroups: groups.length,
      valid: isValid(state),
      warnings: licenceWarnings(state),
    }
  }

  apply({ actor, key, payload, isDryRun }: ApplyLicence): Outcome<AppliedLicence> {
    const { clock, config, seal, licencePublicKey } = this.#desk
    const licence = this.#licence()
    const unsigned = refusedSignature(key, licencePublicKey)
    const no = (why: string) =>
      isDryRun ? refuse('invalid_input', why) : this.#refused(actor, why)
    if (unsigned !== null) return no(unsigned)
    if (typeof payload === 'string') return no(payload)
    const now = clock.now()
    const place = { serverId: this.#serverId(), now, applied: licence }
    const refused = refusedPayload(payload, place)
    if (refused !== null) return no(refused)
    const kept = config.secretsOf('licence', licence.id)
    const stored = { content: contentOf<'licence'>(licence), secrets: kept }
    const record = { kind: licenceKind, id: licence.id }
    const sealed = sealedContent(seal, record, stored.content, { key }, stored).secrets
    const secrets = sealed['key'] === kept['key'] ? kept : sealed
    const applied = { applied_at: new Date(now).toISOString(), applied_by: actor.login }
    const applying = { payload, applied, secrets, now, firstCompany: this.#firstCompany() }
    const planner = new LicencePlanner(config, applying)
    const plan = planner.plan(licence)
    if (typeof plan === 'string') return no(plan)
    if (isDryRun) return accept({ ...this.status(), planned: plan?.lines ?? [] })
    if (plan === null) return accept({ ...this.status(), planned: null })
    const done = this.#config.changeKinds(actor, (journal) => {
      for (const line of plan.lines) journal(actor, { kind: 'config', ...line })
      return accept({ made: plan.made, answer: null })
    })
    return done.ok ? accept({ ...this.status(), planned: null }) : done
  }

  /** The journal line stays although the request is refused. */
  #refused(actor: Actor, why: string): Refusal {
    const told = this.#desk.change((journal) => {
      const text = `Warning: a licence key was refused and changed nothing. ${why}`
      journal(actor, { kind: 'licence', text })
      return accept(null)
    })
    return told.ok ? refuse('invalid_input', why) : told
  }

  /** The reason why the applied key is no longer valid. */
  #refusedNow(licence: LicenceRecord): string | null {
    const { clock, config, seal, licencePublicKey } = this.#desk
    const secrets: SealedSecrets = config.secretsOf('licence', licence.id)
    const { key } = openedRecord(seal, placeOf(licence), ['key'], {}, secrets)
    if (key === '') return 'Its key cannot be opened with this SECRET_KEY: apply it again.'
    const unsigned = refusedSignature(String(key), licencePublicKey)
    if (unsigned !== null) return unsigned
    const place = { serverId: this.#serverId(), now: clock.now() }
    return refusedBinding(bindingOf(String(key)), place)
  }

  #firstCompany(): string {
    const group = this.#desk.tables.accounts.group(ADMINISTRATOR_LOGIN) ?? ''
    return this.#desk.config.world.named('groups', group)?.company ?? ''
  }

  #licence(): LicenceRecord {
    const [licence] = this.#desk.config.world.list('licence')
    assert(licence !== undefined, 'the record of the licence is there from the first start on')
    return licence
  }

  #serverId(): string {
    const id = this.#desk.tables.meta.get('server_id')
    assert(id !== undefined, 'a seeded database knows its server')
    return id
  }
}

function placeOf({ id }: LicenceRecord) {
  return { kind: 'licence' as const, id }
}
