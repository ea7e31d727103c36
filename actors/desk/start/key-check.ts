import { type Refusal, refuse } from '../../../engine/code.js'
import { CONFIG_KINDS } from '../../../engine/config/config-records.js'
import { metaRepo } from '../../../storage/repos/meta.js'
import { type Seal, SealError } from '../../../storage/secrets/seal.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import type { Desk } from '../desk.js'
import { countOpened } from '../settings/config-secrets.js'

/**
 * Is this the key that the directory's secrets are sealed with? A known text that was sealed at the first
 * start says so. A directory that has none yet, of an older server, gets one if any of its secrets opens.
 */
const KNOWN_TEXT = 'openfloor'
const PLACE = 'meta/sealed_text'

/** Refuses a key that is not the one the secrets are sealed with, inside a change. */
export function refuseOtherKey(desk: Desk): Refusal | undefined {
  const sealed = metaRepo(desk.db).get('sealed_text')
  if (sealed === undefined ? fitsSecrets(desk) : opens(desk, sealed)) {
    if (sealed === undefined) sealKnownText(desk)
    return undefined
  }
  return refuse(
    'conflict',
    "the stored secrets were sealed with another key: put the old secret.key back, or its SECRET_KEY. If it is lost, let the server go on with this one (openfloor admin accept-key) and enter the connections' secrets anew",
  )
}

/** Seals the known text with this key, which is the right one from now on. */
export function sealKnownText({ db, seal }: Desk): void {
  metaRepo(db).set('sealed_text', seal.seal(KNOWN_TEXT, PLACE))
}

function opens({ seal }: Pick<Desk, 'seal'>, sealed: string): boolean {
  try {
    return seal.open(sealed, PLACE) === KNOWN_TEXT
  } catch (error) {
    if (error instanceof SealError) return false
    throw error
  }
}

/** Whether the key opens the known text; undefined where none is stored. */
export function opensKnownText(db: Sqlite, seal: Seal): boolean | undefined {
  const sealed = metaRepo(db).get('sealed_text')
  return sealed === undefined ? undefined : opens({ seal }, sealed)
}

function fitsSecrets({ config, seal }: Desk): boolean {
  let [opened, closed] = [0, 0]
  for (const kind of CONFIG_KINDS) {
    for (const { id } of config.records[kind]) {
      const [some, others] = countOpened(seal, { kind, id }, config.secretsOf(kind, id))
      opened += some
      closed += others
    }
  }
  return opened > 0 || closed === 0
}
