import { useEffect } from 'preact/hooks'
import { needPersons, personOf } from '../../staff/accounts/persons.js'

/** Reads the names and phones of accounts as they are shown. */
export function usePersons(logins: readonly number[]): void {
  useEffect(() => needPersons(logins), [logins.join()])
}

/** The whole name of an account's holder; `otherwise` until it is known. */
export function PersonName({ login, otherwise = '–' }: { login: number; otherwise?: string }) {
  const { name } = personOf(login)
  return <>{name === '' ? otherwise : name}</>
}

/** The phone number of an account's holder; a press calls it. */
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
