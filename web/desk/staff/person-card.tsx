import { useState } from 'preact/hooks'
import { newPassword } from '../../link/random.js'
import { call } from '../../link/rest.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { lives } from '../../staff/connection/link.js'
import { closeRecord } from '../../staff/open-records.js'
import type { Person } from '../../staff/records.js'
import { staffWords } from '../../text/desk/staff-words.js'
import { timeText } from '../../text/times.js'
import { Facts, RecordCard } from '../lists/record-card.js'
import {
  type DialogProps,
  QuestionDialog,
  type RecordAct,
  RecordActs,
} from '../records/record-acts.js'
import { PlaceLink } from '../shell/place-link.js'
import { ProfileForm } from './profile-form.js'
import { ReportLines } from './report-lines.js'

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
  return (
    <RecordCard
      title={text.one({ login, name: read.data?.name ?? '' })}
      onClose={() => closeRecord()}
    >
      <ReadPanel read={read}>
        {(person) => (
          <>
            <RecordActs
              acts={actsOf(person)}
              secret={{ title: text.masterOf({ login }), text: text.passwordShown }}
              onChange={props.onChange}
            >
              <PlaceLink page="journal" query={{ actor: login }}>
                {text.journal}
              </PlaceLink>
              <PlaceLink page="journal" query={{ about: `staff:${login}` }}>
                {text.about}
              </PlaceLink>
            </RecordActs>
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
          </>
        )}
      </ReadPanel>
    </RecordCard>
  )
}

function actsOf(person: Person): readonly RecordAct[] {
  const text = staffWords.value
  const { login, version, active } = person
  const params = { login }
  const { unknown } = text
  return [
    {
      name: 'disable',
      label: text.disable,
      isOffered: active,
      title: text.disableTitle({ login }),
      text: text.disableText,
      unknown,
      done: text.enabled({ login, isOn: false }),
      send: () => call('POST /admin/v1/staff/{login}/disable', { params }),
    },
    {
      name: 'enable',
      label: text.enable,
      isOffered: !active,
      title: `${text.enable}: ${login}`,
      unknown,
      done: text.enabled({ login, isOn: true }),
      send: () =>
        call('PATCH /admin/v1/staff/{login}', { params, body: { version, active: true } }),
    },
    {
      name: 'password',
      label: text.password,
      dialog: (own) => <PasswordDialog {...own} login={login} />,
    },
    {
      name: 'codes',
      label: text.resetCodes,
      isOffered: person.otp_enabled,
      title: text.resetTitle({ login }),
      text: text.resetText,
      unknown,
      done: text.reset({ login }),
      send: () => call('POST /admin/v1/staff/{login}/reset-otp', { params }),
    },
    {
      name: 'remove',
      label: text.remove,
      title: text.removeTitle({ login }),
      text: text.removeText,
      unknown,
      done: text.removed({ login }),
      isLast: true,
      send: () => call('DELETE /admin/v1/staff/{login}', { params }),
    },
  ]
}

function PasswordDialog({ login, ...own }: DialogProps & { login: number }) {
  const text = staffWords.value
  const [password] = useState(newPassword)
  return (
    <QuestionDialog
      {...own}
      title={text.passwordTitle({ login })}
      act={text.passwordAct}
      text={text.passwordText}
      unknown={text.unknownOnce}
      secretOf={() => password}
      send={() =>
        call('POST /admin/v1/staff/{login}/password', { params: { login }, body: { password } })
      }
    />
  )
}
