import { useState } from 'preact/hooks'
import { call } from '../../link/rest.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { lives } from '../../staff/connection/link.js'
import { closeRecord } from '../../staff/open-records.js'
import type { Webhook } from '../../staff/records.js'
import { say } from '../../state/notes.js'
import { webhooksWords } from '../../text/desk/integrations-words.js'
import { timeText } from '../../text/times.js'
import { Facts, RecordCard } from '../lists/record-card.js'
import { PlaceLink } from '../shell/place-link.js'
import { KeyOnce } from './key-once.js'
import { WebhookAct, type WebhookActName } from './webhook-acts.js'
import { WebhookDeliveries } from './webhook-deliveries.js'

/** The card of a webhook: its state, its latest deliveries, and its actions. */
export function WebhookCard(props: { id: number; count: number; onChange: () => void }) {
  const text = webhooksWords.value
  const { id, onChange } = props
  const [tests, setTests] = useState(0)
  const count = props.count + lives.value + tests
  const read = usePanelData('GET /admin/v1/webhooks/{id}', { params: { id } }, count)
  const [act, setAct] = useState<WebhookActName | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <RecordCard title={read.data?.name ?? text.one({ id })} onClose={() => closeRecord()}>
      <ReadPanel read={read}>
        {(webhook) => (
          <>
            <div class="row wrap card-acts">
              <TestButton id={id} onTested={() => setTests((n) => n + 1)} />
              <button type="button" onClick={() => setAct('replay')}>
                {text.replay}…
              </button>
              <button type="button" onClick={() => setAct('rotate')}>
                {text.rotate}…
              </button>
              <button type="button" onClick={() => setAct(webhook.enabled ? 'disable' : 'enable')}>
                {webhook.enabled ? text.disable : text.enable}…
              </button>
              <button type="button" onClick={() => setAct('remove')}>
                {text.remove}…
              </button>
              <span class="grow" />
              <PlaceLink page="journal" query={{ about: `webhooks:${id}` }}>
                {text.changes}
              </PlaceLink>
            </div>
            <WebhookFacts of={webhook} />
            <WebhookDeliveries id={id} count={count} />
            {act !== null && (
              <WebhookAct
                act={act}
                of={webhook}
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
                title={text.secretOf({ name: webhook.name })}
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
