import { type Refusal, refuse } from '../../../engine/code.js'
import { CONFIG_KINDS } from '../../../engine/config/config-records.js'
import { metaRepo } from '../../../storage/repos/meta.js'
import { type Seal, SealError } from '../../../storage/secrets/seal.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import type { Desk } from '../desk.js'
import { countOpened } from '../settings/config-secrets.js'

/**
 * Checks that the key is the one with which the directory's secrets are encrypted, by a known text
 * that the first start encrypted. A directory of an older server without that text gets one if any
 * of its secrets decrypts.
 */
const KNOWN_TEXT = 'openfloor'
const PLACE = 'meta/sealed_text'

/** Refuses a key with which the secrets were not encrypted, inside a change. */
export function refuseOtherKey(desk: Desk): Refusal | undefined {
  const sealed = metaRepo(desk.db).get('sealed_text')
  if (sealed === undefined ? fitsSecrets(desk) : opens(desk, sealed)) {
    if (sealed === undefined) sealKnownText(desk)
    return undefined
  }
  return refuse(
    'conflict',
    "the stored secrets were sealed with another key: put the old secret.key back, or its SECRET_KEY. If it is lost, let the server go on with this one (openfloor admin accept-key) and enter the connections' secrets again",
  )
}

/** Encrypts the known text with this key, which counts as the right one from now on. */
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

/** True if the key decrypts the known text; undefined if none is stored. */
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
