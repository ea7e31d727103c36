import { useState } from 'preact/hooks'
import { call } from '../../link/rest.js'
import { Choice } from '../../look/controls.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { lives } from '../../staff/connection/link.js'
import { closeRecord, dropRecord } from '../../staff/open-records.js'
import type { ApiKey } from '../../staff/records.js'
import { say } from '../../state/notes.js'
import { integrationsWords } from '../../text/desk/integrations-words.js'
import { timeText } from '../../text/times.js'
import { ActDialog } from '../changes/act-dialog.js'
import { Facts, RecordCard } from '../lists/record-card.js'
import { PlaceLink } from '../shell/place-link.js'
import { KeyOnce } from './key-once.js'

type Act = 'disable' | 'enable' | 'rotate' | 'revoke'
type Grace = keyof typeof GRACE_SEC

/** How long the old key stays valid after it is replaced, in seconds. */
const GRACE_SEC = { now: 0, hour: 3_600, day: 86_400, week: 604_800 } as const

/** The card of an API key: its rights, and buttons to replace or delete it. */
export function KeyCard(props: { id: number; count: number; onChange: () => void }) {
  const text = integrationsWords.value
  const { id, onChange } = props
  const read = usePanelData(
    'GET /admin/v1/api-keys/{id}',
    { params: { id } },
    props.count + lives.value,
  )
  const [act, setAct] = useState<Act | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <RecordCard title={read.data?.name ?? text.one({ id })} onClose={() => closeRecord()}>
      <ReadPanel read={read}>
        {(key) => (
          <>
            <div class="row wrap card-acts">
              <button type="button" onClick={() => setAct('rotate')}>
                {text.rotate}…
              </button>
              <button type="button" onClick={() => setAct(key.enabled ? 'disable' : 'enable')}>
                {key.enabled ? text.disable : text.enable}…
              </button>
              <button type="button" onClick={() => setAct('revoke')}>
                {text.revoke}…
              </button>
              <span class="grow" />
              <PlaceLink page="journal" query={{ about: `api_keys:${id}` }}>
                {text.about}
              </PlaceLink>
            </div>
            <KeyFacts of={key} />
            {act !== null && (
              <KeyAct
                act={act}
                of={key}
                onClose={() => setAct(null)}
                onDone={(made) => {
                  setAct(null)
                  setSecret(made)
                  onChange()
                }}
              />
            )}
            {secret !== null && (
              <KeyOnce
                title={text.keyOf({ name: key.name })}
                text={text.shownOnce}
                secret={secret}
                onClose={() => setSecret(null)}
              />
            )}
          </>
        )}
      </ReadPanel>
    </RecordCard>
  )
}

function KeyFacts({ of: key }: { of: ApiKey }) {
  const text = integrationsWords.value
  const time = (at: string | null) => (at === null ? null : timeText(at))
  return (
    <Facts
      rows={[
        [text.login, key.login],
        [text.prefix, `${key.prefix}…`],
        [text.enabled, key.enabled ? text.yes : text.no],
        [text.expires, time(key.expires_at)],
        [text.oldUntil, time(key.old_key_until)],
        [text.addresses, key.ip_allow.join(', ')],
        [text.rights, key.rights === null ? text.allRights : key.rights.join(', ')],
        [text.groups, key.group_scope === null ? text.allGroups : key.group_scope.join(', ')],
        [text.used, time(key.last_used_at)],
        [text.address, key.last_ip],
        [text.created, time(key.created_at)],
        [text.createdBy, key.created_by],
      ]}
    />
  )
}

/** Asks for confirmation and sends the action. `onDone` receives the new secret. */
function KeyAct(props: {
  act: Act
  of: ApiKey
  onClose: () => void
  onDone: (secret: string | null) => void
}) {
  const text = integrationsWords.value
  const { act, of: key, onClose, onDone } = props
  const { id, name, version } = key
  const [grace, setGrace] = useState<Grace>('hour')
  const params = { id }
  const told = (what: string) => {
    say('good', what)
    onDone(null)
  }
  switch (act) {
    case 'rotate':
      return (
        <ActDialog
          title={text.rotateTitle({ name })}
          act={text.rotate}
          unknown={text.unknownOnce}
          send={(once) =>
            call('POST /admin/v1/api-keys/{id}/rotate', {
              key: once,
              params,
              body: { grace_sec: GRACE_SEC[grace] },
            })
          }
          onDone={(made) => onDone(made.key)}
          onClose={onClose}
        >
          <p>{text.rotateText}</p>
          <Choice
            label={text.grace}
            value={grace}
            options={(Object.keys(GRACE_SEC) as Grace[]).map((one) => [one, text.graces[one]])}
            onInput={setGrace}
          />
        </ActDialog>
      )
    case 'revoke':
      return (
        <ActDialog
          title={text.revokeTitle({ name })}
          act={text.revoke}
          send={() => call('DELETE /admin/v1/api-keys/{id}', { params })}
          onDone={() => {
            told(text.revoked({ name }))
            dropRecord()
          }}
          onClose={onClose}
        >
          <p>{text.revokeText}</p>
        </ActDialog>
      )
    default: {
      const enabled = act === 'enable'
      return (
        <ActDialog
          title={enabled ? text.enableTitle({ name }) : text.disableTitle({ name })}
          act={enabled ? text.enable : text.disable}
          send={() => call('PATCH /admin/v1/api-keys/{id}', { params, body: { version, enabled } })}
          onDone={() => told(enabled ? text.switchedOn({ name }) : text.switchedOff({ name }))}
          onClose={onClose}
        >
          <p>{enabled ? text.enableText : text.disableText}</p>
        </ActDialog>
      )
    }
  }
}
