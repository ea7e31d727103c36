import { codeReasonsDe } from './code-reasons-de.js'
import { conflictReasonsDe } from './conflict-reasons-de.js'
import { fieldReasonsDe } from './field-reasons-de.js'

/** German texts of reasons, by the keys of `engine/reasons/`; English ones are the server's own. */
export const reasonsDe: Readonly<Record<string, string>> = {
  ...codeReasonsDe,
  ...conflictReasonsDe,
  ...fieldReasonsDe,
  'trade.rejected.rule_text': '{text}',
  'trade.rejected.rule': 'Die Anfrage wurde abgelehnt.',
  'trade.rejected.no_rule': 'Keine Routing-Regel nimmt diese Anfrage an.',
  'trade.rejected.not_taken':
    'Anfragen der Art {kind} für {symbol} werden zurzeit nicht angenommen.',
  'trade.rejected.dealer_text': '{text}',
  'trade.rejected.dealer': 'Der Dealer hat die Anfrage abgelehnt.',
  'trade.rejected.provider_text': '{text}',
  'trade.rejected.provider': 'Der Anbieter hat die Order abgelehnt.',
  'trade.rejected.fill_refused': 'Mitarbeiter haben die Ausführung des Anbieters abgelehnt: {text}',
  'trade.rejected.provider_refused': 'Der Anbieter hat es abgelehnt.',
  'trade.rejected.filled': 'Die Order wurde vorher ausgeführt.',
  'trade.rejected.ended': 'Die Order war vorher beendet.',
  'trade.cancelled.ended': 'Die Order war vorher beendet.',
  'trade.cancelled.provider_text': '{text}',
  'trade.cancelled.provider': 'Der Anbieter konnte die Order nicht ausführen.',
  'trade.no_connection.no_dealer': 'Kein Dealer ist da, der die Anfrage annimmt.',
  'trade.no_connection.never_came': 'Die Order hat den Anbieter nicht erreicht.',
  'trade.no_connection.change_never_came': 'Die Änderung hat den Anbieter nicht erreicht.',
  'trade.no_connection.provider_text': '{text}',
  'trade.timeout.no_dealer': 'Kein Dealer hat rechtzeitig geantwortet.',
  'trade.timeout.restarted': 'Der Server wurde neu gestartet, während die Anfrage wartete.',
  'trade.timeout.provider': 'Der Anbieter hat nicht rechtzeitig geantwortet.',
  'trade.too_many_requests.provider_text': '{text}',
  'auth.password_weak.length': 'Das Passwort muss {min} bis {max} Zeichen haben.',
  'auth.password_weak.control': 'Das Passwort darf keine Steuerzeichen enthalten.',
  'auth.password_weak.lower': 'Das Passwort braucht einen Kleinbuchstaben.',
  'auth.password_weak.upper': 'Das Passwort braucht einen Großbuchstaben.',
  'auth.password_weak.digit': 'Das Passwort braucht eine Ziffer.',
  'auth.password_weak.symbol': 'Das Passwort braucht ein Sonderzeichen, etwa ! oder #.',
  'auth.password_weak.common':
    'Dieses Passwort wird als eines der ersten erraten. Wählen Sie ein anderes.',
  'invalid_input.fields': 'Die Eingabe ist nicht gültig.',
  'not_found.anchor': '{anchor} ist nicht in dieser Ansicht.',
  'unavailable.starting': 'Der Server startet. Versuchen Sie es gleich noch einmal.',
  'unavailable.trading_stopped':
    'Der Handel ist seit {since} unterbrochen. Versuchen Sie es später noch einmal.',
}
