import { useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Field } from '../../look/controls.js'
import { go } from '../../staff/place.js'
import { webhooksWords } from '../../text/desk/integrations-words.js'
import { useAct } from '../changes/use-act.js'
import { NewRecordCard } from '../records/new-record-card.js'
import { SecretOnce } from '../records/secret-once.js'
import { WEBHOOKS } from './sections.js'

type Made = Schemas['MadeWebhookView']
type Kind = Made['kinds'][number]

const NAME_MAX = 64
const URL_MAX = 2_048
const MASK_MAX = 128
const KINDS: readonly Kind[] = [
  'order',
  'deal',
  'position',
  'margin_call',
  'stop_out',
  'day_end',
  'account',
  'password',
  'application',
  'session',
  'job',
  'config',
]

/**
 * The form for a new webhook. Without a choice of event kinds or groups, it gets all events of its
 * owner.
 */
export function NewWebhook({ onMade }: { onMade: () => void }) {
  const text = webhooksWords.value
  const [name, setName] = useState('')
  const [url, setUrl] = useState('https://')
  const [group, setGroup] = useState('')
  const [kinds, setKinds] = useState<readonly Kind[]>([])
  const [made, setMade] = useState<Made | null>(null)
  const act = useAct({
    send: (key) =>
      call('POST /admin/v1/webhooks', {
        key,
        body: {
          name: name.trim(),
          url: url.trim(),
          group: group.trim() === '' ? null : group.trim(),
          ...(kinds.length === 0 ? {} : { kinds: [...kinds] }),
        },
      }),
    unknown: text.unknownOnce,
    onDone: (data: Made) => {
      onMade()
      setMade(data)
    },
  })
  const isOff = name.trim() === '' || !/^https?:\/\/./.test(url.trim())
  return (
    <NewRecordCard
      title={text.newTitle}
      make={text.make}
      act={act}
      isOff={isOff}
      onClose={() => go(['integrations', WEBHOOKS])}
      made={
        made !== null && (
          <SecretOnce
            title={text.secretOf({ name: made.name })}
            text={text.shownOnce}
            secret={made.secret ?? ''}
            onClose={() => go(['integrations', WEBHOOKS, made.id])}
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
      <Field label={text.url} value={url} maxLength={URL_MAX} onInput={setUrl} />
      <p class="faint">{text.urlHelp}</p>
      <h3>{text.kinds}</h3>
      <p class="faint">{text.kindsHelp}</p>
      {KINDS.map((kind) => (
        <label key={kind} class="right">
          <input
            type="checkbox"
            checked={kinds.includes(kind)}
            onChange={({ currentTarget: { checked } }) =>
              setKinds(checked ? [...kinds, kind] : kinds.filter((one) => one !== kind))
            }
          />
          <span>
            {text.kindNames[kind]} <code class="faint">{kind}</code>
          </span>
        </label>
      ))}
      <Field label={text.group} value={group} maxLength={MASK_MAX} onInput={setGroup} />
      <p class="faint">{text.groupHelp}</p>
    </NewRecordCard>
  )
}
