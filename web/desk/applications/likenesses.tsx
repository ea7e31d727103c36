import type { Data } from '../../link/contract.js'
import { applicationsWords } from '../../text/desk/applications-words.js'
import { PlaceLink } from '../shell/place-link.js'

export type Detail = Data<'GET /admin/v1/applications/{id}'>
type Same = Detail['duplicates']['applications'][number]['same']

/**
 * Accounts and applications that may belong to the same person, with links, and whether the
 * applicant is now blocked.
 */
export function Likenesses({ one }: { one: Detail }) {
  const text = applicationsWords.value
  const { logins, applications } = one.duplicates
  const accounts = logins ?? []
  return (
    <>
      {one.blocked.length > 0 && (
        <p class="banner blocked-now">
          {text.blockedNow}{' '}
          {one.blocked.map(({ by, mask }) => (
            <code key={`${by} ${mask}`}>{mask ?? text.hiddenMask} </code>
          ))}
        </p>
      )}
      <section class="likenesses" aria-label={text.like}>
        <h3>{text.like}</h3>
        {accounts.length + applications.length === 0 && <p class="faint">{text.likeNobody}</p>}
        <ul>
          {accounts.map(({ login, same }) => (
            <li key={`login ${login}`}>
              <PlaceLink page="accounts" parts={[login]}>
                {text.likeAccount({ login })}
              </PlaceLink>{' '}
              <SameOf same={same} />
            </li>
          ))}
          {applications.map(({ id, state, same }) => (
            <li key={id}>
              <PlaceLink page="applications" parts={[id]}>
                {text.one({ id })}
              </PlaceLink>{' '}
              <span class="badge">{text.states[state]}</span> <SameOf same={same} />
            </li>
          ))}
        </ul>
        {logins === null && <p class="faint">{text.noAccounts}</p>}
      </section>
    </>
  )
}

function SameOf({ same }: { same: Same }) {
  const text = applicationsWords.value
  return (
    <span class="faint">
      {text.same({ what: same.map((field) => text.sames[field]).join(', ') })}
    </span>
  )
}
