import { call } from '../../link/rest.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { lives } from '../../staff/connection/link.js'
import { closeRecord } from '../../staff/open-records.js'
import type { ApiKey } from '../../staff/records.js'
import { integrationsWords } from '../../text/desk/integrations-words.js'
import { timeText } from '../../text/times.js'
import { Facts, RecordCard } from '../lists/record-card.js'
import { type RecordAct, RecordActs } from '../records/record-acts.js'
import { PlaceLink } from '../shell/place-link.js'
import { RotateDialog, switchActs } from './acts.js'

/** The card of an API key: its rights, and buttons to replace or delete it. */
export function KeyCard(props: { id: number; count: number; onChange: () => void }) {
  const text = integrationsWords.value
  const { id, onChange } = props
  const read = usePanelData(
    'GET /admin/v1/api-keys/{id}',
    { params: { id } },
    props.count + lives.value,
  )
  return (
    <RecordCard title={read.data?.name ?? text.one({ id })} onClose={() => closeRecord()}>
      <ReadPanel read={read}>
        {(key) => (
          <>
            <RecordActs
              acts={actsOf(key)}
              secret={{ title: text.keyOf({ name: key.name }), text: text.shownOnce }}
              onChange={onChange}
            >
              <PlaceLink page="journal" query={{ about: `api_keys:${id}` }}>
                {text.about}
              </PlaceLink>
            </RecordActs>
            <KeyFacts of={key} />
          </>
        )}
      </ReadPanel>
    </RecordCard>
  )
}

function actsOf(key: ApiKey): readonly RecordAct[] {
  const text = integrationsWords.value
  const { id, name, version } = key
  const params = { id }
  return [
    {
      name: 'rotate',
      label: text.rotate,
      dialog: (own) => (
        <RotateDialog
          {...own}
          text={text}
          name={name}
          first="hour"
          send={(once, grace_sec) =>
            call('POST /admin/v1/api-keys/{id}/rotate', { key: once, params, body: { grace_sec } })
          }
          secretOf={(made) => made.key}
        />
      ),
    },
    ...switchActs(text, key, (enabled) =>
      call('PATCH /admin/v1/api-keys/{id}', { params, body: { version, enabled } }),
    ),
    {
      name: 'revoke',
      label: text.revoke,
      title: text.revokeTitle({ name }),
      text: text.revokeText,
      done: text.revoked({ name }),
      isLast: true,
      send: () => call('DELETE /admin/v1/api-keys/{id}', { params }),
    },
  ]
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
