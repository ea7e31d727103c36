import { useEffect } from 'preact/hooks'
import { needPersons, personOf } from '../../staff/accounts/persons.js'

/** Loads names and phone numbers of the displayed accounts. */
export function usePersons(logins: readonly number[]): void {
  useEffect(() => needPersons(logins), [logins.join()])
}

/** The full name of the account's client; `otherwise` until it has loaded. */
export function PersonName({ login, otherwise = '–' }: { login: number; otherwise?: string }) {
  const { name } = personOf(login)
  return <>{name === '' ? otherwise : name}</>
}

/** The phone number of the account's client as a link that starts a call. */
export function PersonPhone({ login, isInGrid = false }: { login: number; isInGrid?: boolean }) {
  const { phone } = personOf(login)
  if (phone === '') return <>–</>
  return (
    <a
      class="num"
      href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}
      tabIndex={isInGrid ? -1 : undefined}
      onClick={(event) => event.stopPropagation()}
    >
      {phone}
    </a>
  )
}
