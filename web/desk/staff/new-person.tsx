import { useEffect, useRef, useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { newId, newPassword } from '../../link/random.js'
import { type Answer, call } from '../../link/rest.js'
import { Choice, Field, OnceButton, Segments } from '../../look/controls.js'
import { isStaffGroup } from '../../staff/groups.js'
import { go } from '../../staff/place.js'
import type { Person } from '../../staff/records.js'
import { mayDo } from '../../staff/rights.js'
import { groupPaths, knownGroups, needGroups } from '../../staff/settings/known.js'
import { say } from '../../state/notes.js'
import { staffWords } from '../../text/desk/staff-words.js'
import { words } from '../../text/words.js'
import { useAct } from '../changes/use-act.js'
import { RecordCard } from '../lists/record-card.js'
import { PasswordOnce } from './password-once.js'
import { linesOf, RightsTree, ScopeField } from './profile-fields.js'

type Way = 'fresh' | 'account'

/**
 * A new person: an account in a group of staff, made here or there already, with rights and a scope.
 *
 *   N1. The account is opened first. Where the person cannot be made then, it is not opened again: the next press goes on
 *       with it.
 *   N2. The password is made here and shown once, when the person is there.
 */
export function NewPerson({ onMade }: { onMade: () => void }) {
  const text = staffWords.value
  const mayOpen = mayDo('edit')
  const [way, setWay] = useState<Way>(mayOpen ? 'fresh' : 'account')
  const groups = knownGroups.value === null ? null : groupPaths.value.filter(isStaffGroup)
  const [chosen, setGroup] = useState('')
  const group = chosen === '' ? (groups?.[0] ?? '') : chosen
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [login, setLogin] = useState('')
  const [rights, setRights] = useState<readonly string[]>([])
  const [scope, setScope] = useState('')
  const [passwords] = useState(() => [newPassword(), newPassword()] as const)
  const accountKey = useRef(newId())
  const [opened, setOpened] = useState<number | null>(null)
  const [made, setMade] = useState<Person | null>(null)
  useEffect(needGroups, [])
  const isFresh = way === 'fresh'
  const typed = /^[1-9]\d{0,14}$/.test(login) ? Number(login) : null
  const isOff =
    linesOf(scope).length === 0 || (isFresh ? group === '' || name.trim() === '' : typed === null)
  const send = async (key: string): Promise<Answer<Person>> => {
    let account = isFresh ? opened : typed
    if (account === null) {
      const [master, investor] = passwords
      const answer = await call('POST /admin/v1/accounts', {
        key: accountKey.current,
        body: {
          group,
          name: name.trim(),
          ...(email === '' ? {} : { email }),
          master_password: master,
          investor_password: investor,
        },
      })
      if (answer.status !== 0 && answer.status !== 503) accountKey.current = newId()
      if (!answer.ok) return { ...answer, data: answer.data as never }
      account = answer.data.login
      setOpened(account)
    }
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
  return (
    <RecordCard title={text.newTitle} onClose={() => go(['staff'])}>
      <form
        class="desk-form stack"
        onSubmit={(event) => {
          event.preventDefault()
        }}
      >
        <fieldset class="stack bare" disabled={act.isUnknown}>
          {mayOpen && opened === null && (
            <Segments
              label={text.newWay}
              value={way}
              options={Object.entries(text.newWays) as [Way, string][]}
              onInput={setWay}
            />
          )}
          {isFresh ? (
            <fieldset class="desk-fields" disabled={opened !== null}>
              {groups?.length === 0 && <p class="banner">{text.noGroups}</p>}
              <Choice
                label={text.group}
                value={group}
                options={(groups ?? []).map((path) => [path, path])}
                onInput={setGroup}
              />
              <Field
                label={text.name}
                value={name}
                maxLength={128}
                hasFocus={true}
                onInput={setName}
              />
              <Field label={text.email} value={email} inputMode="email" onInput={setEmail} />
            </fieldset>
          ) : (
            <Field
              label={text.newLogin}
              value={login}
              inputMode="numeric"
              maxLength={15}
              hasFocus={true}
              onInput={setLogin}
            />
          )}
          <h3>{text.rights}</h3>
          <RightsTree chosen={rights} had={[]} onChoose={setRights} />
          <h3>{text.scope}</h3>
          <ScopeField value={scope} onInput={setScope} />
        </fieldset>
        {act.wrong !== '' && (
          <div class="banner bad" role="alert">
            {act.wrong} {opened !== null && text.half({ login: opened })}
          </div>
        )}
        <footer class="row">
          <span class="grow" />
          <button type="button" onClick={() => go(['staff'])}>
            {words.value.cancel}
          </button>
          <OnceButton type="submit" class="primary" isOff={isOff} onPress={act.send}>
            {act.isUnknown ? words.value.read.again : text.make}
          </OnceButton>
        </footer>
      </form>
      {made !== null && (
        <PasswordOnce
          login={made.login}
          password={passwords[0]}
          onClose={() => go(['staff', made.login])}
        />
      )}
    </RecordCard>
  )
}
