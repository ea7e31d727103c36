import { useState } from 'preact/hooks'
import { call } from '../../link/rest.js'
import { Choice, Field } from '../../look/controls.js'
import { dropRecord } from '../../staff/open-records.js'
import type { Webhook } from '../../staff/records.js'
import { say } from '../../state/notes.js'
import { integrationsWords, webhooksWords } from '../../text/desk/integrations-words.js'
import { ActDialog } from '../changes/act-dialog.js'

export type WebhookActName = 'disable' | 'enable' | 'rotate' | 'replay' | 'remove'
type Grace = keyof typeof GRACE_SEC

/** How long the old secret still signs deliveries after it is replaced, in seconds. */
const GRACE_SEC = { now: 0, hour: 3_600, day: 86_400, week: 604_800 } as const
const FROM_MAX = 64

interface ActProps {
  of: Webhook
  onClose: () => void
  /** Called with the new secret, or null if there is none. */
  onDone: (secret: string | null) => void
}

/** Asks for confirmation and sends the action. */
export function WebhookAct({ act, ...props }: ActProps & { act: WebhookActName }) {
  switch (act) {
    case 'rotate':
      return <Rotate {...props} />
    case 'replay':
      return <Replay {...props} />
    case 'remove':
      return <Remove {...props} />
    default:
      return <Switch enabled={act === 'enable'} {...props} />
  }
}

function Rotate({ of: { id, name }, onClose, onDone }: ActProps) {
  const text = webhooksWords.value
  const { graces } = integrationsWords.value
  const [grace, setGrace] = useState<Grace>('day')
  return (
    <ActDialog
      title={text.rotateTitle({ name })}
      act={text.rotate}
      unknown={text.unknownOnce}
      send={(once) =>
        call('POST /admin/v1/webhooks/{id}/rotate-secret', {
          key: once,
          params: { id },
          body: { grace_sec: GRACE_SEC[grace] },
        })
      }
      onDone={(made) => onDone(made.secret)}
      onClose={onClose}
    >
      <p>{text.rotateText}</p>
      <Choice
        label={text.grace}
        value={grace}
        options={(Object.keys(GRACE_SEC) as Grace[]).map((one) => [one, graces[one]])}
        onInput={setGrace}
      />
    </ActDialog>
  )
}

function Replay({ of: { id, name }, onClose, onDone }: ActProps) {
  const text = webhooksWords.value
  const [from, setFrom] = useState('')
  return (
    <ActDialog
      title={text.replayTitle({ name })}
      act={text.replay}
      isOff={from.trim() === ''}
      send={(once) =>
        call('POST /admin/v1/webhooks/{id}/replay', {
          key: once,
          params: { id },
          body: { from: from.trim() },
        })
      }
      onDone={() => {
        say('good', text.replayed({ name }))
        onDone(null)
      }}
      onClose={onClose}
    >
      <p>{text.replayText}</p>
      <Field label={text.from} value={from} maxLength={FROM_MAX} onInput={setFrom} />
    </ActDialog>
  )
}

function Remove({ of: { id, name }, onClose, onDone }: ActProps) {
  const text = webhooksWords.value
  return (
    <ActDialog
      title={text.removeTitle({ name })}
      act={text.remove}
      send={() => call('DELETE /admin/v1/webhooks/{id}', { params: { id } })}
      onDone={() => {
        say('good', text.removed({ name }))
        onDone(null)
        dropRecord()
      }}
      onClose={onClose}
    >
      <p>{text.removeText}</p>
    </ActDialog>
  )
}

function Switch({ enabled, of, onClose, onDone }: ActProps & { enabled: boolean }) {
  const text = webhooksWords.value
  const { id, name, version } = of
  return (
    <ActDialog
      title={enabled ? text.enableTitle({ name }) : text.disableTitle({ name })}
      act={enabled ? text.enable : text.disable}
      send={() =>
        call('PATCH /admin/v1/webhooks/{id}', { params: { id }, body: { version, enabled } })
      }
      onDone={() => {
        say('good', enabled ? text.switchedOn({ name }) : text.switchedOff({ name }))
        onDone(null)
      }}
      onClose={onClose}
    >
      <p>{enabled ? text.enableText : text.disableText}</p>
    </ActDialog>
  )
}
