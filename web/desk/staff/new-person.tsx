import { useEffect, useRef, useState } from 'preact/hooks'
import { type Answer, isUnanswered } from '../../link/answer.js'
import type { Schemas } from '../../link/contract.js'
import { newId, newPassword } from '../../link/random.js'
import { call } from '../../link/rest.js'
import { Choice, Field, Segments } from '../../look/controls.js'
import { isStaffGroup } from '../../staff/groups.js'
import { go } from '../../staff/place.js'
import type { Person } from '../../staff/records.js'
import { mayDo } from '../../staff/rights.js'
import { groupPaths, knownGroups, needGroups } from '../../staff/settings/groups-and-symbols.js'
import { say } from '../../state/notes.js'
import { staffWords } from '../../text/desk/staff-words.js'
import { useAct } from '../changes/use-act.js'
import { NewRecordCard } from '../records/new-record-card.js'
import { SecretOnce } from '../records/secret-once.js'
import { linesOf, RightsTree, ScopeField } from './profile-fields.js'

type Way = 'fresh' | 'account'
type NewAccount = Schemas['CreateAccountBody']

/**
 * The form for a new staff member: a new or existing account in a staff group, with rights and a
 * scope.
 *
 * N1. The account is opened first. If adding the staff member then fails, the next attempt uses the
 *     same account.
 * - The password is generated here and shown once, after the staff member has been added.
 */
export function NewPerson({ onMade }: { onMade: () => void }) {
  const text = staffWords.value
  const person = useNewPerson(onMade)
  const { act, opened, made } = person
  return (
    <NewRecordCard
      title={text.newTitle}
      make={text.make}
      act={act}
      isOff={person.isOff}
      remark={opened !== null && text.half({ login: opened })}
      onClose={() => go(['staff'])}
      made={
        made !== null && (
          <SecretOnce
            title={text.masterOf({ login: made.login })}
            text={text.passwordShown}
            secret={person.password}
            onClose={() => go(['staff', made.login])}
          />
        )
      }
    >
      {mayDo('edit') && opened === null && (
        <Segments
          label={text.newWay}
          value={person.way}
          options={Object.entries(text.newWays) as [Way, string][]}
          onInput={person.setWay}
        />
      )}
      {person.way === 'fresh' ? (
        <FreshAccount
          account={person.fresh}
          groups={person.groups}
          isOff={opened !== null}
          onGroup={person.setGroup}
          onName={person.setName}
          onEmail={person.setEmail}
        />
      ) : (
        <Field
          label={text.newLogin}
          value={person.login}
          inputMode="numeric"
          maxLength={15}
          hasFocus={true}
          onInput={person.setLogin}
        />
      )}
      <h3>{text.rights}</h3>
      <RightsTree chosen={person.rights} had={[]} onChoose={person.setRights} />
      <h3>{text.scope}</h3>
      <ScopeField value={person.scope} onInput={person.setScope} />
    </NewRecordCard>
  )
}

/** The state of the form. It opens the account and adds the staff member. */
function useNewPerson(onMade: () => void) {
  const text = staffWords.value
  const [way, setWay] = useState<Way>(mayDo('edit') ? 'fresh' : 'account')
  const groups = knownGroups.value === null ? null : groupPaths.value.filter(isStaffGroup)
  const [chosen, setGroup] = useState('')
  const group = chosen === '' ? usualGroup(groups ?? []) : chosen
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [login, setLogin] = useState('')
  const [rights, setRights] = useState<readonly string[]>([])
  const [scope, setScope] = useState('')
  const [passwords] = useState(() => [newPassword(), newPassword()] as const)
  const { opened, openOnce } = useNewAccount()
  const [made, setMade] = useState<Person | null>(null)
  useEffect(needGroups, [])
  const isFresh = way === 'fresh'
  const typed = /^[1-9]\d{0,14}$/.test(login) ? Number(login) : null
  const isOff =
    linesOf(scope).length === 0 || (isFresh ? group === '' || name.trim() === '' : typed === null)
  const send = async (key: string): Promise<Answer<Person>> => {
    const [master, investor] = passwords
    const account = isFresh
      ? await openOnce({
          group,
          name: name.trim(),
          ...(email === '' ? {} : { email }),
          master_password: master,
          investor_password: investor,
        })
      : (typed ?? 0)
    if (typeof account !== 'number') return { ...account, data: account.data as never }
    return call('POST /admin/v1/staff', {
      key,
      body: {
        login: account,
        rights: rights as Schemas['CreateStaffBody']['rights'],
        group_scope: linesOf(scope),
      },
    })
  }
  const act = useAct({
    send,
    unknown: text.unknownOnce,
    onDone: (person: Person) => {
      say('good', text.made({ login: person.login }))
      onMade()
      if (isFresh) setMade(person)
      else go(['staff', person.login])
    },
  })
  return {
    act,
    isOff,
    made,
    opened,
    password: passwords[0],
    way,
    setWay,
    groups,
    fresh: { group, name, email },
    setGroup,
    setName,
    setEmail,
    login,
    setLogin,
    rights,
    setRights,
    scope,
    setScope,
  }
}

/** The first group that is not for administrators, since most new staff are dealers. */
function usualGroup(groups: readonly string[]): string {
  return groups.find((path) => !path.split('\\').includes('administrators')) ?? groups[0] ?? ''
}

/** Opens the account only once (N1). */
function useNewAccount() {
  const key = useRef(newId())
  const [opened, setOpened] = useState<number | null>(null)
  /** Returns the login, or the server's answer if it was refused. */
  const openOnce = async (body: NewAccount): Promise<number | Answer<unknown>> => {
    if (opened !== null) return opened
    const answer = await call('POST /admin/v1/accounts', { key: key.current, body })
    if (!isUnanswered(answer)) key.current = newId()
    if (!answer.ok) return answer
    setOpened(answer.data.login)
    return answer.data.login
  }
  return { opened, openOnce }
}

function FreshAccount(props: {
  account: { readonly group: string; readonly name: string; readonly email: string }
  /** The paths of the staff groups; null until loaded. */
  groups: readonly string[] | null
  isOff: boolean
  onGroup: (group: string) => void
  onName: (name: string) => void
  onEmail: (email: string) => void
}) {
  const text = staffWords.value
  const { account, groups } = props
  return (
    <fieldset class="desk-fields" disabled={props.isOff}>
      {groups?.length === 0 && <p class="banner">{text.noGroups}</p>}
      <Choice
        label={text.group}
        value={account.group}
        options={(groups ?? []).map((path) => [path, path])}
        onInput={props.onGroup}
      />
      <Field
        label={text.name}
        value={account.name}
        maxLength={128}
        hasFocus={true}
        onInput={props.onName}
      />
      <Field label={text.email} value={account.email} inputMode="email" onInput={props.onEmail} />
    </fieldset>
  )
}
