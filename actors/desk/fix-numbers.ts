import type { FixReservation } from '../../wire/thread/fix-numbers.js'
import { accept, type OperationsOf, type Outcome } from '../thread/ask.js'
import type { Desk } from './desk.js'

/**
 * The sequence numbers of FIX sessions, which nodes reserve for themselves
 * (actors/links/fix/fix-reservations.ts).
 */
export type FixNumbersOperations = OperationsOf<ReturnType<typeof fixNumbersDesk>>

export function fixNumbersDesk(desk: Desk) {
  const { meta } = desk.tables
  return {
    'fix_numbers.keep': ({ session, node, upTo, nextIn }: FixReservation): Outcome<null> =>
      desk.change(() => {
        meta.set(`fix_numbers_of_${session}`, `${upTo} ${node} ${nextIn ?? ''}`)
        return accept(null)
      }),
    'fix_numbers.kept': (): Outcome<readonly FixReservation[]> =>
      accept(
        meta.all('fix_numbers_of_').map(([session, value]) => {
          const [upTo, node = '', nextIn = ''] = value.split(' ')
          return {
            session,
            node,
            upTo: Number(upTo),
            nextIn: nextIn === '' ? undefined : Number(nextIn),
          }
        }),
      ),
  }
}
