import { useState } from 'preact/hooks'
import { newPassword } from '../../link/random.js'
import { call } from '../../link/rest.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { lives } from '../../staff/connection/link.js'
import { closeRecord, dropRecord } from '../../staff/open-records.js'
import type { Person } from '../../staff/records.js'
import { say } from '../../state/notes.js'
import { staffWords } from '../../text/desk/staff-words.js'
import { timeText } from '../../text/times.js'
import { ActDialog } from '../changes/act-dialog.js'
import { Facts, RecordCard } from '../lists/record-card.js'
import { PlaceLink } from '../shell/place-link.js'
import { PasswordOnce } from './password-once.js'
import { ProfileForm } from './profile-form.js'
import { ReportLines } from './report-lines.js'

type Act = 'disable' | 'enable' | 'password' | 'codes' | 'remove'

/** The card of a staff member: actions and rights. */
export function PersonCard(props: {
  login: number
  /** All staff users in the reader's scope. */
  all: readonly Person[]
  count: number
  onChange: () => void
}) {
  const text = staffWords.value
  const { login } = props
  const read = usePanelData(
    'GET /admin/v1/staff/{login}',
    { params: { login } },
    props.count + lives.value,
  )
  const [act, setAct] = useState<Act | null>(null)
  const [password, setPassword] = useState<string | null>(null)
  return (
    <RecordCard
      title={text.one({ login, name: read.data?.name ?? '' })}
      onClose={() => closeRecord()}
    >
      <ReadPanel read={read}>
        {(person) => (
          <>
            <div class="row wrap card-acts">
              <button type="button" onClick={() => setAct(person.active ? 'disable' : 'enable')}>
                {person.active ? text.disable : text.enable}…
              </button>
              <button type="button" onClick={() => setAct('password')}>
                {text.password}…
              </button>
              {person.otp_enabled && (
                <button type="button" onClick={() => setAct('codes')}>
                  {text.resetCodes}…
                </button>
              )}
              <button type="button" onClick={() => setAct('remove')}>
                {text.remove}…
              </button>
              <span class="grow" />
              <PlaceLink page="journal" query={{ actor: login }}>
                {text.journal}
              </PlaceLink>
              <PlaceLink page="journal" query={{ about: `staff:${login}` }}>
                {text.about}
              </PlaceLink>
            </div>
            {person.warnings.map((warning) => (
              <p key={warning} class="banner">
                {warning}
              </p>
            ))}
            <Facts
              rows={[
                [text.group, person.group],
                [text.active, person.active ? text.yes : text.no],
                [text.codes, person.otp_enabled ? text.yes : text.no],
                [text.seen, person.last_access === null ? null : timeText(person.last_access)],
                [text.address, person.last_ip],
              ]}
            />
            <ProfileForm key={login} person={person} all={props.all} onSaved={props.onChange} />
            <ReportLines person={person} count={props.count} onSaved={props.onChange} />
            {act !== null && (
              <PersonAct
                act={act}
                person={person}
                onClose={() => setAct(null)}
                onDone={(made) => {
                  setAct(null)
                  setPassword(made)
                  props.onChange()
                }}
              />
            )}
            {password !== null && (
              <PasswordOnce login={login} password={password} onClose={() => setPassword(null)} />
            )}
          </>
        )}
      </ReadPanel>
    </RecordCard>
  )
}

/** Asks for confirmation and sends the action. `onDone` receives the new password. */
function PersonAct(props: {
  act: Act
  person: Person
  onClose: () => void
  onDone: (password: string | null) => void
}) {
  const text = staffWords.value
  const { act, person, onClose, onDone } = props
  const { login, version } = person
  const [made] = useState(newPassword)
  const params = { login }
  const common = { onClose, unknown: text.unknown }
  const told = (what: string) => {
    say('good', what)
    onDone(null)
  }
  switch (act) {
    case 'disable':
      return (
        <ActDialog
          {...common}
          title={text.disableTitle({ login })}
          act={text.disable}
          send={() => call('POST /admin/v1/staff/{login}/disable', { params })}
          onDone={() => told(text.enabled({ login, isOn: false }))}
        >
          <p>{text.disableText}</p>
        </ActDialog>
      )
    case 'enable':
      return (
        <ActDialog
          {...common}
          title={`${text.enable}: ${login}`}
          act={text.enable}
          send={() =>
            call('PATCH /admin/v1/staff/{login}', { params, body: { version, active: true } })
          }
          onDone={() => told(text.enabled({ login, isOn: true }))}
        >
          {null}
        </ActDialog>
      )
    case 'password':
      return (
        <ActDialog
          {...common}
          title={text.passwordTitle({ login })}
          act={text.passwordAct}
          unknown={text.unknownOnce}
          send={() =>
            call('POST /admin/v1/staff/{login}/password', { params, body: { password: made } })
          }
          onDone={() => onDone(made)}
        >
          <p>{text.passwordText}</p>
        </ActDialog>
      )
    case 'codes':
      return (
        <ActDialog
          {...common}
          title={text.resetTitle({ login })}
          act={text.resetCodes}
          send={() => call('POST /admin/v1/staff/{login}/reset-otp', { params })}
          onDone={() => told(text.reset({ login }))}
        >
          <p>{text.resetText}</p>
        </ActDialog>
      )
    case 'remove':
      return (
        <ActDialog
          {...common}
          title={text.removeTitle({ login })}
          act={text.remove}
          send={() => call('DELETE /admin/v1/staff/{login}', { params })}
          onDone={() => {
            told(text.removed({ login }))
            dropRecord()
          }}
        >
          <p>{text.removeText}</p>
        </ActDialog>
      )
  }
}
