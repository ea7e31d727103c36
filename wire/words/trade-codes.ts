import type { Code } from '../../engine/code.js'
import type { WordsOf } from './code-words.js'

/** The codes of what came of a trade request. */
export const TRADE_CODES: WordsOf<
  Extract<
    Code,
    | 'trade.placed'
    | 'trade.partial'
    | 'trade.pending'
    | 'trade.requote'
    | 'trade.price_changed'
    | 'trade.rejected'
    | 'trade.off_quotes'
    | 'trade.position_unknown'
    | 'trade.order_unknown'
    | 'trade.busy'
    | 'trade.too_many_requests'
    | 'trade.no_connection'
    | 'trade.cancelled'
    | 'trade.expired'
    | 'trade.disabled'
    | 'trade.read_only'
    | 'trade.timeout'
  >
> = {
  'trade.placed': {
    en: {
      when: 'A pending order is placed at the server or at its provider. `data` holds the answer of the route.',
      repeat:
        'Never. If you repeat the request with the same key, the server sends this answer again and does nothing else.',
      data: {},
    },
    de: {
      when: 'Eine Pending Order ist platziert, auf dem Server oder bei ihrem Anbieter. `data` enthält die Antwort der Route.',
      repeat:
        'Nie. Auf eine Wiederholung mit demselben Schlüssel sendet der Server diese Antwort noch einmal und tut sonst nichts.',
      data: {},
    },
  },
  'trade.partial': {
    en: {
      when: 'The order was partially filled and the rest cancelled. `data` holds the filled volume.',
      repeat: 'Never. Send a new request with a new key for the rest.',
      data: {},
    },
    de: {
      when: 'Die Order wurde teilweise ausgeführt und der Rest storniert. `data` enthält das ausgeführte Volumen.',
      repeat: 'Nie. Für den Rest eine neue Anfrage mit neuem Schlüssel senden.',
      data: {},
    },
  },
  'trade.pending': {
    en: {
      when: 'The provider reported a fill that staff review first. They confirm it, book it at another price or reject it.',
      repeat: 'Never. Wait for the events of the order, or read the order.',
      data: {},
    },
    de: {
      when: 'Der Anbieter hat eine Ausführung gemeldet, die Mitarbeiter zuerst prüfen. Sie bestätigen sie, buchen sie zu einem anderen Preis oder lehnen sie ab.',
      repeat: 'Nie. Auf die Ereignisse der Order warten oder die Order lesen.',
      data: {},
    },
  },
  'trade.requote': {
    en: {
      when: 'The price moved further than `deviation_pts` allows, or the symbol trades at offered prices. `data` offers a price; it is null if the broker takes no such requests at the moment.',
      repeat:
        'To accept the offer, send the same request with the same key and `quote_id` before `until`.',
      data: {
        bid: 'The offered price for selling, as decimal text.',
        ask: 'The offered price for buying, as decimal text.',
        quote_id:
          'The id of the offer. It is valid for one deal on the requested side, up to the requested volume.',
        until: 'The time in UTC until which the offer is valid.',
      },
    },
    de: {
      when: 'Der Preis hat sich weiter bewegt, als `deviation_pts` erlaubt, oder das Symbol wird zu angebotenen Preisen gehandelt. `data` bietet einen Preis an; es ist null, wenn der Broker solche Anfragen im Moment nicht annimmt.',
      repeat:
        'Um das Angebot anzunehmen, dieselbe Anfrage mit demselben Schlüssel und `quote_id` vor `until` senden.',
      data: {
        bid: 'Der angebotene Preis für den Verkauf, als Dezimaltext.',
        ask: 'Der angebotene Preis für den Kauf, als Dezimaltext.',
        quote_id:
          'Die Kennung des Angebots. Es gilt für einen Deal auf der angefragten Seite, höchstens über das angefragte Volumen.',
        until: 'Die Zeit in UTC, bis zu der das Angebot gilt.',
      },
    },
  },
  'trade.price_changed': {
    en: {
      when: 'The market price is worse than the requested price by more than `deviation_pts`, or an offered price is no longer valid.',
      repeat:
        'To accept the current price, send the same request with the same key and that price.',
      data: {},
    },
    de: {
      when: 'Der Kurs ist um mehr als `deviation_pts` schlechter als der angefragte Preis, oder ein angebotener Preis gilt nicht mehr.',
      repeat:
        'Um den aktuellen Preis anzunehmen, dieselbe Anfrage mit demselben Schlüssel und diesem Preis senden.',
      data: {},
    },
  },
  'trade.rejected': {
    en: {
      when: 'A routing rule, a dealer, other staff or the provider rejected the request, or the account or symbol does not accept requests of this kind. The message says why.',
      repeat: 'Not unchanged. A changed request needs a new key.',
      data: {},
    },
    de: {
      when: 'Eine Routing-Regel, ein Dealer, andere Mitarbeiter oder der Anbieter haben die Anfrage abgelehnt, oder Konto oder Symbol nehmen solche Anfragen nicht an. Die Nachricht nennt den Grund.',
      repeat: 'Nicht unverändert. Eine geänderte Anfrage braucht einen neuen Schlüssel.',
      data: {},
    },
  },
  'trade.off_quotes': {
    en: {
      when: 'At the moment there is no price for the symbol, for a symbol that converts its currency, or for an open position.',
      repeat: 'With a new key, when quotes arrive again.',
      data: {},
    },
    de: {
      when: 'Im Moment gibt es keinen Kurs für das Symbol, für ein Symbol zur Umrechnung seiner Währung oder für eine offene Position.',
      repeat: 'Mit neuem Schlüssel, wenn wieder Kurse kommen.',
      data: {},
    },
  },
  'trade.position_unknown': {
    en: {
      when: 'The account has no open position with this id. It was closed in the meantime or never existed.',
      repeat: 'Never. Read the open positions.',
      data: {},
    },
    de: {
      when: 'Das Konto hat keine offene Position mit dieser Kennung. Sie wurde inzwischen geschlossen oder hat nie existiert.',
      repeat: 'Nie. Die offenen Positionen lesen.',
      data: {},
    },
  },
  'trade.order_unknown': {
    en: {
      when: 'The account has no pending order with this id. It was filled or cancelled in the meantime or never existed. From `outcome`, with `data` null: the account has received no request with this key.',
      repeat:
        'Never for an order. After `outcome`, send the same request with the same key before its `not_after`.',
      data: {},
    },
    de: {
      when: 'Das Konto hat keine Pending Order mit dieser Kennung. Sie wurde inzwischen ausgeführt oder storniert oder hat nie existiert. Von `outcome`, mit `data` null: Das Konto hat keine Anfrage mit diesem Schlüssel erhalten.',
      repeat:
        'Bei einer Order nie. Nach `outcome` dieselbe Anfrage mit demselben Schlüssel vor ihrem `not_after` senden.',
      data: {},
    },
  },
  'trade.busy': {
    en: {
      when: 'Another request for the same position or order waits for a dealer, a delay or a provider. From `outcome`, with `data` null: the request itself is still waiting.',
      repeat:
        'Send the same request with the same key after the event that ends the other request. Repeat `outcome` after a second.',
      data: {},
    },
    de: {
      when: 'Eine andere Anfrage zu derselben Position oder Order wartet auf einen Dealer, eine Verzögerung oder einen Anbieter. Von `outcome`, mit `data` null: Die Anfrage selbst wartet noch.',
      repeat:
        'Dieselbe Anfrage mit demselben Schlüssel nach dem Ereignis senden, das die andere Anfrage beendet. `outcome` nach einer Sekunde wiederholen.',
      data: {},
    },
  },
  'trade.too_many_requests': {
    en: {
      when: 'The account or its socket sent more requests than its rate allows, or too many of its requests are waiting. The server did nothing.',
      repeat:
        'Send the same request with the same key after `retry_after_ms`. If that is null, wait until one of the waiting requests has ended.',
      data: {
        retry_after_ms:
          'Milliseconds until the next attempt; null if the time is unknown, absent if a provider has too many requests. REST also sends it as `Retry-After`.',
      },
    },
    de: {
      when: 'Das Konto oder sein Socket hat mehr Anfragen gesendet, als seine Rate erlaubt, oder zu viele seiner Anfragen warten. Der Server hat nichts getan.',
      repeat:
        'Dieselbe Anfrage mit demselben Schlüssel nach `retry_after_ms` senden. Ist der Wert null, warten, bis eine der wartenden Anfragen beendet ist.',
      data: {
        retry_after_ms:
          'Millisekunden bis zum nächsten Versuch; null, wenn die Zeit unbekannt ist; das Feld fehlt, wenn ein Anbieter zu viele Anfragen hat. REST sendet den Wert auch als `Retry-After`.',
      },
    },
  },
  'trade.no_connection': {
    en: {
      when: 'No dealer or provider for this request is online, or the request did not reach the provider. Nothing was traded.',
      repeat: 'Later, with a new key.',
      data: {},
    },
    de: {
      when: 'Kein Dealer oder Anbieter für diese Anfrage ist online, oder die Anfrage hat den Anbieter nicht erreicht. Es wurde nichts gehandelt.',
      repeat: 'Später, mit neuem Schlüssel.',
      data: {},
    },
  },
  'trade.cancelled': {
    en: {
      when: 'The provider could not fill the order, or the order ended at the provider before the change.',
      repeat: 'Read the account first, then send a request with a new key.',
      data: {},
    },
    de: {
      when: 'Der Anbieter konnte die Order nicht ausführen, oder die Order war beim Anbieter vor der Änderung beendet.',
      repeat: 'Zuerst das Konto lesen, dann eine Anfrage mit neuem Schlüssel senden.',
      data: {},
    },
  },
  'trade.expired': {
    en: {
      when: 'The request arrived after its `not_after`. The server did nothing.',
      repeat: 'Never. Decide again and send a request with a new key and a new `not_after`.',
      data: {},
    },
    de: {
      when: 'Die Anfrage kam nach ihrem `not_after` an. Der Server hat nichts getan.',
      repeat:
        'Nie. Neu entscheiden und eine Anfrage mit neuem Schlüssel und neuem `not_after` senden.',
      data: {},
    },
  },
  'trade.disabled': {
    en: {
      when: 'Trading is disabled for the account, its group or the symbol, or the account is archived. The message says which.',
      repeat: 'Only after staff have enabled trading, with a new key.',
      data: {},
    },
    de: {
      when: 'Der Handel ist für das Konto, seine Gruppe oder das Symbol abgeschaltet, oder das Konto ist archiviert. Die Nachricht sagt, was davon.',
      repeat: 'Erst, wenn Mitarbeiter den Handel eingeschaltet haben, mit neuem Schlüssel.',
      data: {},
    },
  },
  'trade.read_only': {
    en: {
      when: 'The session is view only: it was opened with the investor password.',
      repeat: 'Not in this session. Sign in with the master password.',
      data: {},
    },
    de: {
      when: 'Die Sitzung hat nur Ansicht: Sie wurde mit dem Investorpasswort geöffnet.',
      repeat: 'Nicht in dieser Sitzung. Mit dem Hauptpasswort anmelden.',
      data: {},
    },
  },
  'trade.timeout': {
    en: {
      when: 'A thread of the server or a provider did not answer in time, so the outcome is unknown. The request may be done already or later.',
      repeat:
        'Request `outcome` first, or send the same request with the same key. Both return the same outcome. Never use a new key before that.',
      data: {},
    },
    de: {
      when: 'Ein Thread des Servers oder ein Anbieter hat nicht rechtzeitig geantwortet, also ist das Ergebnis unbekannt. Die Anfrage kann schon ausgeführt sein oder noch ausgeführt werden.',
      repeat:
        'Zuerst `outcome` anfordern oder dieselbe Anfrage mit demselben Schlüssel senden. Beide liefern dasselbe Ergebnis. Vorher nie einen neuen Schlüssel verwenden.',
      data: {},
    },
  },
}
