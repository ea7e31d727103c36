import { useState } from 'preact/hooks'
import { call } from '../../link/rest.js'
import { Field } from '../../look/controls.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { lives } from '../../staff/connection/link.js'
import { closeRecord } from '../../staff/open-records.js'
import type { Webhook } from '../../staff/records.js'
import { say } from '../../state/notes.js'
import { webhooksWords } from '../../text/desk/integrations-words.js'
import { timeText } from '../../text/times.js'
import { Facts, RecordCard } from '../lists/record-card.js'
import {
  type DialogProps,
  QuestionDialog,
  type RecordAct,
  RecordActs,
} from '../records/record-acts.js'
import { PlaceLink } from '../shell/place-link.js'
import { RotateDialog, switchActs } from './acts.js'
import { WebhookDeliveries } from './webhook-deliveries.js'

const FROM_MAX = 64

/** The card of a webhook: its state, its latest deliveries, and its actions. */
export function WebhookCard(props: { id: number; count: number; onChange: () => void }) {
  const text = webhooksWords.value
  const { id, onChange } = props
  const [tests, setTests] = useState(0)
  const count = props.count + lives.value + tests
  const read = usePanelData('GET /admin/v1/webhooks/{id}', { params: { id } }, count)
  return (
    <RecordCard title={read.data?.name ?? text.one({ id })} onClose={() => closeRecord()}>
      <ReadPanel read={read}>
        {(webhook) => (
          <>
            <RecordActs
              first={<TestButton id={id} onTested={() => setTests((n) => n + 1)} />}
              acts={actsOf(webhook)}
              secret={{ title: text.secretOf({ name: webhook.name }), text: text.shownOnce }}
              onChange={onChange}
            >
              <PlaceLink page="journal" query={{ about: `webhooks:${id}` }}>
                {text.changes}
              </PlaceLink>
            </RecordActs>
            <WebhookFacts of={webhook} />
            <WebhookDeliveries id={id} count={count} />
          </>
        )}
      </ReadPanel>
    </RecordCard>
  )
}

function actsOf(webhook: Webhook): readonly RecordAct[] {
  const text = webhooksWords.value
  const { id, name, version } = webhook
  const params = { id }
  return [
    {
      name: 'replay',
      label: text.replay,
      dialog: (own) => <ReplayDialog {...own} of={webhook} />,
    },
    {
      name: 'rotate',
      label: text.rotate,
      dialog: (own) => (
        <RotateDialog
          {...own}
          text={text}
          name={name}
          first="day"
          send={(key, grace_sec) =>
            call('POST /admin/v1/webhooks/{id}/rotate-secret', { key, params, body: { grace_sec } })
          }
          secretOf={(made) => made.secret ?? ''}
        />
      ),
    },
    ...switchActs(text, webhook, (enabled) =>
      call('PATCH /admin/v1/webhooks/{id}', { params, body: { version, enabled } }),
    ),
    {
      name: 'remove',
      label: text.remove,
      title: text.removeTitle({ name }),
      text: text.removeText,
      done: text.removed({ name }),
      isLast: true,
      send: () => call('DELETE /admin/v1/webhooks/{id}', { params }),
    },
  ]
}

function ReplayDialog({ of: { id, name }, ...own }: DialogProps & { of: Webhook }) {
  const text = webhooksWords.value
  const [from, setFrom] = useState('')
  return (
    <QuestionDialog
      {...own}
      title={text.replayTitle({ name })}
      act={text.replay}
      text={text.replayText}
      done={text.replayed({ name })}
      isOff={from.trim() === ''}
      send={(key) =>
        call('POST /admin/v1/webhooks/{id}/replay', {
          key,
          params: { id },
          body: { from: from.trim() },
        })
      }
    >
      <Field label={text.from} value={from} maxLength={FROM_MAX} onInput={setFrom} />
    </QuestionDialog>
  )
}

function TestButton({ id, onTested }: { id: number; onTested: () => void }) {
  const text = webhooksWords.value
  const [isBusy, setBusy] = useState(false)
  const test = async () => {
    setBusy(true)
    const answer = await call('POST /admin/v1/webhooks/{id}/test', { params: { id } })
    setBusy(false)
    onTested()
    if (!answer.ok) say('bad', answer.message)
    else if (!answer.data.delivered) say('bad', text.testFailed({ error: answer.data.error }))
    else {
      const { status, duration_ms: ms } = answer.data
      say('good', text.tested({ status: String(status), ms: String(ms) }))
    }
  }
  return (
    <button type="button" disabled={isBusy} onClick={() => void test()}>
      {text.test}
    </button>
  )
}

function WebhookFacts({ of: webhook }: { of: Webhook }) {
  const text = webhooksWords.value
  const time = (at: string | null) => (at === null ? null : timeText(at))
  return (
    <Facts
      rows={[
        [text.status, text.statuses[webhook.status]],
        [text.lag, webhook.lag],
        [text.success, time(webhook.last_success_at)],
        [text.error, webhook.last_error],
        [text.url, webhook.url],
        [text.kinds, webhook.kinds.map((kind) => text.kindNames[kind]).join(', ')],
        [text.group, webhook.group ?? text.ownerGroups],
        [text.owner, webhook.owner],
        [text.description, webhook.description],
        [text.oldUntil, time(webhook.old_secret_until)],
        [text.created, time(webhook.created_at)],
      ]}
    />
  )
}
