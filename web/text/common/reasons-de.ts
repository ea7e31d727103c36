import { conflictReasonsDe } from './conflict-reasons-de.js'

/** German texts of reasons, by the keys of `engine/reasons/`; English ones are the server's own. */
export const reasonsDe: Readonly<Record<string, string>> = {
  ...conflictReasonsDe,
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
  'unavailable.starting': 'Der Server startet. Versuchen Sie es gleich noch einmal.',
  'unavailable.trading_stopped':
    'Der Handel ist seit {since} unterbrochen. Versuchen Sie es später noch einmal.',
}
