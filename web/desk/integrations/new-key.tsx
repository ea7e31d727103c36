import { useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Field } from '../../look/controls.js'
import { go } from '../../staff/place.js'
import { may } from '../../staff/rights.js'
import { session } from '../../state/session.js'
import { integrationsWords } from '../../text/desk/integrations-words.js'
import { useAct } from '../changes/use-act.js'
import { NewRecordCard } from '../records/new-record-card.js'
import { SecretOnce } from '../records/secret-once.js'
import { LinesField, linesOf, RightsTree, ScopeField } from '../staff/profile-fields.js'

type Made = Schemas['MadeApiKeyView']

const NAME_MAX = 64
const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * The form for a new key. Without a choice of rights or groups, the key has all rights and groups
 * of its login.
 */
export function NewKey({ onMade }: { onMade: () => void }) {
  const text = integrationsWords.value
  const [name, setName] = useState('')
  const [login, setLogin] = useState(String(session.value?.login ?? ''))
  const [addresses, setAddresses] = useState('')
  const [expires, setExpires] = useState('')
  const [rights, setRights] = useState<readonly string[]>([])
  const [scope, setScope] = useState('')
  const [made, setMade] = useState<Made | null>(null)
  const act = useAct({
    send: (key) =>
      call('POST /admin/v1/api-keys', {
        key,
        body: {
          name: name.trim(),
          login: Number(login),
          ip_allow: linesOf(addresses),
          expires_at: expires === '' ? null : `${expires}T00:00:00Z`,
          rights: rights.length === 0 ? null : (rights as Schemas['CreateApiKeyBody']['rights']),
          group_scope: scope.trim() === '' ? null : linesOf(scope),
        },
      }),
    unknown: text.unknownOnce,
    onDone: (data: Made) => {
      onMade()
      setMade(data)
    },
  })
  const isWrong = !/^[1-9]\d{0,14}$/.test(login) || (expires !== '' && !DAY.test(expires))
  const isOff = isWrong || name.trim() === '' || linesOf(addresses).length === 0
  return (
    <NewRecordCard
      title={text.newTitle}
      make={text.make}
      act={act}
      isOff={isOff}
      onClose={() => go(['integrations'])}
      made={
        made !== null && (
          <SecretOnce
            title={text.keyOf({ name: made.name })}
            text={text.shownOnce}
            secret={made.key}
            onClose={() => go(['integrations', made.id])}
          />
        )
      }
    >
      <Field
        label={text.name}
        value={name}
        maxLength={NAME_MAX}
        hasFocus={true}
        onInput={setName}
      />
      {may({ all: ['config.staff'] }) && (
        <Field
          label={text.login}
          value={login}
          inputMode="numeric"
          maxLength={15}
          onInput={setLogin}
        />
      )}
      <LinesField label={text.addresses} value={addresses} onInput={setAddresses} />
      <p class="faint">{text.addressHelp}</p>
      <Field label={text.expiresDay} value={expires} maxLength={10} onInput={setExpires} />
      <h3>{text.rights}</h3>
      <p class="faint">{text.rightsHelp}</p>
      <RightsTree chosen={rights} had={[]} onChoose={setRights} />
      <h3>{text.groups}</h3>
      <p class="faint">{text.groupsHelp}</p>
      <ScopeField value={scope} onInput={setScope} />
    </NewRecordCard>
  )
}
